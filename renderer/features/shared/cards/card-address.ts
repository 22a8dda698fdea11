import type { CardReference, EntryId } from '#shared/brands.ts'
import type { CallInput } from '#shared/ipc/contract.ts'

/** Whose payments the history is asked for: the card of an entry, or a card reference. */
export type CardOfHistory = CallInput<'history.cardPayments'>

/** The card as it stands in the address of the history: `entry:<id>`, or `reference:<card reference>`. */
export function cardAddress({ entryId, cardReference }: CardOfHistory): string {
  return entryId === null ? `reference:${cardReference ?? ''}` : `entry:${entryId}`
}

/** The card that stands in an address; anything that `cardAddress` does not write is a card reference. */
export function cardOfAddress(address: string): CardOfHistory {
  const [, kind, id = ''] = /^(entry|reference):(.*)$/s.exec(address) ?? []
  return kind === 'entry'
    ? { entryId: id as EntryId, cardReference: null }
    : { entryId: null, cardReference: (kind === undefined ? address : id) as CardReference }
}
