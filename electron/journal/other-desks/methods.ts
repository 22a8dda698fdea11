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
import type { OnLeftOut } from './apart.ts'
import { copyEvents, ownEntries, showOwnElsewhere } from './copy.ts'
import { copiesState, nameDesks, setUpToDate, type KnownDesk } from './desks.ts'
import type { DeliveredEvent } from '#shared/team/chain-text.ts'
import { mayRemove } from './removal.ts'

/** Copying stops before it uses the space that the own history needs. */
const leastFreeBytes = 2_000_000_000
/** Events of one transaction: more are copied faster, but a list that is requested meanwhile waits for one. */
const eventsAtOnce = 200

/** A reply of the team: events of other desks, in the order in which the team received them. */
export interface Copying {
  readonly desks: readonly KnownDesk[]
  readonly events: readonly DeliveredEvent[]
  /** Those of their entries that this desk's history has. */
  readonly own: readonly EntryId[]
  /** The time at which everything is copied with these; null while more will follow. */
  readonly upToDateAt: UtcTime | null
}

/** The bytes that are free on the disk of a file. */
export type FreeBytes = (path: string) => number

const freeBytesOf: FreeBytes = (path) => {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize
}

/**
 * The copied logs of the other desks: the reading calls of a journal, and the calls that copy. No rule about money
 * uses them. `freeBytes` returns the free space of the disk; `onLeftOut` is called for what cannot be shown.
 */
export function createOtherDesks(
  connection: Connection, freeBytes: FreeBytes = freeBytesOf, onLeftOut: OnLeftOut = () => undefined,
) {
  const calls = createCalls(connection, () => undefined)
  const { read, write } = calls
  return {
    ...listMethods(calls),
    /** As the journal's own, with the desk of each event. */
    entry: read((connection, { entryId }: { entryId: EntryId }) => detailOf(connection, entryId)),
    orderEntries: read((connection, request: Parameters<typeof orderEntries>[1]) => {
      const { entries, cut } = orderEntries(connection, request)
      return { entries: entries.flatMap(({ row }) => detailOf(connection, row.entryId) ?? []), cut }
    }),
    /** The notes about an entry, also one that is shown from this desk's history. */
    notes: read((connection, { entryId }: { entryId: EntryId }) => {
      const row = connection.first('SELECT seq FROM copied_entry WHERE entry_id = ?', entryId)
      return row === null ? [] : notesOf(connection, integer(row, 'seq'))
    }),
    /** As the journal's own, with the desk of each note. */
    notesOfCard: read((connection, card: CardAt) =>
      notesOfCard(connection, card, (seq) => notesOf(connection, seq))),
    state: read(copiesState),
    /** Copies the team's reply; false where the disk has too little space, and nothing was copied. */
    copy: write(async (connection, { desks, events, own, upToDateAt }: Copying) => {
      if (freeBytes(connection.path) < leastFreeBytes) return { copied: false }
      connection.transaction(() => { nameDesks(connection, desks) })
      const known = new Set(own)
      for (let from = 0; from < events.length; from += eventsAtOnce) {
        await copySome(connection, events.slice(from, from + eventsAtOnce), known, onLeftOut)
        await setImmediate()
      }
      if (upToDateAt !== null) connection.transaction(() => { setUpToDate(connection, upToDateAt) })
      return { copied: true }
    }),
    ownEntries: read(ownEntries),
    showOwnElsewhere: write((connection, { asked, own }: { asked: readonly EntryId[]; own: readonly EntryId[] }) => {
      showOwnElsewhere(connection, asked, new Set(own), onLeftOut)
    }),
    close: read((connection) => { connection.close() }),
  }
}

/** The copied logs. */
export type OtherDesksPort = ReturnType<typeof createOtherDesks>

/** Removed text is overwritten, in the index of words too. */
async function copySome(
  connection: Connection, events: readonly DeliveredEvent[], own: ReadonlySet<EntryId>, onLeftOut: OnLeftOut,
): Promise<void> {
  if (!mayRemove(connection, events)) {
    copyEvents(connection, events, own, onLeftOut)
    return
  }
  overwritingDeleted(connection, () => { copyEvents(connection, events, own, onLeftOut) })
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

/** The names of the desks that recorded some events of an entry, in the order of these events. */
function desksOf(connection: Connection, seq: number, which: string): string[] {
  return connection.all(
    `SELECT label FROM event JOIN origin ON origin.event = event.id JOIN other_desk ON other_desk.id = origin.desk
      WHERE entry = ? AND ${which} ORDER BY event.id`, seq,
  ).map((row) => text(row, 'label'))
}
