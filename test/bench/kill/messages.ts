/** The messages between the application under test and the test. */
import type { EntryId, OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import type { Attempt } from './attempts.ts'
import type { KeptPayment } from './compare.ts'

/** A person's input: a charge or a refund. */
export interface Payment {
  readonly operation: 'recurrent-payment' | 'return'
  readonly values: FieldValues
}

/** A payment of an earlier run, after the current one has resolved it. */
export interface FoundPayment extends KeptPayment {
  /** The run that sent it ended before it could write the outcome. */
  readonly wasCut: boolean
}

/** Seams of an application in a team: before and after each call whose result may be wrong after a kill. */
export const seams = ['claiming', 'claimed', 'publishing', 'published', 'sending', 'answered'] as const
export type Seam = (typeof seams)[number]

/** Where an application kills itself: the n-th time at a seam, or this many milliseconds after it. */
export interface SeamAim {
  readonly seam: Seam
  readonly nth: number
  readonly afterMs: number
}

export type ToApplication =
  /** Open everything, resolve entries of earlier runs (except those that were checked before), report the result. */
  | { readonly kind: 'begin'; readonly askedBefore: readonly EntryId[]; readonly report: 'newest' | 'everything' }
  /** Charge and refund as three people do, until the end. */
  | { readonly kind: 'work'; readonly round: number; readonly seed: number }
  /** Try each of these payments once, all of them at the same moment. */
  | { readonly kind: 'try'; readonly payments: readonly Payment[]; readonly aim: SeamAim | null }
  /** Quit. */
  | { readonly kind: 'end' }

export type FromApplication =
  /** All its code is loaded and nothing is open. */
  | { readonly kind: 'loaded' }
  /** `team`: its state in its team; null without one. */
  | { readonly kind: 'begun'; readonly payments: readonly FoundPayment[]; readonly team: TeamStanding | null }
  /** A payment is being confirmed. */
  | { readonly kind: 'submits'; readonly attempt: Attempt }
  /** The result was shown to the person; `refusal` is the code of a payment that the desk did not send. */
  | {
    readonly kind: 'reported'; readonly attempt: Attempt; readonly refusal: string | null
    readonly orderId: OrderId | null
  }
  /** All its work is done. */
  | { readonly kind: 'idle' }

export interface TeamStanding {
  /** Events that wait for delivery. */
  readonly waiting: number
  readonly connection: string
}

export interface TeamLogin {
  readonly address: TeamAddress
  readonly password: string
}

/** The data that an application is started with, on its command line. */
export interface Installation {
  readonly folder: string
  /** The gateway's address. */
  readonly baseUrl: string
  readonly secret: string
  /** The built thread of its journal; without it, the thread runs from its sources. */
  readonly journalThread?: string
  /** The built thread that reads its tables; likewise. */
  readonly tablesThread?: string
  /** The team that it joins; without it, none. */
  readonly team?: TeamLogin
}
