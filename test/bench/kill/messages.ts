/** What the application under test and who kills it send to each other. */
import type { EntryId, OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields.ts'
import type { TeamAddress } from '#shared/model/team-state.ts'
import type { Attempt } from './attempts.ts'
import type { KeptPayment } from './compare.ts'

/** What a person enters: a charge or a refund. */
export interface Payment {
  readonly operation: 'recurrent-payment' | 'return'
  readonly values: FieldValues
}

/** A payment as an earlier life left it and the present one has resolved it. */
export interface FoundPayment extends KeptPayment {
  /** The life that sent it ended before it could write how that went. */
  readonly wasCut: boolean
}

/** Seams of an application in a team: before and after each call that may be believed wrongly after an end. */
export const seams = ['claiming', 'claimed', 'publishing', 'published', 'sending', 'answered'] as const
export type Seam = (typeof seams)[number]

/** Where an application kills itself: the n-th time at a seam, or so many milliseconds after it. */
export interface SeamAim {
  readonly seam: Seam
  readonly nth: number
  readonly afterMs: number
}

export type ToApplication =
  /** Open everything, resolve what earlier lives left (but for what was asked about before), report what was found. */
  | { readonly kind: 'begin'; readonly askedBefore: readonly EntryId[]; readonly report: 'newest' | 'everything' }
  /** Charge and refund as three people do, until the end comes. */
  | { readonly kind: 'work'; readonly round: number; readonly seed: number }
  /** Try each of these payments once, all of them at the same moment. */
  | { readonly kind: 'try'; readonly payments: readonly Payment[]; readonly aim: SeamAim | null }
  /** End in order. */
  | { readonly kind: 'end' }

export type FromApplication =
  /** All its code is loaded and nothing is open. */
  | { readonly kind: 'loaded' }
  /** `team`: how it stands in its team; null in none. */
  | { readonly kind: 'begun'; readonly payments: readonly FoundPayment[]; readonly team: TeamStanding | null }
  /** A payment is confirmed right now. */
  | { readonly kind: 'submits'; readonly attempt: Attempt }
  /** The person was shown how it went; `refusal` is the code of a payment that the desk did not send. */
  | {
    readonly kind: 'reported'; readonly attempt: Attempt; readonly refusal: string | null
    readonly orderId: OrderId | null
  }
  /** Everything it had to do is done. */
  | { readonly kind: 'idle' }

export interface TeamStanding {
  /** Events that wait for their delivery. */
  readonly waiting: number
  readonly connection: string
}

export interface TeamLogin {
  readonly address: TeamAddress
  readonly password: string
}

/** What an application is started with, on its command line. */
export interface Installation {
  readonly folder: string
  /** Where the gateway is reached. */
  readonly baseUrl: string
  readonly secret: string
  /** The built thread of its journal; from its sources without. */
  readonly journalThread?: string
  /** The team that it joins; none without. */
  readonly team?: TeamLogin
}
