/** The cards of the sandbox: references on file and numbers to type, one for each result of an order. */
import { faultKinds, type FaultKind } from '../faults/faults.ts'
import type { SandboxCard, SandboxFaultCard, SandboxTestCard } from '../port.ts'
import type { ResultName } from './results.ts'

/** The stored facts of a typed card; the whole number is never stored. */
export interface TypedCard {
  readonly holder: string
  readonly bin: string
  readonly lastFour: string
  readonly cardType: string
  readonly expireMonth: string
  /** Four digits. */
  readonly expireYear: string
}

/** A card on file. */
export interface SeededCard {
  readonly cardReference: string
  readonly holder: string
  readonly bin: string
  readonly lastFour: string
  readonly cardType: string
  /** Added to the present year; a negative value gives an expired card. */
  readonly expiresInYears: number
  readonly result: ResultName
  /** Damages every charge of this card. */
  readonly fault: FaultKind | null
  /** The result of refunds and voids of its orders. */
  readonly refundResult: ResultName
  /** Damages every refund, void and capture of its orders. */
  readonly refundFault: FaultKind | null
  /** False if the gate accepts only whole refunds. */
  readonly partialRefunds: boolean
  /** True if status replies contain the loyalty and fee fields. */
  readonly withExtras: boolean
}

type Particulars = Partial<Pick<
  SeededCard, 'expiresInYears' | 'fault' | 'refundResult' | 'refundFault' | 'partialRefunds' | 'withExtras'
>>

const card = (
  cardReference: string, holder: string, lastFour: string, result: ResultName, more: Particulars = {},
): SeededCard => ({
  cardReference, holder, lastFour, result, bin: '400000', cardType: 'VISA', expiresInYears: 4, fault: null,
  refundResult: 'approved', refundFault: null, partialRefunds: true, withExtras: false, ...more,
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
  ['refund-declined', card('1000301', 'RITA REFUSES', '0301', 'approved', { refundResult: 'declined' })],
  [
    'refund-endless-processing',
    card('1000302', 'PETER PENDING', '0302', 'approved', { refundResult: 'endless-processing' }),
  ],
  ['whole-refunds-only', card('1000303', 'WANDA WHOLE', '0303', 'approved', { partialRefunds: false })],
  ['loyalty-and-fees', card('1000304', 'LARS LOYAL', '0304', 'approved', { withExtras: true })],
  ['refund-error', card('1000305', 'RUTH ERROR', '0305', 'approved', { refundResult: 'error' })],
]

function faulty(first: number, name: string, struck: (fault: FaultKind) => Particulars): SeededCard[] {
  return faultKinds.map((fault, index) => {
    const reference = String(first + index)
    const holder = `${name} ${fault.toUpperCase().replaceAll('-', ' ')}`
    return card(reference, holder, reference.slice(-4), 'approved', struck(fault))
  })
}

/** One for each fault. The charges are approved, unless the fault occurs before anything is done. */
export const faultCards: readonly SeededCard[] = faulty(1_000_101, 'FAULT', (fault) => ({ fault }))

/** One for each fault. Replies to charges are intact, those to refunds, voids and captures are damaged. */
export const refundFaultCards: readonly SeededCard[] =
  faulty(1_000_201, 'REFUND FAULT', (refundFault) => ({ refundFault }))

/** The cards on file whose replies are intact. */
export const onFileCards: readonly SeededCard[] = outcomes.map(([, seeded]) => seeded)

/** The cards for selection by a click. */
export const sandboxCards: readonly SandboxCard[] =
  outcomes.map(([outcome, { cardReference }]) => ({ cardReference, outcome }))

/** The fault cards for selection by a click. */
export const sandboxFaultCards: readonly SandboxFaultCard[] = [...faultCards, ...refundFaultCards]
  .flatMap(({ cardReference, fault, refundFault }): SandboxFaultCard[] => {
    if (fault !== null) return [{ cardReference, strikes: 'charges', fault }]
    return refundFault === null ? [] : [{ cardReference, strikes: 'refunds', fault: refundFault }]
  })

/** Invented for the sandbox; every other card number has the path `none`. */
export const sandboxTestCards: readonly SandboxTestCard[] = [
  { cardNumber: '4000000000001000', way: 'none' },
  { cardNumber: '4000000000002107', way: 'frictionless' },
  { cardNumber: '4000000000002206', way: 'challenge-passed' },
  { cardNumber: '4000000000002305', way: 'challenge-failed' },
  { cardNumber: '4000000000001109', way: 'version-1-passed' },
  { cardNumber: '4000000000001208', way: 'version-1-failed' },
]

/** A card number whose status replies contain the loyalty and fee fields. */
export const extrasCardNumber = '4000000000009003'

const byReference = new Map([...onFileCards, ...faultCards, ...refundFaultCards]
  .map((seeded) => [seeded.cardReference, seeded]))

/** A predefined card by its reference. */
export function seededCard(cardReference: string): SeededCard | undefined {
  return byReference.get(cardReference)
}

/** Month and year of expiry at `now` (milliseconds since 1970); relative, so that predefined cards never get old. */
export function expiryOf(seeded: SeededCard, now: number): { readonly month: string; readonly year: string } {
  return { month: '12', year: String(new Date(now).getUTCFullYear() + seeded.expiresInYears) }
}

/** A card number's network, by its first digits. */
export function cardTypeOf(cardNumber: string): string {
  if (cardNumber.startsWith('4')) return 'VISA'
  if (/^(?:5[1-5]|2[2-7])/.test(cardNumber)) return 'MASTERCARD'
  return /^3[47]/.test(cardNumber) ? 'AMEX' : 'OTHER'
}

/** The reference of the card whose charges are approved. */
export const approvedCard = '1000001'
