/**
 * Recomputes the sums of entries that became final from `list_entry`. Triggers update the stored sums; these are the
 * correct values. Reasons of declined payments are codes: the gateway's texts are only in the entries, where they can
 * be removed.
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

/** Whether the stored sums of a quarter-hour equal those of its entries. */
export function areFinalSumsRight(connection: Connection, quarter: number): boolean {
  const differs = `SELECT 1 FROM (SELECT * FROM (${counted}) EXCEPT ${kept})
    UNION ALL SELECT 1 FROM (${kept} EXCEPT SELECT * FROM (${counted})) LIMIT 1`
  return connection.first(differs, quarter) === null
}

/** Recomputes and stores the sums of a quarter-hour. Call inside a transaction. */
export function addUpQuarter(connection: Connection, quarter: number): void {
  connection.run('DELETE FROM final_sum WHERE quarter = ?', quarter)
  connection.run(`INSERT INTO final_sum ${counted}`, quarter)
}
