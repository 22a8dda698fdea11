/** What the application under test and who kills it say to each other. */
import type { EntryId } from '#shared/brands.ts'
import type { Attempt } from './attempts.ts'
import type { KeptPayment } from './compare.ts'

/** A payment as an earlier life left it and the present one has resolved it. */
export interface FoundPayment extends KeptPayment {
  readonly entryId: EntryId
  /** The life that sent it ended before it could write how that went. */
  readonly wasCut: boolean
}

export type ToApplication =
  /** Open everything, settle what earlier lives left (but for what was asked about before), and tell what was found. */
  | { readonly kind: 'begin'; readonly askedBefore: readonly EntryId[]; readonly report: 'newest' | 'everything' }
  /** Charge and refund until the end comes. */
  | { readonly kind: 'work'; readonly round: number; readonly seed: number }
  /** End in order. */
  | { readonly kind: 'end' }

export type FromApplication =
  /** All its code is loaded and nothing is open. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'resolved'; readonly payments: readonly FoundPayment[] }
  /** A payment is confirmed right now. */
  | { readonly kind: 'submits'; readonly attempt: Attempt }
  /** The person was told how it went; `refusal` is the code of a payment that the desk did not send. */
  | { readonly kind: 'reported'; readonly attempt: Attempt; readonly refusal: string | null }
  /** Everything it had to do is done. */
  | { readonly kind: 'idle' }

/** What an application is started with, on its command line. */
export interface Installation {
  readonly folder: string
  /** Where the gateway is reached. */
  readonly baseUrl: string
  readonly secret: string
  /** The built thread of its journal; from its sources without. */
  readonly journalThread?: string
}
