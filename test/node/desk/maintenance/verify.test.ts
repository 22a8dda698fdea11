import { copyFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { audit } from '../../../../electron/desk/maintenance/audit.ts'
import { beginEpoch } from '../../../../electron/desk/maintenance/epoch.ts'
import { noteVerification } from '../../../../electron/desk/maintenance/verify.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import {
  aVault, charge, charges, deleteOlderThan, entryId, noon, openHistory, outcome, signedHistory, valueOf, type UtcTime,
} from './support.ts'

const whole = {
  heads: expect.objectContaining({ byAnotherKey: 0, keyLost: false }), epochs: [],
  firstBreak: null, repaired: null, unsigned: 0, signedAtStart: 0, signedAtRestore: 0,
  removedOnRequest: 0, changedRules: [],
}
const day = 24 * 3_600_000

describe('an unchanged history', () => {
  it('verifies: every event and audit line is linked, and the end is signed', async () => {
    const history = await signedHistory()
    expect(await history.verify()).toEqual({ ...whole, links: 12, removed: 0 })
    expect(history.progress.at(-1)).toMatchObject({ task: 'verify' })
    expect(history.progress.at(-1)?.done).toBe(history.progress.at(-1)?.total)
  })

  it('has its last verification with its result: Today shows it', async () => {
    const history = await signedHistory()
    const last = async () => (await valueOf(history.keeping.describe())).lastVerification
    expect(await last()).toBeNull()
    await noteVerification(history.services, await history.verify())
    expect(await last()).toEqual({ at: '2026-11-20T12:00:00.000Z', result: 'good' })
    const changed = await history.attacked((file) => { file.exec('DELETE FROM event WHERE id = 4') })
    await noteVerification(changed.services, await changed.verify())
    expect((await valueOf(changed.keeping.describe())).lastVerification).toMatchObject({ result: 'bad' })
  })

  it('verifies if it is empty', async () => {
    expect(await openHistory().verify()).toEqual({ ...whole, links: 0, removed: 0 })
  })

  it('verifies after a restart, and is still signed with the same key', async () => {
    const keychain = createMemoryKeychain()
    const first = await signedHistory(aVault(keychain))
    await first.again().then((again) => again.journal.close())
    const second = openHistory({ path: first.path, vault: aVault(keychain) })
    await charges(second, 'four')
    await second.signing.finish()
    expect(await second.verify()).toEqual({ ...whole, links: 16, removed: 0 })
  })

  it('reports how much no head covers yet, and signs the rest of an earlier run', async () => {
    const history = await signedHistory()
    await history.journal.close()
    // A run that was killed between its commit and the head.
    const never = { ...history.vault, signJournalHead: () => new Promise<never>(() => undefined) }
    const killed = openHistory({ path: history.path, vault: never })
    await charges(killed, 'four')
    await killed.journal.close()
    const next = openHistory({ path: history.path, vault: history.vault })
    expect(await next.verify()).toMatchObject({ links: 15, unsigned: 3, firstBreak: null })
    await next.signing.finish()
    // The audit trail has one more line: how much an earlier run had left without a proof. And one more head.
    expect(await next.verify()).toEqual({ ...whole, links: 17, removed: 0, signedAtStart: 3 })
    expect((await valueOf(next.journal.audit({ before: null, limit: 1 }))).lines)
      .toMatchObject([{ action: 'signed-at-start', subject: 'Links', count: 3 }])
    const later = await next.again()
    await charges(later, 'five')
    await later.signing.finish()
    expect(await later.verify()).toEqual({ ...whole, links: 21, removed: 0, signedAtStart: 3 })
  })

  it('counts nothing as unproven that a head covers, even if the keychain has an earlier end', async () => {
    const history = await signedHistory()
    const { keepJournalEnd } = history.vault
    Object.assign(history.vault, { keepJournalEnd: async () => ({ ok: true, value: null }) })
    await charges(history, 'four')
    await history.signing.finish()
    Object.assign(history.vault, { keepJournalEnd })
    await history.journal.close()
    const killed = openHistory({ path: history.path, vault: history.vault })
    await killed.signing.finish()
    expect(await killed.verify()).toEqual({ ...whole, links: 16, removed: 0 })
  })

  it('is fully proven by a verification that waits for a head from a slow keychain', async () => {
    const vault = aVault()
    const keychain = Promise.withResolvers<null>()
    const signJournalHead: typeof vault.signJournalHead = async (request) => {
      await keychain.promise
      return await vault.signJournalHead(request)
    }
    const history = openHistory({ vault: { ...vault, signJournalHead } })
    await charges(history, 'one')
    const verified = history.signing.caughtUp().then(() => history.verify())
    keychain.resolve(null)
    expect(await verified).toMatchObject({ links: 4, unsigned: 0 })
  })

  it('is written while the vault is locked and signed once it is unlocked', async () => {
    let locked = false
    const vault = aVault()
    const lockable = { ...vault, signJournalHead: async (request: Parameters<typeof vault.signJournalHead>[0]) =>
      locked ? { ok: false, failure: { code: 'vault-locked' } } as const : await vault.signJournalHead(request) }
    const history = openHistory({ vault: lockable })
    await charges(history, 'one')
    await history.signing.finish()
    locked = true
    await charges(history, 'two')
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ links: 7, unsigned: 3, firstBreak: null })
    locked = false
    history.signing.again()
    await history.signing.finish()
    expect(await history.verify()).toEqual({ ...whole, links: 8, removed: 0 })
  })

  it('does not call a vault that could not sign again for a minute, however much is written', async () => {
    let calls = 0
    const vault = { ...aVault(), signJournalHead: async () => {
      calls += 1
      return { ok: false, failure: { code: 'vault-locked' } } as const
    } }
    const history = openHistory({ vault })
    for (const name of ['one', 'two', 'three']) {
      await charges(history, name)
      await history.signing.finish()
    }
    expect(calls).toBe(1)
    history.clock.now += 60_000
    await history.signing.finish()
    expect(calls).toBe(2)
  })

  it('distinguishes heads of an unknown key from wrong ones', async () => {
    const history = await signedHistory()
    await history.journal.close()
    const elsewhere = openHistory({ path: history.path, vault: aVault() })
    const [before, after] = [{ valid: 0, byAnotherKey: 2 }, { valid: 1, byAnotherKey: 2 }]
    expect(await elsewhere.verify()).toMatchObject({ unsigned: 10, heads: before, firstBreak: null })
    await charges(elsewhere, 'four')
    await elsewhere.signing.finish()
    expect(await elsewhere.verify()).toMatchObject({ unsigned: 0, heads: after, firstBreak: null })
  })

  it('verifies after content was removed in its middle, and stays verifiable', async () => {
    const history = openHistory()
    await charges(history, 'one')
    await valueOf(history.journal.recordIntent(charge('unknown')))
    await valueOf(history.journal.recordOutcome(outcome('unknown', { kind: 'unknown', fault: 'reset', reply: null })))
    await charges(history, 'two')
    await valueOf(history.journal.recordIntent(charge('young', { at: new Date(noon + 100 * day).toISOString() as UtcTime })))
    history.clock.now = noon + 100 * day
    expect(await deleteOlderThan(history, 2)).toBe(2)
    await history.signing.finish()
    // Two charges of three events each, two events of the unknown one, one of the recent one, the audit line, two
    // removals, the head.
    expect(await history.verify()).toEqual({ ...whole, links: 13, removed: 6 })
    const again = await history.again()
    await charges(again, 'four')
    await again.signing.finish()
    expect(await again.verify()).toMatchObject({ ...whole, links: 17, removed: 6 })
    expect((await valueOf(again.journal.entry({ entryId: entryId('unknown') })))?.row.state).toBe('unknown')
  })

  it('verifies after all content was removed, in several batches', async () => {
    const history = openHistory()
    const names = Array.from({ length: 120 }, (_, number) => `c${number}`)
    await charges(history, ...names)
    await history.signing.finish()
    history.clock.now = noon + 100 * day
    expect(await deleteOlderThan(history, 2)).toBe(120)
    await charges(history, 'four')
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ ...whole, removed: 360 })
    const again = await history.again()
    expect(await again.verify()).toMatchObject({ ...whole, removed: 360 })
  })
})

