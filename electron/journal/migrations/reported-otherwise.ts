import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'

/** Marks the payments that the gateway reports differently than they were sent, for lists and sums. They are few. */
export const reportedOtherwise = {
  apply({ database }: Connection): void {
    database.exec(`
      ALTER TABLE list_entry ADD COLUMN reported_otherwise INTEGER NOT NULL DEFAULT 0 CHECK (reported_otherwise IN (0, 1));
      CREATE INDEX list_entry_by_reported_otherwise ON list_entry (at) WHERE reported_otherwise = 1;
    `)
  },
  changesEntries: {
    candidates: `SELECT seq FROM entry WHERE creates_order = 1 AND content_removed_at IS NULL
      AND EXISTS (SELECT 1 FROM event WHERE event.entry = entry.seq AND event.kind = 'observation') ORDER BY seq`,
    concerns: ({ reportedOtherwise }: Pick<HistoryRow, 'reportedOtherwise'>): boolean => reportedOtherwise !== undefined,
  },
} as const
