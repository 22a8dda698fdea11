import type { CardReference, EntryId } from '#shared/brands.ts'
import type { CallInput } from '#shared/ipc/contract.ts'

/** The card whose payments are read from the history: that of an entry, or a card reference. */
export type CardOfHistory = CallInput<'history.cardPayments'>

/** The card as a parameter of the history's address: `entry:<id>` or `reference:<card reference>`. */
export function cardAddress({ entryId, cardReference }: CardOfHistory): string {
  return entryId === null ? `reference:${cardReference ?? ''}` : `entry:${entryId}`
}

/** Reads the parameter that `cardAddress` wrote; any other text counts as a card reference. */
export function cardOfAddress(address: string): CardOfHistory {
  const [, kind, id = ''] = /^(entry|reference):(.*)$/s.exec(address) ?? []
  return kind === 'entry'
    ? { entryId: id as EntryId, cardReference: null }
    : { entryId: null, cardReference: (kind === undefined ? address : id) as CardReference }
}
