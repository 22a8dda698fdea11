/**
 * The file's own rules: without its indexes an order could be sent twice, without its triggers events could be
 * changed.
 */
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { charge, signedHistory } from './support.ts'

const whole = { firstBreak: null, repaired: null, unsigned: 0, changedRules: [] }

describe('an attacker with the file, while the application is closed,', () => {
  const rulesOf = (file: DatabaseSync) =>
    file.prepare(`SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') ORDER BY type, name`).all()

  it.each([
    ['drops the index that keeps an order from being sent twice', 'DROP INDEX entry_creates_order_once',
      'index entry_creates_order_once'],
    ['replaces it by one without an effect', `DROP INDEX entry_creates_order_once;
      CREATE INDEX entry_creates_order_once ON entry (profile_id)`, 'index entry_creates_order_once'],
    ['plants a trigger', `CREATE TRIGGER evil AFTER INSERT ON event BEGIN DELETE FROM identifier; END`, 'trigger evil'],
    ['plants one with a difficult name', `CREATE TRIGGER "ev""il; --" AFTER INSERT ON event BEGIN DELETE FROM identifier; END`,
      'trigger ev"il; --'],
    ['creates an index that refuses charges', 'CREATE UNIQUE INDEX evil ON entry (profile_id, merchant_order_id)', 'index evil'],
  ])('%s: reported, and repaired', async (_what, sql, named) => {
    const history = await signedHistory()
    const before = rulesOf(history.connection.database)
    const attacked = await history.attacked((file) => { file.exec(sql) })
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, changedRules: [named] })
    expect(rulesOf(attacked.connection.database)).toEqual(before)
    expect(await (await attacked.again()).verify()).toMatchObject(whole)
  })

  it('removes the triggers that prevent changes of events: reported, and restored', async () => {
    const attacked = await (await signedHistory()).attacked(() => undefined, { coveringUp: false })
    expect((await attacked.verify()).changedRules).toContain('trigger event_is_never_changed')
    expect(() => { attacked.connection.database.exec(`UPDATE event SET at = ''`) }).toThrow('append-only')
  })

  it('drops the index and adds an order to the list twice: the list is derived again and the index restored', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`DROP INDEX entry_creates_order_once; DROP INDEX merchant_creates_order_once;
        UPDATE entry SET merchant_order_id = 'order-one' WHERE seq = 4`)
    })
    expect(await attacked.verify()).toMatchObject({
      ...whole, changedRules: ['index entry_creates_order_once', 'index merchant_creates_order_once'],
    })
    await expect(attacked.journal.recordIntent(charge('six', { merchantOrderId: charge('one').merchantOrderId })))
      .resolves.toMatchObject({ ok: false })
  })

  it('adds a table: reported, and not changed', async () => {
    const attacked = await (await signedHistory()).attacked((file) => { file.exec('CREATE TABLE evil (x)') })
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, changedRules: ['table evil'] })
  })
})