describe('an attacker who edits only the list', () => {
  it.each([
    ['a state', `UPDATE entry SET state = 'declined' WHERE seq = 4`],
    ['an amount', `UPDATE entry SET minor_amount = '1' WHERE seq = 4`],
    ['whether it makes an order', `UPDATE entry SET creates_order = 0 WHERE seq = 4`],
    ['that it is there', `DELETE FROM entry WHERE seq = 4`],
    ['into what nobody can read', `UPDATE entry SET entry_point = 'x' WHERE seq = 4`],
  ])('changes %s: reported, and repaired from the events', async (_what, sql) => {
    const history = await signedHistory()
    const before = history.connection.all('SELECT * FROM entry')
    const attacked = await history.attacked((file) => { file.exec(sql) })
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, repaired: { entries: 1, firstEntryId: entryId('two') } })
    expect(attacked.connection.all('SELECT * FROM entry')).toEqual(before)
    expect(await attacked.verify()).toMatchObject({ repaired: null })
  })

  it.each([
    ['removes every id', 'DELETE FROM identifier', 3, 'one'],
    ['moves an id to another entry', 'UPDATE identifier SET seq = 7 WHERE seq = 4', 2, 'two'],
    ['adds an id', `INSERT INTO identifier VALUES ('order', '4711', 4, 0)`, 1, 'two'],
    ['marks an id as only entered by a person', 'UPDATE identifier SET asked = 1 - asked WHERE seq = 4', 1, 'two'],
    ['hides entries from a filter', `DELETE FROM facet WHERE state = 'approved'`, 3, 'three'],
    ['changes a count of entries', 'UPDATE facet SET entries = 0', 3, 'three'],
  ])('%s: reported, and repaired from the events', async (_what, sql, entries, first) => {
    const history = await signedHistory()
    const found = (of: typeof history) => ['SELECT * FROM identifier', 'SELECT * FROM facet WHERE entries > 0']
      .map((select) => of.connection.all(select))
    const before = found(history)
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true])
    const attacked = await history.attacked((file) => { file.exec(sql) })
    const repaired = { entries, firstEntryId: entryId(first) }
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, repaired })
    expect(found(attacked)).toEqual(before)
    expect(await attacked.verify()).toMatchObject({ repaired: null })
  })

  it('adds an entry that never existed', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`INSERT INTO entry SELECT * FROM (SELECT 5, 'made-up', at, who, profile_id, profile_name, merchant_key, environment,
        operation, effect, 0, entry_point, state, collision, NULL, order_id, serial_number, card_reference, NULL, last_four, minor_amount,
        enumerated_minor_amounts, currency, error_code, error_text, NULL FROM entry WHERE seq = 4)`)
    })
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, repaired: { entries: 1, firstEntryId: 'made-up' } })
    expect(attacked.connection.first(`SELECT 1 FROM entry WHERE entry_id = 'made-up'`)).toBeNull()
  })
})

