/**
 * Entries that collide with an earlier one: the current rules would have refused them. The first of a group is in the
 * unique index and prevents further ones. The others are marked and not in the index, so that past entries do not
 * violate it.
 */
import type { MerchantKey } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, type Row } from '../row.ts'
import type { EntryView } from './entry-view.ts'
import { openStates } from './state-lists.ts'

type Collision = HistoryRow['collision']

/**
 * Groups in which only one entry per merchant and id is permitted. Their conditions are those of the unique indexes
 * (`schema/entries.ts`).
 */
const groups = [
  { kind: 'merchant-order', id: 'merchant_order_id', member: `creates_order = 1 AND state <> 'not-sent'` },
  {
    kind: 'order', id: 'order_id',
    member: `creates_order = 0 AND effect IN ('moves-money', 'holds-money') AND state IN ${openStates}`,
  },
] as const

/** Selects all members but the first of every group of a merchant. */
const laterMembers = groups.map(({ id, member }) => `SELECT seq FROM (
    SELECT seq, row_number() OVER (PARTITION BY merchant_key, ${id} ORDER BY seq) AS place FROM entry
      WHERE merchant_key = ?1 AND ${id} IS NOT NULL AND ${member})
  WHERE place > 1`).join(' UNION ALL ')

/**
 * Marks every colliding entry of a merchant, and no other, in one pass over the entries. The unique indexes must permit
 * all others by then. Call inside a transaction.
 */
export function markCollisions(connection: Connection, key: MerchantKey): void {
  connection.run(`UPDATE entry SET collision = 'open' WHERE collision IS NULL AND seq IN (${laterMembers})`, key)
  connection.run(
    `UPDATE entry SET collision = NULL
      WHERE collision IS NOT NULL AND merchant_key = ?1 AND seq NOT IN (${laterMembers})`,
    key,
  )
}

/** The ids that determine the groups of an entry. */
export interface Grouped {
  readonly seq: number
  readonly merchantKey: MerchantKey
  readonly merchantOrderId: string | null
  readonly orderId: string | null
}

/**
 * Marks again the entries that share an id with this one. `closed`: a person has compared this one. If its group has
 * others, the entry must be marked already, and so not be in the unique indexes. Call inside a transaction.
 */
export function markCollisionsAround(connection: Connection, entry: Grouped, closed: boolean): void {
  const around = marksAround(connection, entry, closed)
  if (!around.some((marks) => marks.some(({ seq }) => seq === entry.seq))) {
    connection.run('UPDATE entry SET collision = NULL WHERE seq = ?', entry.seq)
  }
  // The first member, which is not marked, enters the index last.
  for (const { seq, is, was } of around.flatMap((marks) => marks.toReversed())) {
    if (is !== was) connection.run('UPDATE entry SET collision = ? WHERE seq = ?', is, seq)
  }
}

/** The correct mark of an entry, by the current rows of others. */
export function collisionOf(connection: Connection, entry: Grouped, closed: boolean): Collision {
  return marksAround(connection, entry, closed).flat().find(({ seq }) => seq === entry.seq)?.is ?? null
}

/** Whether a group of the entry's ids has other members, even if the entry itself is not a member. */
export function sharesGroup(connection: Connection, entry: Grouped): boolean {
  return groupsOf(connection, entry).some((members) => members.some((row) => integer(row, 'seq') !== entry.seq))
}

/** The entries whose rows may prevent another entry's row in a unique index. */
export function holdersOf(
  connection: Connection, { entryId, profileId, merchantOrderId, orderId }: EntryView['row'], merchantKey: MerchantKey,
): number[] {
  const ids = { merchant_order_id: merchantOrderId, order_id: orderId }
  const found = groups.flatMap(({ id, member }) => [
    ...connection.all(`SELECT seq FROM entry WHERE profile_id = ? AND ${id} = ? AND ${member}`, profileId, ids[id]),
    ...connection.all(
      `SELECT seq FROM entry WHERE merchant_key = ? AND ${id} = ? AND ${member} AND collision IS NULL`, merchantKey, ids[id],
    ),
  ])
  return [...connection.all('SELECT seq FROM entry WHERE entry_id = ?', entryId), ...found].map((row) => integer(row, 'seq'))
}

/** The current and correct marks of each entry that shares an id with this one, oldest first, by group. */
function marksAround(
  connection: Connection, entry: Grouped, closed: boolean,
): { readonly seq: number; readonly is: Collision; readonly was: Collision }[][] {
  return groupsOf(connection, entry).map((members) => members.map((row, place) => {
    const seq = integer(row, 'seq')
    const was = optionalText<'open' | 'closed'>(row, 'collision')
    const marked = (seq === entry.seq ? closed : was === 'closed') ? 'closed' : 'open'
    return { seq, is: place === 0 ? null : marked, was }
  }))
}

/** The members of each group of an entry's ids, oldest first. Members are found by the ids that they have. */
function groupsOf(connection: Connection, { merchantKey, merchantOrderId, orderId }: Grouped): Row[][] {
  const ids = { merchant_order_id: merchantOrderId, order_id: orderId }
  return groups.flatMap(({ kind, id, member }) => ids[id] === null ? [] : [connection.all(
    `SELECT entry.seq AS seq, collision FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE kind = ? AND value = ? AND merchant_key = ? AND ${id} = value AND ${member} ORDER BY entry.seq`,
    kind, ids[id], merchantKey,
  )])
}
