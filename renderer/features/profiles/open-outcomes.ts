/** The refusal to change or remove a profile with open outcomes, and a person's confirmation. */
import type { Failure } from '#shared/model/answers/failure.ts'

export type OpenOutcomes = Extract<Failure, { readonly code: 'open-outcomes' }>

export interface OpenOutcomesAnswer {
  readonly reason: string
  readonly sameMerchant: boolean
}
