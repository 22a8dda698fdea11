/** Compares the stored sums of entries that became final with those of the entries, for each quarter-hour. */
import type { EntryId } from '#shared/brands.ts'
import { quarterMs } from '#shared/day-hours.ts'
import type { CheckedSlice, Mismatch, PlaceIn } from '../../chain/chain-types.ts'
import type { Connection } from '../../connection.ts'
import { optionalInteger, text } from '../../row.ts'
import { addUpQuarter, areFinalSumsRight } from '../../write/final-sums.ts'

/** Quarter-hours of one slice. */
const atOnce = 15

const nextQuarter = `SELECT min(quarter) AS quarter FROM (SELECT min(quarter) AS quarter FROM final_sum WHERE quarter > ?1
  UNION ALL SELECT min(became_final) / ${quarterMs} FROM list_entry INDEXED BY list_entry_by_final
    WHERE became_final >= (?1 + 1) * ${quarterMs})`

/** Compares the sums of the next quarter-hours, and corrects those that differ. */
export function checkFinalSums(connection: Connection, { after }: PlaceIn<'final-sums'>): CheckedSlice {
  const wrong: Mismatch[] = []
  let place = after
  for (let checked = 0; checked < atOnce; checked += 1) {
    const quarter = optionalInteger(connection.first(nextQuarter, place) ?? {}, 'quarter')
    if (quarter === null) return { wrong, next: null }
    place = quarter
    if (areFinalSumsRight(connection, quarter)) continue
    connection.transaction(() => { addUpQuarter(connection, quarter) })
    wrong.push({ table: 'final_sum', entryId: newestIn(connection, quarter), entries: 1 })
  }
  return { wrong, next: { stage: 'final-sums', after: place } }
}

function newestIn(connection: Connection, quarter: number): EntryId | null {
  const row = connection.first(
    `SELECT entry_id FROM entry WHERE seq = (SELECT max(seq) FROM list_entry INDEXED BY list_entry_by_final
      WHERE became_final >= ?1 * ${quarterMs} AND became_final < (?1 + 1) * ${quarterMs})`, quarter,
  )
  return row === null ? null : text<EntryId>(row, 'entry_id')
}
