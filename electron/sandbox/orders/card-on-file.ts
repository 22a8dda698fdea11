/** A card as replies report it, from any source: predefined, registered, or typed into a sale. */
import { approvedCard, expiryOf, seededCard, type SeededCard, type TypedCard } from './cards.ts'
import type { RegisteredCard } from './ledger.ts'

export interface CardOnFile {
  readonly cardReference: string
  readonly holder: string
  readonly bin: string
  readonly lastFour: string
  readonly cardType: string
  /** Decides the results of its charges and refunds, and their faults. */
  readonly seeded: SeededCard
  /** Null for a card that was not typed. */
  readonly typed: TypedCard | null
}

/** A card by its reference, predefined or registered; null for an unknown reference. */
export function cardOnFile(cardReference: string, registered: RegisteredCard | undefined): CardOnFile | null {
  const seeded = seededCard(registered?.seededReference ?? cardReference)
  if (seeded === undefined) return null
  const typed = registered?.typed ?? null
  const { holder, bin, lastFour, cardType } = typed ?? seeded
  return { cardReference, holder, bin, lastFour, cardType, seeded, typed }
}

/** A typed card: without a reference, and with the results of the approved card. */
export function typedCardOnFile(typed: TypedCard): CardOnFile | null {
  return cardOnFile('', {
    cardReference: '', seededReference: approvedCard, typed,
    recurringPaymentId: null, destinationCardReference: null, destinationRecurringPaymentId: null,
  })
}

/** Month and year (four digits) of expiry; a predefined card's depend on `now`, milliseconds since 1970. */
export function expiryOfCard(
  { typed, seeded }: CardOnFile, now: number,
): { readonly month: string; readonly year: string } {
  return typed === null ? expiryOf(seeded, now) : { month: typed.expireMonth, year: typed.expireYear }
}
