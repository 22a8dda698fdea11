import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import { shownNotes } from '#shared/model/history/shown-notes.ts'
import { createCalls } from '../calls.ts'
import type { Connection } from '../connection.ts'
import { listMethods } from '../list/methods.ts'
import { notesOfCard, type CardAt } from '../list/notes.ts'
import { findEntry, orderEntries, seqOf } from '../read/find.ts'
import { integer, text } from '../row.ts'
import { historyOf } from '../write/events.ts'
import { dropRemovedTerms } from '../write/search-index.ts'
import { overwritingDeleted } from '../write/overwriting-deleted.ts'
import type { OnSkipped } from './skip-failures.ts'
import { copyEvents, ownEntries, updateOwnEntries } from './copy.ts'
import { copiesState, nameDesks, setUpToDate, type KnownDesk } from './desks.ts'
import type { DeliveredEvent } from '#shared/team/chain-text.ts'
import { mayRemove } from './removal.ts'

/** Copying stops at this limit, so that this desk's own history has enough space. */
const leastFreeBytes = 2_000_000_000
/** Events in one transaction. More would be faster, but a list that is requested meanwhile waits for a transaction. */
const eventsAtOnce = 200

/** A reply of the team: events of other desks, in the order in which the team received them. */
export interface Copying {
  readonly desks: readonly KnownDesk[]
  readonly events: readonly DeliveredEvent[]
  /** Those entries of the events that this desk's history has. */
  readonly own: readonly EntryId[]
  /** The time up to which everything is copied with this reply; null if more will follow. */
  readonly upToDateAt: UtcTime | null
}

/** Returns the free bytes on the disk of a file. */
export type FreeBytes = (path: string) => number

const freeBytesOf: FreeBytes = (path) => {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize
}

/**
 * Creates the copied logs of other desks: the reading calls of a journal, and the calls that copy. No rule about money
 * uses them. `onSkipped` is called for each event or entry that cannot be shown.
 */
export function createOtherDesks(
  connection: Connection, freeBytes: FreeBytes = freeBytesOf, onSkipped: OnSkipped = () => undefined,
) {
  const calls = createCalls(connection, () => undefined)
  const { read, write } = calls
  return {
    ...listMethods(calls),
    /** As the journal's call of this name, with the desk of each event. */
    entry: read((connection, { entryId }: { entryId: EntryId }) => detailOf(connection, entryId)),
    orderEntries: read((connection, request: Parameters<typeof orderEntries>[1]) => {
      const { entries, cut } = orderEntries(connection, request)
      return { entries: entries.flatMap(({ row }) => detailOf(connection, row.entryId) ?? []), cut }
    }),
    /** The notes about an entry, also one that this desk's history shows. */
    notes: read((connection, { entryId }: { entryId: EntryId }) => {
      const row = connection.first('SELECT seq FROM copied_entry WHERE entry_id = ?', entryId)
      return row === null ? [] : notesOf(connection, integer(row, 'seq'))
    }),
    /** As the journal's call of this name, with the desk of each note. */
    notesOfCard: read((connection, card: CardAt) =>
      notesOfCard(connection, card, (seq) => notesOf(connection, seq))),
    state: read(copiesState),
    /** Copies the team's reply; false, without a change, if the disk has too little free space. */
    copy: write(async (connection, { desks, events, own, upToDateAt }: Copying) => {
      if (freeBytes(connection.path) < leastFreeBytes) return { copied: false }
      connection.transaction(() => { nameDesks(connection, desks) })
      const known = new Set(own)
      for (let from = 0; from < events.length; from += eventsAtOnce) {
        await copySome(connection, events.slice(from, from + eventsAtOnce), known, onSkipped)
        await setImmediate()
      }
      if (upToDateAt !== null) connection.transaction(() => { setUpToDate(connection, upToDateAt) })
      return { copied: true }
    }),
    ownEntries: read(ownEntries),
    updateOwnEntries: write((open, { checked, own }: { checked: readonly EntryId[]; own: readonly EntryId[] }) => {
      updateOwnEntries(open, checked, new Set(own), onSkipped)
    }),
    close: read((connection) => { connection.close() }),
  }
}

/** The copied logs. */
export type OtherDesksPort = ReturnType<typeof createOtherDesks>

/** Copies events. Overwrites removed text, also in the index of words. */
async function copySome(
  connection: Connection, events: readonly DeliveredEvent[], own: ReadonlySet<EntryId>, onSkipped: OnSkipped,
): Promise<void> {
  if (!mayRemove(connection, events)) {
    copyEvents(connection, events, own, onSkipped)
    return
  }
  overwritingDeleted(connection, () => { copyEvents(connection, events, own, onSkipped) })
  const dropSome = (begins: boolean): boolean =>
    overwritingDeleted(connection, () => dropRemovedTerms(connection, { begins }))
  for (let begins = true; dropSome(begins); begins = false) await setImmediate()
}

/** The entry with the desk of each event and note. */
function detailOf(connection: Connection, entryId: EntryId): EntryDetail | null {
  const detail = findEntry(connection, entryId)
  if (detail === null) return null
  const seq = seqOf(connection, entryId)
  const desks = desksOf(connection, seq, `kind NOT IN ('claim', 'note', 'removal')`)
  return {
    ...detail, events: detail.events.map((event, index) => ({ ...event, desk: desks[index] ?? '' })),
    notes: notesOf(connection, seq),
  }
}

function notesOf(connection: Connection, seq: number): ShownNote[] {
  const desks = desksOf(connection, seq, `kind = 'note'`)
  return shownNotes(historyOf(connection, seq).notes.map((note, index) => ({ ...note, desk: desks[index] ?? '' })))
}

/** The names of the desks that recorded events of an entry, in the order of the events; `which` selects them. */
function desksOf(connection: Connection, seq: number, which: string): string[] {
  return connection.all(
    `SELECT label FROM event JOIN origin ON origin.event = event.id JOIN other_desk ON other_desk.id = origin.desk
      WHERE entry = ? AND ${which} ORDER BY event.id`, seq,
  ).map((row) => text(row, 'label'))
}
