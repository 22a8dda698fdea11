/** The end of the signed journal in the keychain, which editing the journal's file does not change. */
import type { JournalHead } from '#shared/model/history/journal-head.ts'
import { success } from '#shared/result.ts'
import { entryOrLost } from '../keychain/entry-or-lost.ts'
import { join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { JournalEnd, VaultAnswer, VaultPort } from '../port.ts'

/** The name of the entry with the journal's end. */
export const journalEndEntry = 'journal-end'
/** Not the name that development versions used, whose journals are not opened. */
const journalEndRecord = 'signed-end'

/** Creates the methods. `rosterVersion` returns the version of the valid roster, null while no person has unlocked. */
export function createJournalEnds(
  stores: Stores, rosterVersion: () => number | null,
): Pick<VaultPort, 'keepJournalEnd' | 'journalEnd'> {
  // Nothing else writes the entry, so it is read once: locking and quitting wait for this.
  let lastEnd: JournalEnd | undefined

  const journalEnd = async (): VaultAnswer<JournalEnd | null> => {
    if (lastEnd !== undefined) return success(lastEnd)
    const found = await entryOrLost(stores, journalEndEntry)
    if (!found.ok) return found
    const end = found.value === null ? null : decodeJournalEnd(found.value)
    lastEnd = end ?? undefined
    return success(end)
  }

  return {
    async keepJournalEnd(end) {
      const before = await journalEnd()
      if (!before.ok) return before
      // The numbers of epochs and heads continue after the journal is replaced.
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

/**
 * Encodes the end with the version of the roster of persons, so that an earlier roster, put back alone, is detected.
 * The end is no secret; it is in the keychain so that editing the journal's file cannot change it.
 */
function encodeJournalEnd(end: JournalEnd, rosterVersion: number | null): Buffer {
  const { position, link, at, epoch, head, restoring } = end
  const roster = rosterVersion ?? undefined
  return join({ record: journalEndRecord, position, link, at, epoch, head, restoring, roster })
}

/** The version of the roster in a record of `encodeJournalEnd`; 0 without one. */
export function rosterVersionIn(bytes: Buffer): number {
  const header = split(bytes)?.header
  return header?.record === journalEndRecord && typeof header.roster === 'number' ? header.roster : 0
}

/** Decodes a record of `encodeJournalEnd`; null for any other bytes. */
function decodeJournalEnd(bytes: Buffer): JournalEnd | null {
  const header = split(bytes)?.header
  if (header?.record !== journalEndRecord) return null
  const { position, link, at, epoch, head, restoring } = header
  if (typeof position !== 'number' || typeof link !== 'string' || typeof at !== 'string') return null
  return {
    position, link, at,
    ...(typeof epoch === 'number' && { epoch }),
    // Not parsed: only this process writes the head, and always completely.
    ...(typeof head === 'object' && head !== null && { head: head as JournalHead }),
    ...(typeof restoring === 'string' && { restoring }),
  }
}
