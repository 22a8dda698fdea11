/** Notes across entries: those about a card, and follow-ups that are due. */
import type { CardReference, EntryId } from '#shared/brands.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { FollowUp, ShownNote } from '#shared/model/history/note.ts'
import { openFollowUp, shownNotes } from '#shared/model/history/shown-notes.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from '../read/history-row.ts'
import { integer, text } from '../row.ts'
import { ofCard, valuesOf } from '../write/cards.ts'
import { historyOf } from '../write/events.ts'
import { rootOf } from '../write/merchants.ts'
import { keyOfCard } from './cards.ts'

/** A card of a merchant. */
export type CardAt = CardOwner & { readonly cardReference: CardReference }

/** A follow-up that is not done, with its entry. */
export interface DueFollowUp {
  readonly row: HistoryRow
  readonly note: ShownNote & { readonly followUp: FollowUp }
}

/** The notes about a card, of all its entries. `read` returns the notes of an entry by its number. */
export function notesOfCard(
  connection: Connection, { cardReference, ...owner }: CardAt,
  read: (seq: number) => readonly ShownNote[] = (seq) => notesOf(connection, seq),
): ShownNote[] {
  const key = keyOfCard(connection, owner, cardReference)
  if (key === null) return []
  const entries = connection.all(
    `SELECT seq FROM list_entry WHERE seq IN (SELECT seq FROM note WHERE card = 1) AND ${ofCard} ORDER BY seq`,
    ...valuesOf(key),
  ).map((row) => integer(row, 'seq'))
  return entries.flatMap((seq) => read(seq).filter(({ about }) => about === 'card'))
}

/** The newest entry of a card, to which a new note about the card is added; null for an unknown card. */
export function newestOfCard(connection: Connection, { cardReference, ...owner }: CardAt): EntryId | null {
  const key = keyOfCard(connection, owner, cardReference)
  const row = key === null ? null : connection.first(
    `SELECT entry_id FROM entry
      WHERE seq = (SELECT seq FROM list_entry WHERE ${ofCard} ORDER BY at DESC, seq DESC LIMIT 1)`, ...valuesOf(key),
  )
  return row === null ? null : text<EntryId>(row, 'entry_id')
}

/** All follow-ups of a merchant that are due on a day or earlier, the longest due first. */
export function dueFollowUps(
  connection: Connection, { merchantKey, environment, day }: CardOwner & { day: string },
): DueFollowUp[] {
  const rows = connection.all(
    `SELECT entry.*, note_id FROM note JOIN entry ON entry.seq = note.seq
      WHERE due IS NOT NULL AND due <= ? AND merchant_key = ? AND environment = ? ORDER BY due, note.seq`,
    day, rootOf(connection, merchantKey), environment,
  )
  const ofEntry = new Map([...new Set(rows.map((row) => integer(row, 'seq')))].map((seq) => [seq, notesOf(connection, seq)]))
  return rows.flatMap((row) => {
    const note = ofEntry.get(integer(row, 'seq'))?.find(({ noteId }) => noteId === row.note_id)
    const followUp = note === undefined ? null : openFollowUp(note)
    return note === undefined || followUp === null
      ? []
      : [{ row: historyRow(connection, row), note: { ...note, followUp } }]
  })
}

function notesOf(connection: Connection, seq: number): ShownNote[] {
  return shownNotes(historyOf(connection, seq).notes)
}
