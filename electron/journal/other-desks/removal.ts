/** Removals of content that a desk of the team names: the copies lose it, too. */
import type { EntryId, UtcTime } from '#shared/brands.ts'
import { deskIdSchema, utcTimeSchema } from '#shared/model/branded.ts'
import { teamBodySchema } from '#shared/model/team.ts'
import { z } from '#shared/model/zod.ts'
import type { ChainedEvent } from '#shared/team/chain-text.ts'
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'
import { movedAmountOf } from '../write/entry-view.ts'
import { appendRemoval, historyOf } from '../write/events.ts'
import { deriveEntry, removeEntry } from '../write/reading-tables.ts'

/** Nothing younger is removed. */
const shortestRetentionMs = 365 * 86_400_000

const checkpointSchema = z.object({
  before: utcTimeSchema,
  removed: z.array(z.object({ deskId: deskIdSchema, numbers: z.array(z.int().positive()).readonly() })).readonly(),
})

/** Removes the content of the entries whose events a checkpoint names, of those that are as old as it says. */
export function removeNamed(connection: Connection, event: Pick<ChainedEvent, 'at' | 'body'>): void {
  const checkpoint = checkpointIn(event.body)
  // SECURITY: a removal that names what is younger than a year names nothing.
  if (checkpoint === null || Date.parse(checkpoint.before) > Date.parse(event.at) - shortestRetentionMs) return
  const found = new Set(checkpoint.removed.flatMap(({ deskId, numbers }) => connection.all(
    `SELECT DISTINCT event.entry FROM other_desk JOIN origin ON origin.desk = other_desk.id JOIN event ON event.id = origin.event
      WHERE desk_id = ? AND origin.number IN (SELECT value FROM json_each(?))`, deskId, JSON.stringify(numbers),
  ).map((row) => integer(row, 'entry'))))
  for (const seq of found) removeContent(connection, seq, checkpoint.before, event.at)
}

function removeContent(connection: Connection, seq: number, before: UtcTime, at: UtcTime): void {
  const newest = connection.first('SELECT max(at) AS at, count(*) AS events FROM event WHERE entry = ?', seq) ?? {}
  const history = historyOf(connection, seq)
  if (text(newest, 'at') >= before || !history.hasContent) return
  const shown = connection.first('SELECT entry_id FROM copied_entry WHERE seq = ? AND own = 0', seq)
  if (shown !== null) removeEntry(connection, seq)
  appendRemoval(connection, seq, {
    entryId: history.intent.entryId satisfies EntryId, at, ground: 'age', covers: integer(newest, 'events'),
    movedMinorAmount: movedAmountOf(history), signature: null,
  })
  connection.run('DELETE FROM content WHERE event IN (SELECT id FROM event WHERE entry = ?)', seq)
  if (shown !== null) deriveEntry(connection, seq)
}

function checkpointIn(body: string): z.infer<typeof checkpointSchema> | null {
  try {
    return checkpointSchema.safeParse(teamBodySchema.parse(JSON.parse(body)).record).data ?? null
  } catch {
    return null
  }
}
