import { markCollisions } from '../write/collisions.ts'
import { merchantOf, type IntentOfMerchant } from '../write/merchants.ts'
import type { Migration } from './migration.ts'

/**
 * The merchant, not the profile, is what charges once: a profile may be removed and entered again, or stand beside
 * another one of the same merchant. The indexes by profile stay. What happened twice before is marked and left out of
 * the new ones.
 */
export const merchants: Migration = {
  name: 'merchants',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      ALTER TABLE entry ADD COLUMN merchant_key TEXT NOT NULL DEFAULT '';
      ALTER TABLE entry ADD COLUMN collision TEXT CHECK (collision IN ('open', 'closed'));

      -- Each merchant that a person declared to be another one, and the one that stands for all of them.
      CREATE TABLE merchant_alias (merchant_key TEXT PRIMARY KEY, same_as TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `)
    connection.database.function('merchant_in', { deterministic: true }, (body, profileId) =>
      merchantIn(String(body), String(profileId)))
    connection.run(`UPDATE entry SET merchant_key = merchant_in((SELECT body FROM event WHERE id = seq), profile_id)`)
    markCollisions(connection, null)
    connection.database.exec(`
      -- A status of error is an open outcome.
      DROP INDEX entry_open;
      CREATE INDEX entry_open ON entry (seq) WHERE state IN ('sending', 'processing', 'error', 'unknown');
      CREATE INDEX entry_collision ON entry (seq) WHERE collision = 'open';

      -- A second send of one merchant's order, or a second action in flight on it, is impossible in the data itself.
      CREATE UNIQUE INDEX merchant_creates_order_once ON entry (merchant_key, merchant_order_id)
        WHERE creates_order = 1 AND state <> 'not-sent' AND collision IS NULL;
      CREATE UNIQUE INDEX merchant_one_action_in_flight ON entry (merchant_key, order_id)
        WHERE creates_order = 0 AND effect IN ('moves-money', 'holds-money')
          AND state IN ('sending', 'processing', 'error', 'unknown') AND collision IS NULL;

      -- Serve the search for a possible duplicate, newest first.
      CREATE INDEX entry_of_merchant_card ON entry (merchant_key, card_reference)
        WHERE effect IN ('moves-money', 'holds-money') AND card_reference IS NOT NULL;
      CREATE INDEX entry_of_merchant_amount ON entry (merchant_key, operation, minor_amount, currency)
        WHERE creates_order = 1;
    `)
  },
}

/** An event that somebody else put there may be no intent. Verifying names it; opening must not fail over it. */
function merchantIn(body: string, profileId: string): string {
  try {
    const { merchantKey, url, login, fields } = JSON.parse(body) as IntentOfMerchant
    return merchantOf({
      profileId: profileId as IntentOfMerchant['profileId'],
      url: String(url),
      fields: Array.isArray(fields) ? fields : [],
      ...(typeof merchantKey === 'string' && { merchantKey }),
      ...(typeof login === 'string' && { login }),
    })
  } catch {
    return merchantOf({ profileId: profileId as IntentOfMerchant['profileId'], url: '', fields: [] })
  }
}
