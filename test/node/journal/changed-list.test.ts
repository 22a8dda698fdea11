/** The table for filtering and totals, after an attacker has changed it. */
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../electron/journal/connection.ts'
import { dimensions } from '../../../electron/journal/write/list-values.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { rebuildReadingTables } from '../../../electron/journal/write/reading-tables.ts'
import { keptSums } from './kept-sums.ts'
import { entryId, moment, named, sell } from './list-entries.ts'
import { charge, masked, merchantOrderId, outcome, query } from './samples.ts'
import { openHere, repaired, valueOf } from './with-journal.ts'

/** The lists with the text of their values. */
const lists = (connection: Connection) => ({
  rows: connection.all(`SELECT seq, at, became_final, size, money, ${dimensions.map((name) =>
    `(SELECT value FROM list_value WHERE id = ${name}) AS ${name}`).join(', ')},
    CAST(net_minor_amount AS TEXT) AS net_minor_amount, net_unknown, reported_otherwise, facts
    FROM list_entry ORDER BY seq`),
  counts: connection.all('SELECT dimension, value, entries FROM list_value WHERE entries > 0 ORDER BY dimension, value'),
  facets: connection.all('SELECT * FROM facet WHERE entries > 0 ORDER BY profile_id, operation, state'),
  cards: connection.all(`SELECT (SELECT value FROM list_value WHERE id = card_reference) AS reference,
    (SELECT value FROM list_value WHERE id = merchant) AS merchant, at, reported, words FROM card ORDER BY 1, 2`),
  finals: keptSums(connection),
  terms: connection.all('SELECT term, doc FROM entry_term ORDER BY term, doc'),
})

async function fill(journal: JournalPort, entries: number): Promise<void> {
  for (let number = 0; number < entries; number += 1) {
    await sell(journal, { name: `n${number}`, who: number % 2 === 0 ? 'mara' : 'pia' })
  }
}

