/** What a desk of the team and who kills it say to each other. */
import type { OrderId } from '#shared/brands.ts'
import type { TeamAddress } from '#shared/model/team-state.ts'
import type { FoundPayment, Installation } from '../kill/messages.ts'

/** Where a desk is when it kills itself: around each call that may be believed wrongly after an end. */
export const moments = ['claiming', 'claimed', 'publishing', 'published', 'sending', 'answered'] as const
export type Moment = (typeof moments)[number]

/** The n-th time at a moment, or so many milliseconds after it. */
export interface Aim {
  readonly moment: Moment
  readonly nth: number
  readonly afterMs: number
}

/** What both desks try at once: a charge of this merchant order id, or a refund of an order. */
export type Job =
  | { readonly kind: 'charge'; readonly merchantOrderId: string; readonly amount: string; readonly cardReference: string }
  | { readonly kind: 'refund'; readonly orderId: OrderId; readonly merchantOrderId: string; readonly amount: string }

export type ToDesk =
  /** Open everything, ask about what earlier lives left, deliver all of it, and tell how everything stands. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'work'; readonly jobs: readonly Job[]; readonly aim: Aim | null }

export type FromDesk =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'begun'; readonly payments: readonly FoundPayment[]; readonly waiting: number; readonly connection: string }
  /** A payment was sent, or why not: the code of a refusal. */
  | { readonly kind: 'reported'; readonly job: Job; readonly end: string; readonly orderId: OrderId | null }
  | { readonly kind: 'idle' }

/** What a desk is started with, on its command line. */
export interface DeskInstallation extends Installation {
  readonly address: TeamAddress
  readonly password: string
}
