import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../electron/journal/connection.ts'
import { dimensions } from '../../../electron/journal/write/list-values.ts'
import { rebuildReadingTables } from '../../../electron/journal/write/reading-tables.ts'
import { keptSums } from './kept-sums.ts'
import { noteStep, step } from './random-steps.ts'
import { openHere, repaired } from './with-journal.ts'

/** The rows of the lists with the values behind their numbers. */
const listedByText = `SELECT seq, at, became_final, size, money, ${dimensions.map((name) =>
  `(SELECT value FROM list_value WHERE id = ${name}) AS ${name}`).join(', ')},
  reviewed_minor_amount, net_minor_amount, net_unknown, reported_otherwise, facts FROM list_entry ORDER BY seq`

function readingTables(connection: Connection) {
  return {
    entries: connection.all('SELECT * FROM entry ORDER BY seq'),
    identifiers: connection.all('SELECT * FROM identifier ORDER BY kind, value, seq'),
    nonces: connection.all('SELECT * FROM nonce ORDER BY value, seq'),
    notes: connection.all('SELECT * FROM note ORDER BY seq, note_id'),
    tags: connection.all('SELECT * FROM entry_tag ORDER BY tag, seq'),
    facets: connection.all('SELECT * FROM facet WHERE entries > 0'),
    listed: connection.all(listedByText),
    values: connection.all('SELECT dimension, value, entries FROM list_value WHERE entries > 0 ORDER BY dimension, value'),
    finals: keptSums(connection),
    cards: connection.all(`SELECT (SELECT value FROM list_value WHERE id = card_reference) AS reference,
      (SELECT value FROM list_value WHERE id = merchant) AS merchant, at, reported, words FROM card ORDER BY 1, 2`),
    text: connection.all('SELECT term, doc FROM entry_term ORDER BY term, doc'),
  }
}

describe('the reading tables', () => {
  it('equal those derived from the events and expected by a verification, after any sequence of records, refused ones included', async () => {
    const records = fc.array(fc.oneof({ weight: 4, arbitrary: step }, noteStep), { maxLength: 40 })
    await fc.assert(fc.asyncProperty(records, async (steps) => {
      const { connection, journal } = openHere()
      try {
        for (const run of steps) await run(journal).catch(() => null)
        expect(await repaired(journal)).toBeNull()
        const derived = readingTables(connection)
        connection.transaction(() => { rebuildReadingTables(connection) })
        expect(readingTables(connection)).toEqual(derived)
        const states = connection.all('SELECT profile_id, operation, state, count(*) AS entries FROM entry GROUP BY 1, 2, 3')
        expect(derived.facets).toEqual(states)
        const twice = connection.all(`SELECT 1 FROM entry WHERE creates_order = 1 AND state <> 'not-sent'
          GROUP BY profile_id, merchant_order_id HAVING count(*) > 1`)
        expect(twice).toEqual([])
      } finally {
        await journal.close()
      }
    }), { numRuns: 60 })
  })
})