describe('a list that was changed from outside', () => {
  it.each([
    ['an amount in the totals', `UPDATE list_entry SET net_minor_amount = 1 WHERE seq = 1`],
    ['a state that filters use', `UPDATE list_entry SET state = (SELECT id FROM list_value WHERE value = 'USD') WHERE seq = 1`],
    ['the shown data of a card', `UPDATE list_entry SET facts = json_set(facts, '$.cardholder', 'SOMEBODY') WHERE seq = 1`],
    ['a card that no value names', 'UPDATE list_entry SET card_reference = 99999'],
    ['a hash that is the operation of all', `UPDATE list_entry SET card_hash = (SELECT id FROM list_value
      WHERE dimension = 'operation') WHERE seq = 1`],
    ['a report of other values', 'UPDATE list_entry SET reported_otherwise = 1 WHERE seq = 1'],
    ['a missing entry', 'DELETE FROM list_entry WHERE seq = 1'],
    ['an entry that never existed', `INSERT INTO list_entry SELECT 77, at, became_final, size, money, ${dimensions.join(', ')},
      reviewed_minor_amount, net_minor_amount, net_unknown, facts, 0 FROM list_entry WHERE seq = 1`],
    ['an amount beyond what is computed with', 'UPDATE list_entry SET net_minor_amount = 4611686018427387904 WHERE seq = 1'],
    ['the words of an entry', 'DELETE FROM entry_text WHERE rowid = 1'],
    ['the words of an entry that never was', `INSERT INTO entry_text (rowid, terms) VALUES (77, 'wpia')`],
    ['what is known of a card', `UPDATE card SET reported = json_set(reported, '$.lastFour', '9999')`],
    ['what a card is found by', `UPDATE card SET words = 'somebody'`],
    ['a card that is gone', 'DELETE FROM card'],
    ['a card that never was', `INSERT INTO card SELECT 77, merchant, environment, at, reported, words FROM card`],
    ['a sum', 'UPDATE final_sum SET entries = entries + 1, amount = amount + 1015'],
    ['the quarter-hour of a sum', 'UPDATE final_sum SET quarter = quarter + 1'],
    ['sums that are gone', 'DELETE FROM final_sum'],
    ['when an entry became final', 'UPDATE list_entry SET became_final = became_final + 3600000 WHERE seq = 1'],
    ['a count', `UPDATE list_value SET entries = 9 WHERE value = 'USD'`],
  ])('is repaired by a verification: %s', async (_what, sql) => {
    const { journal, connection } = openHere()
    await fill(journal, 3)
    const right = lists(connection)
    connection.database.exec(sql)
    expect(lists(connection)).not.toEqual(right)
    await repaired(journal)
    expect(lists(connection)).toEqual(right)
    expect(await repaired(journal)).toBeNull()
  })

  it('with wrong orders at two distant entries is corrected before an order is sent twice', async () => {
    const { journal, connection } = openHere()
    for (let number = 1; number <= 60; number += 1) await valueOf(journal.recordIntent(charge(`n${number}`)))
    const right = connection.all('SELECT * FROM entry')
    connection.database.exec(`UPDATE entry SET merchant_order_id = 'free' WHERE seq = 1;
      UPDATE entry SET merchant_order_id = 'order-n1' WHERE seq = 60`)
    expect(await repaired(journal)).toEqual({ entries: 2, firstEntryId: entryId('n1') })
    expect(connection.all('SELECT * FROM entry')).toEqual(right)
    const again = charge('again', { merchantOrderId: merchantOrderId('order-n60') })
    expect(await journal.recordIntent(again))
      .toEqual({ ok: false, failure: { code: 'merchant-order-id-used', entryId: entryId('n60') } })
  })

  it.each(['list_value', 'facet'])('does not prevent an outcome from being written, and its counts are repaired: %s', async (table) => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('open')))
    connection.database.exec(`UPDATE ${table} SET entries = 0`)
    await valueOf(journal.recordOutcome(outcome('open')))
    await repaired(journal)
    const corrected = lists(connection)
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(lists(connection)).toEqual(corrected)
  })

  it.each(['list_value', 'facet'])('does not prevent old content from being removed, and its counts are repaired: %s', async (table) => {
    const { journal, connection } = openHere()
    await sell(journal, { name: 'old' })
    connection.database.exec(`UPDATE ${table} SET entries = 0`)
    const [at, before] = [moment('2031-01-01T00:00:00.000Z'), moment('2030-01-01T00:00:00.000Z')]
    const plan = await valueOf(journal.planRemoval({ before, at, after: 0, limit: 100 }))
    const removals = plan.removals.map((removal) => ({ ...removal, signature: null }))
    await valueOf(journal.removeContent({ removals }))
    const listed = lists(connection)
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(lists(connection)).toEqual(listed)
    expect(named((await valueOf(journal.search(query()))).rows)).toEqual(['old'])
  })

  it('shows merchants that are one as one, and filters by any of their keys', async () => {
    const { journal, connection } = openHere()
    const [one, other] = ['https://a.example gw shop', 'https://b.example gw shop'] as never[]
    await sell(journal, { name: 'a', merchantKey: one! })
    await sell(journal, { name: 'b', merchantKey: other! })
    await valueOf(journal.recordAudit({
      at: moment('2026-11-21T00:00:00.000Z'), osUser: 'mara', name: masked(''), action: 'merchant-moved',
      subject: masked('shop'), detail: masked(''),
      sameMerchants: [one!, other!],
    }))
    for (const merchantKey of [one!, other!]) {
      expect(named((await valueOf(journal.search(query({ merchantKey })))).rows)).toEqual(['b', 'a'])
    }
    expect((await valueOf(journal.choices())).merchants).toEqual([{ value: one, entries: 2 }])
    const moved = lists(connection)
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(lists(connection)).toEqual(moved)
    expect(entryId('a')).toBe('entry-a')
  })
})
