import { success } from '#shared/result.ts'
import type { JournalEnd, VaultAnswer, VaultPort } from './port.ts'
import { decodeJournalEnd, encodeJournalEnd, journalEndEntry } from './records.ts'
import type { Stores } from './stores.ts'

/** Where the signed journal ends, as the keychain remembers it: who can write the journal's file does not reach it. */
export function createJournalEnds(
  stores: Stores, rosterVersion: () => number | null,
): Pick<VaultPort, 'keepJournalEnd' | 'journalEnd'> {
  // Nobody else writes it. Read once, for locking and quitting wait for it.
  let lastEnd: JournalEnd | undefined

  const journalEnd = async (): VaultAnswer<JournalEnd | null> => {
    if (lastEnd !== undefined) return success(lastEnd)
    const found = await stores.get(journalEndEntry)
    if (!found.ok) return found
    const end = found.value === null ? null : decodeJournalEnd(found.value.value)
    lastEnd = end ?? undefined
    return success(end)
  }

  return {
    async keepJournalEnd(end) {
      const before = await journalEnd()
      if (!before.ok) return before
      // The numbers of epochs and heads go on, whatever takes the place of the journal.
      const epoch = Math.max(before.value?.epoch ?? 0, end.epoch ?? 0)
      const head = end.head ?? before.value?.head
      const numbered = { ...end, ...(epoch > 0 && { epoch }), ...(head !== undefined && { head }) }
      const written = await stores.put(journalEndEntry, encodeJournalEnd(numbered, rosterVersion()), 'keychain')
      if (!written.ok) return written
      lastEnd = numbered
      return success(null)
    },

    journalEnd,
  }
}
