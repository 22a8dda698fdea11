/**
 * The sums of entries that became final. Triggers keep them as `list_entry` is written; here is what they must be,
 * counted again from that table. Reasons of declined payments are codes: the gateway's texts stay with their entries,
 * where they can be removed.
 */
import { quarterMs } from '#shared/day-hours.ts'
import type { Connection } from '../connection.ts'

const key = [
  'merchant', 'environment', 'profile', 'operation', 'state', 'currency', 'error_code', 'who', 'desk', 'card_brand',
] as const
const counted = `SELECT ?1 AS quarter, ${key.map((name) => `coalesce(${name}, 0) AS key_${name}`).join(', ')},
    count(*) AS entries, coalesce(sum(reviewed_minor_amount), 0) AS amount,
    count(*) - count(reviewed_minor_amount) AS without_amount, coalesce(sum(net_minor_amount), 0) AS net,
    sum(net_unknown) AS net_unknown
  FROM list_entry INDEXED BY list_entry_by_final
  WHERE became_final >= ?1 * ${quarterMs} AND became_final < (?1 + 1) * ${quarterMs}
  GROUP BY ${key.map((name) => `key_${name}`).join(', ')}`
const kept = 'SELECT * FROM final_sum WHERE quarter = ?1'

/** Whether the sums of a quarter-hour are those of its entries. */
export function areFinalSumsRight(connection: Connection, quarter: number): boolean {
  const differs = `SELECT 1 FROM (SELECT * FROM (${counted}) EXCEPT ${kept})
    UNION ALL SELECT 1 FROM (${kept} EXCEPT SELECT * FROM (${counted})) LIMIT 1`
  return connection.first(differs, quarter) === null
}

/** Adds up a quarter-hour again from its entries. Call inside a transaction. */
export function addUpQuarter(connection: Connection, quarter: number): void {
  connection.run('DELETE FROM final_sum WHERE quarter = ?', quarter)
  connection.run(`INSERT INTO final_sum ${counted}`, quarter)
}
