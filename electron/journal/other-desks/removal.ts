/**
 * Executes signed removals of content by a desk of the team on the copies. Each removal waits until a head of that desk
 * covers it.
 */
import type { UtcTime } from '#shared/brands.ts'
import { deskIdSchema, entryIdSchema, utcTimeSchema } from '#shared/model/values/branded.ts'
import { z } from '#shared/model/values/zod.ts'
import { deskKeyIn, headRecordIn, isTeamHeadSigned, recordIn } from '../../common/signatures/team-head.ts'
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'
import { keptFacts } from '../write/entry-view.ts'
import { appendRemoval, historyOf } from '../write/events.ts'
import { deriveEntry, removeEntry } from '../write/reading-tables.ts'
import type { Each } from './skip-failures.ts'
import type { CopiedDesk } from './desks.ts'
import type { DeliveredEvent } from '#shared/team/chain-text.ts'

/** The minimum age of content that a desk can remove for all desks. */
const shortestRetentionMs = 365 * 86_400_000

const namedSchema = z.object({
  before: utcTimeSchema,
  removed: z.array(z.object({ deskId: deskIdSchema, numbers: z.array(z.int().positive()).readonly() })).readonly(),
})
const ownSchema = z.object({ entryId: entryIdSchema, at: utcTimeSchema, ground: z.enum(['age', 'request']) })

const kinds: readonly string[] = ['content-removal', 'removal']

/** Whether copying these events may remove content. */
export function mayRemove(connection: Connection, events: readonly Pick<DeliveredEvent, 'kind'>[]): boolean {
  const isHeadAmong = events.some(({ kind }) => kind === 'head')
  return isHeadAmong && (events.some(({ kind }) => kinds.includes(kind))
    || connection.first('SELECT 1 FROM waiting_removal LIMIT 1') !== null)
}

/** Records a removal, or executes those that a head covers. Call inside the transaction that copies the event. */
export function recordRemoval(connection: Connection, desk: CopiedDesk, event: DeliveredEvent, each: Each): void {
  if (kinds.includes(event.kind)) {
    const { number, kind, at, facts } = event
    connection.run('INSERT INTO waiting_removal VALUES (?, ?, ?, ?, ?)', desk.id, number, kind, at, facts)
  }
  if (event.kind === 'head' && isSignedHead(desk, event)) executeRemovals(connection, desk, event.number, each)
}

/**
 * Whether an event is a head that the desk signed. SECURITY: the administrator of the database can write events, and
 * could delete every copy. So a removal counts only with a signature by the first known key of an admitted desk.
 */
function isSignedHead(desk: CopiedDesk, { deskId, facts }: DeliveredEvent): boolean {
  const [record, key] = [headRecordIn(facts), deskKeyIn(desk.publicKey)]
  if (record === null || key === null || !desk.isAdmitted) return false
  const { head } = record
  return head.deskId === deskId && head.number === desk.number && head.link === desk.link && isTeamHeadSigned(head, key)
}

function executeRemovals(connection: Connection, desk: CopiedDesk, before: number, each: Each): void {
  const waiting = connection.all('SELECT * FROM waiting_removal WHERE desk = ? AND number < ? ORDER BY number', desk.id, before)
  for (const row of waiting) {
    const record = recordIn(text(row, 'facts'))
    const due = row.kind === 'removal'
      ? ownRemovals(connection, desk, ownSchema.safeParse(record).data, integer(row, 'number'))
      : namedRemovals(connection, namedSchema.safeParse(record).data, text(row, 'at'))
    const done = due.map((one) => each(() => { removeContent(connection, one, each) }))
    // A removal that failed waits for the next head: its content must not stay permanently.
    if (done.includes(null)) continue
    connection.run('DELETE FROM waiting_removal WHERE desk = ? AND number = ?', desk.id, integer(row, 'number'))
  }
}

/** The events of an entry whose content is removed. */
interface DueRemoval {
  readonly seq: number
  readonly events: readonly number[]
  readonly at: UtcTime
  readonly ground: 'age' | 'request'
}

/**
 * A desk's removal of its own content of an entry: of its events before the removal by number, not by its clock, and of
 * those under its former ids. Desks with the same key count as the same desk.
 */
function ownRemovals(
  connection: Connection, desk: CopiedDesk, removal: z.infer<typeof ownSchema> | undefined, number: number,
): DueRemoval[] {
  if (removal === undefined) return []
  const { entryId, at, ground } = removal
  const found = connection.first('SELECT seq FROM copied_entry WHERE entry_id = ?', entryId)
  if (found === null) return []
  const seq = integer(found, 'seq')
  const events = connection.all(
    `SELECT event.id FROM event JOIN origin ON origin.event = event.id JOIN content ON content.event = event.id
      JOIN other_desk ON other_desk.id = origin.desk
      WHERE event.entry = ? AND other_desk.public_key = ? AND (other_desk.id <> ? OR origin.number < ?)`,
    seq, desk.publicKey, desk.id, number,
  ).map((row) => integer(row, 'id'))
  return events.length > 0 ? [{ seq, events, at, ground }] : []
}

/** The entries whose events are named, if all their events are as old as the removal states. */
function namedRemovals(
  connection: Connection, named: z.infer<typeof namedSchema> | undefined, at: UtcTime,
): DueRemoval[] {
  // SECURITY: ignores a removal of events younger than a year, by the desk's clock or by this one. Also ignores a time
  // in another format than those of events, because times are compared as text.
  if (named === undefined || !isPlainTime(named.before)) return []
  if (Date.parse(named.before) > Math.min(Date.parse(at), Date.now()) - shortestRetentionMs) return []
  const found = new Set(named.removed.flatMap(({ deskId, numbers }) => connection.all(
    `SELECT DISTINCT event.entry FROM other_desk JOIN origin ON origin.desk = other_desk.id JOIN event ON event.id = origin.event
      WHERE desk_id = ? AND origin.number IN (SELECT value FROM json_each(?))`, deskId, JSON.stringify(numbers),
  ).map((row) => integer(row, 'entry'))))
  return [...found].flatMap((seq) => {
    const newest = connection.first('SELECT max(at) AS at FROM event WHERE entry = ?', seq) ?? {}
    if (text(newest, 'at') >= named.before) return []
    const events = connection.all('SELECT event.id FROM event JOIN content ON content.event = id WHERE entry = ?', seq)
      .map((row) => integer(row, 'id'))
    return events.length > 0 ? [{ seq, events, at, ground: 'age' }] : []
  })
}

function isPlainTime(time: string): boolean {
  const parsed = Date.parse(time)
  return !Number.isNaN(parsed) && new Date(parsed).toISOString() === time
}

function removeContent(connection: Connection, { seq, events, at, ground }: DueRemoval, each: Each): void {
  const history = historyOf(connection, seq)
  const counted = connection.first('SELECT count(*) AS events FROM event WHERE entry = ?', seq) ?? {}
  const shown = connection.first('SELECT entry_id FROM copied_entry WHERE seq = ? AND own = 0', seq)
  if (shown !== null) each(() => { removeEntry(connection, seq) })
  appendRemoval(connection, seq, {
    entryId: history.intent.entryId, at, ground, covers: integer(counted, 'events'),
    ...keptFacts(history), signature: null,
  })
  connection.run('DELETE FROM content WHERE event IN (SELECT value FROM json_each(?))', JSON.stringify(events))
  if (shown !== null) each(() => deriveEntry(connection, seq))
}