describe('a backup', () => {
  it('that was restored in the application is no alarm: the audit trail has it', async () => {
    const history = await signedHistory()
    const backup = `${history.path}.backup`
    history.connection.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(history.path, backup)
    await charges(history, 'four')
    await history.signing.finish()
    history.clock.now += 120_000
    await history.journal.close()
    const restored = openHistory({ path: backup, vault: history.vault })
    restored.signing.soon()
    await restored.signing.finish()
    expect((await restored.verify()).firstBreak).toMatchObject({ what: 'end-cut-off' })
    const fileName = 'history-2026-11-20.sqlite'
    expect(await beginEpoch(restored.services, { fileName, at: new Date(noon).toISOString() as UtcTime })).toBe(true)
    await restored.signing.decide(async () => 'accept')
    await restored.signing.finish()
    const epochs = [{ number: 2, position: 13, at: new Date(noon).toISOString() }]
    expect(await restored.verify()).toEqual({ ...whole, links: 14, removed: 0, epochs })
    await charges(restored, 'five')
    const again = await restored.again()
    expect(await again.verify()).toMatchObject({ ...whole, links: 18, epochs })
  })

  it('is recognised although the first check of the end was in progress', async () => {
    const history = await signedHistory()
    await history.journal.close()
    const other = openHistory({ vault: history.vault })
    await charges(other, 'again')
    await valueOf(audit(other.services, 'history-started-anew', 'journal.damaged.sqlite'))
    await other.signing.decide(async () => 'accept')
    await other.signing.finish()
    expect(await other.verify()).toEqual({ ...whole, links: 5, removed: 0 })
  })
})
