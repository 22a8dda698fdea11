/** The seeded card references: one for each way an order can go, and one for each fault. */
import type { FaultKind } from './faults.ts'
import type { SandboxCard } from './port.ts'
import type { ResultName } from './results.ts'

/** A card on file as far as the gateway tells of it; there is no whole number anywhere. */
export interface SeededCard {
  readonly cardReference: string
  readonly holder: string
  readonly bin: string
  readonly lastFour: string
  readonly cardType: string
  /** Added to the present year; a month of the past makes an expired card. */
  readonly expiresInYears: number
  readonly result: ResultName
  /** Hits every charge of this card. */
  readonly fault: FaultKind | null
}

const card = (
  cardReference: string, holder: string, lastFour: string, result: ResultName,
  more: { readonly expiresInYears?: number; readonly fault?: FaultKind } = {},
): SeededCard => ({
  cardReference, holder, lastFour, result, bin: '400000', cardType: 'VISA',
  expiresInYears: more.expiresInYears ?? 4, fault: more.fault ?? null,
})

const outcomes: readonly (readonly [SandboxCard['outcome'], SeededCard])[] = [
  ['approved', card('1000001', 'ALICE APPROVED', '0001', 'approved')],
  ['declined', card('1000002', 'DORA DECLINED', '0002', 'declined')],
  ['filtered', card('1000003', 'FELIX FILTERED', '0003', 'filtered')],
  ['error', card('1000004', 'ERIC ERROR', '0004', 'error')],
  ['unknown', card('1000005', 'UMA UNKNOWN', '0005', 'unknown')],
  ['endless-processing', card('1000006', 'PAULA PROCESSING', '0006', 'endless-processing')],
  ['waits-for-cardholder', card('1000007', 'WALTER WAITING', '0007', 'waits-for-cardholder')],
  ['expired', card('1000008', 'EDGAR EXPIRED', '0008', 'expired-card', { expiresInYears: -1 })],
]

/** One a fault; the charges themselves are approved, but for `reset-before-reading`, which does nothing. */
export const faultCards: readonly SeededCard[] = ([
  ['1000101', 'slow'], ['1000102', 'no-answer'], ['1000103', 'reset-before-reading'], ['1000104', 'reset-after-reading'],
  ['1000105', 'truncated'], ['1000106', 'cut-short'], ['1000107', 'status-500'], ['1000108', 'html'], ['1000109', 'empty'],
  ['1000110', 'error-reply'],
] as const).map(([reference, fault]) =>
  card(reference, `FAULT ${fault.toUpperCase().replaceAll('-', ' ')}`, reference.slice(-4), 'approved', { fault }))

/** The table that a person clicks in. */
export const sandboxCards: readonly SandboxCard[] =
  outcomes.map(([outcome, { cardReference }]) => ({ cardReference, outcome }))

const byReference = new Map([...outcomes.map(([, seeded]) => seeded), ...faultCards]
  .map((seeded) => [seeded.cardReference, seeded]))

/** A seeded card by its reference. */
export function seededCard(cardReference: string): SeededCard | undefined {
  return byReference.get(cardReference)
}

/** Month and year of expiry, as seen at `now` (milliseconds since 1970): seeded cards never grow old by themselves. */
export function expiryOf(seeded: SeededCard, now: number): { readonly month: string; readonly year: string } {
  return { month: '12', year: String(new Date(now).getUTCFullYear() + seeded.expiresInYears) }
}

/** The reference whose charges are approved. */
export const approvedCard = '1000001'
