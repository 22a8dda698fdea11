/** Where the signed journal ends, as the keychain remembers it: who can write the journal's file does not reach it. */
import type { JournalHead } from '#shared/model/journal-head.ts'
import { success } from '#shared/result.ts'
import { join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { JournalEnd, VaultAnswer, VaultPort } from '../port.ts'

/** Name of the entry of where the journal ends. */
export const journalEndEntry = 'journal-end'
/** Development versions, whose journals are not opened, called the record otherwise: it is no end of these. */
const journalEndRecord = 'signed-end'

/** Keeps the end, with the version of the roster that is valid; null while nothing is unlocked. */
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

/**
 * Where the journal ends is no secret: it is in the keychain because who edits the journal does not reach it. The
 * version of the roster of persons is kept with it, so that an earlier roster can't come back alone.
 */
function encodeJournalEnd(end: JournalEnd, rosterVersion: number | null): Buffer {
  const { position, link, at, epoch, head, restoring } = end
  const roster = rosterVersion ?? undefined
  return join({ record: journalEndRecord, position, link, at, epoch, head, restoring, roster }, Buffer.alloc(0))
}

/** The version of the roster in what `encodeJournalEnd` wrote; 0 where it says none. */
export function rosterVersionIn(bytes: Buffer): number {
  const header = split(bytes)?.header
  return header?.record === journalEndRecord && typeof header.roster === 'number' ? header.roster : 0
}

/** Reads what `encodeJournalEnd` wrote; null when it is no such record. */
function decodeJournalEnd(bytes: Buffer): JournalEnd | null {
  const header = split(bytes)?.header
  if (header?.record !== journalEndRecord) return null
  const { position, link, at, epoch, head, restoring } = header
  if (typeof position !== 'number' || typeof link !== 'string' || typeof at !== 'string') return null
  return {
    position, link, at,
    ...(typeof epoch === 'number' && { epoch }),
    // Written by this process alone, and whole.
    ...(typeof head === 'object' && head !== null && { head: head as JournalHead }),
    ...(typeof restoring === 'string' && { restoring }),
  }
}
