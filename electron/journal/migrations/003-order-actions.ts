import type { Migration } from './migration.ts'

/**
 * What is done to an order that is there: a refund, a void, a capture. One at a time, and none while the last one's
 * outcome is unknown: the gateway has no idempotency, and a lost refund may have moved the money (addendum 8).
 */
export const orderActions: Migration = {
  name: 'order actions',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      -- A second one in flight is impossible in the data itself.
      CREATE UNIQUE INDEX entry_one_action_in_flight ON entry (profile_id, order_id)
        WHERE creates_order = 0 AND effect IN ('moves-money', 'holds-money')
          AND state IN ('sending', 'processing', 'unknown');
      CREATE INDEX entry_by_action ON entry (profile_id, order_id)
        WHERE creates_order = 0 AND effect IN ('moves-money', 'holds-money');
      -- Serves the search for an order like the one that is reviewed.
      CREATE INDEX entry_by_amount ON entry (profile_id, operation, minor_amount, currency, at)
        WHERE creates_order = 1;
    `)
  },
}
