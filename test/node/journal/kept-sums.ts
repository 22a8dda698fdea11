import type { Connection } from '../../../electron/journal/connection.ts'

const values = [
  'merchant', 'environment', 'profile', 'operation', 'state', 'currency', 'error_code', 'who', 'desk', 'card_brand',
].map((name) => `(SELECT value FROM list_value WHERE id = ${name}) AS ${name}`).join(', ')

/** The stored sums of final entries, with the texts of their values. */
export function keptSums(connection: Connection) {
  return connection.all(`SELECT quarter, ${values}, entries, CAST(amount AS TEXT) AS amount, without_amount,
    CAST(net AS TEXT) AS net, net_unknown FROM final_sum ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`)
}
