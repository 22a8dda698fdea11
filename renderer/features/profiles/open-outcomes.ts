/** The refusal to change or remove a profile with open outcomes, and the person's reply to it. */
import type { Failure } from '#shared/model/answers/failure.ts'

export type OpenOutcomes = Extract<Failure, { readonly code: 'open-outcomes' }>

export interface OpenOutcomesAnswer {
  readonly reason: string
  readonly sameMerchant: boolean
}
