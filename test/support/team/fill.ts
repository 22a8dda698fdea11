/** A long history, written to the database directly, for claims to search. */
import type { Cluster } from './cluster.ts'
import { sql } from './team.ts'

/** Creates `size` entries of fifty desks over a year, each with two events. Their chains are not valid. */
export async function fillHistory(cluster: Cluster, database: string, size: number): Promise<void> {
  await sql(cluster, database, `SET session_replication_role = replica; SET synchronous_commit = off;
    SET maintenance_work_mem = '256MB'; SET work_mem = '64MB';
    INSERT INTO team_journal.desk SELECT md5('desk' || i), 'anna', 'Desk ' || i, NULL FROM generate_series(0, 49) i;
    CREATE UNLOGGED TABLE filled AS SELECT i, md5('entry' || i) AS entry, md5('desk' || i % 50) AS desk, i / 50 * 2 AS number,
      now() - (${size} - i) * interval '30 seconds' AS at, 'ORDER-' || lpad(i::text, 8, '0') AS id,
      (CASE WHEN random() < 0.3 THEN (ARRAY[990, 1990, 4900, 9900])[1 + floor(random() * 4)] ELSE floor(random() * 200000) END)::text AS amount,
      CASE WHEN i % 1000 = 0 THEN 'unknown' WHEN random() < 0.1 THEN 'declined' ELSE 'approved' END AS state
      FROM generate_series(0, ${size - 1}) i;
    INSERT INTO team_journal.entry SELECT entry, 'merchant ' || i % 20, 'recurrent-payment', 'A person', id, NULL, amount, 'USD',
      desk, 'anna', at FROM filled;
    INSERT INTO team_journal.claim (entry_id, kind, merchant_key, id, round, desk_id, login, claimed_at)
      SELECT entry, 'create', 'merchant ' || i % 20, id, 1, desk, 'anna', at FROM filled;
    INSERT INTO team_journal.event SELECT desk, number + 1, md5('a' || i), entry, 'claimed', '2026-01-01T00:00:00.000Z',
      '{}', NULL, md5('a' || i) || md5('b' || i), 'sending', at, 'anna' FROM filled;
    INSERT INTO team_journal.event SELECT desk, number + 2, md5('b' || i), entry, 'outcome', '2026-01-01T00:00:00.000Z',
      '{"state":"' || state || '"}', NULL, md5('c' || i) || md5('d' || i), state, at, 'anna' FROM filled;
    INSERT INTO team_journal.ident SELECT id, at, entry FROM filled;
    INSERT INTO team_journal.ident SELECT lpad((i::bigint * 7919)::text, 12, '0'), at, entry FROM filled;
    DROP TABLE filled`)
  await sql(cluster, database, 'VACUUM ANALYZE')
}
