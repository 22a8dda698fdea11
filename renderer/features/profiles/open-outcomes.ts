/** What stands in the way of changing or removing a profile, and what a person answers to it. */
import type { Failure } from '#shared/model/failure.ts'

export type OpenOutcomes = Extract<Failure, { readonly code: 'open-outcomes' }>

export interface OpenOutcomesAnswer {
  readonly reason: string
  readonly sameMerchant: boolean
}
