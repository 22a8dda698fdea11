/** Signed heads: their verification with only the public key, and attacks on them by an attacker with the file. */
import { copyFileSync } from 'node:fs'
import { generateKeyPairSync, sign } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { headsFormat, headText, type SignedHead } from '#shared/model/history/journal-head.ts'
import { savingTexts } from '../../../support/fixtures/system.ts'
import { saveHeadKey, saveHeads } from '../../../../electron/desk/maintenance/export-heads.ts'
import { headKeyId } from '../../../../electron/common/signatures/head-signature.ts'
import { verifyFromOutside } from '../../../../electron/journal/proof/outside.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import { fromOutside, headsOf, publicKeyOf, saved, withHeads } from './outside.ts'
import {
  aVault, charge, charges, cutOff, deleteOlderThan, entryId, noon, openHistory, relink, relinkWithoutHeads,
  signedHistory, valueOf, type UtcTime,
} from './support.ts'

const minute = 60_000

describe('a head', () => {
  it('is signed at the end of a run, and proves the whole run to a person with the public key', async () => {
    const history = await signedHistory()
    expect(await history.verify()).toMatchObject({ firstBreak: null, heads: { valid: 2, newest: { position: 11 } } })
    expect(await fromOutside(history)).toMatchObject({
      verdict: 'proven', links: 12, heads: 2, newestHead: { number: 2, epoch: 1, position: 11 }, behindNewestHead: 0, epochs: [],
    })
  })

  it('is signed within a second of a write: immediately, then one for all writes within the second', async () => {
    const history = openHistory()
    await charges(history, 'one')
    history.signing.soon()
    await expect.poll(() => headsOf(history)).toHaveLength(1)
    await charges(history, 'two')
    history.signing.soon()
    await charges(history, 'three')
    history.signing.soon()
    history.clock.now += 1_000
    // The keychain's record of the end is due as well, later.
    for (const due of history.scheduled) due()
    await expect.poll(() => headsOf(history)).toMatchObject([{ position: 3 }, { position: 10 }])
    // A head does not cause another head.
    history.clock.now += 1_000
    await history.signing.finish()
    expect(headsOf(history)).toHaveLength(2)
  })

  it('is in every backup, at its end', async () => {
    const history = openHistory()
    await charges(history, 'one')
    const { fileName } = await valueOf(history.keeping.backUp())
    const verified = verifyFromOutside(join(dirname(history.path), 'backups', fileName), await publicKeyOf(history), [])
    expect(verified).toMatchObject({ ok: true, value: { verdict: 'proven', links: 4, behindNewestHead: 0 } })
  })

  it.each([['in the same run', false], ['after a restart', true]])(
    'continues %s after a removal of content that the last one covers', async (_when, isRestarted) => {
      const before = await withHeads(aVault(), noon + 100 * 24 * 60 * minute)
      const history = isRestarted ? await before.again() : before
      await charges(history, 'four')
      await valueOf(history.journal.recordIntent(charge('young', { at: new Date(history.clock.now).toISOString() as UtcTime })))
      expect(await deleteOlderThan(history, 2)).toBe(4)
      await history.signing.finish()
      expect(await history.verify()).toMatchObject({ firstBreak: null, removed: 12 })
      expect(await fromOutside(history)).toMatchObject({ verdict: 'proven', removed: 12, behindNewestHead: 0 })
    })

  it('is saved with the public key, with an audit line; together they prove a copy', async () => {
    const history = await withHeads()
    const files = new Map<string, string>()
    const chooseSaveDestination = savingTexts((name, text) => { files.set(name, text) })
    const services = { ...history.services, system: { ...history.services.system, chooseSaveDestination } }
    const key = await valueOf(saveHeadKey(services))
    const heads = await valueOf(saveHeads(services))
    const { lines } = await valueOf(history.journal.audit({ before: null, limit: 2 }))
    expect(lines.map(({ action }) => action)).toEqual(['heads-exported', 'public-key-exported'])
    const [first, ...kept] = files.get(heads.fileName)!.trimEnd().split('\n').map((line) => JSON.parse(line) as SignedHead)
    expect(first).toMatchObject({ format: headsFormat, publicKey: files.get(key.fileName) })
    expect(await fromOutside(history, kept, files.get(key.fileName))).toMatchObject({ verdict: 'proven', heads: 3 })
  })
})

describe('a head does not make a forgery genuine', () => {
  it('a removal that was added while the application was closed: no head is signed after it', async () => {
    const attacked = await (await withHeads()).attacked((file) => {
      const facts = JSON.stringify({
        entryId: entryId('two'), at: '2026-11-20T12:00:00.000Z', ground: 'age', covers: 3, movedMinorAmount: '1015',
        signature: { keyId: '0000000000000000', signature: 'abab' },
      })
      file.prepare(`INSERT INTO event VALUES (10, 4, 'removal', '2026-11-20T12:00:00.000Z', ?, NULL)`).run(facts)
      file.exec(`DELETE FROM content WHERE event BETWEEN 4 AND 6; INSERT INTO chain VALUES (13, 'event', 10, zeroblob(32))`)
      relink(file, 13)
    })
    const untouched = `${attacked.path}.copy`
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect(headsOf(attacked)).toHaveLength(3)
    const key = await publicKeyOf(attacked)
    await attacked.journal.close()
    copyFileSync(attacked.path, untouched)
    expect(verifyFromOutside(untouched, key, [])).toMatchObject({
      value: { verdict: 'broken', firstBreak: { link: 13, what: 'removal-wrong' } },
    })
  })

  it('a head that an attacker signed with their own key, over their own events', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const history = await signedHistory()
    const key = await publicKeyOf(history)
    const attacked = await history.attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
      relink(file, 6)
      const head = file.prepare('SELECT * FROM head WHERE id = 2').get() as unknown as SignedHead
      const link = Buffer.from(file.prepare('SELECT link FROM chain WHERE position = 11').get()!.link as Uint8Array).toString('hex')
      const keyId = headKeyId(publicKey)
      const signature = sign(null, Buffer.from(headText({ ...head, link }, keyId)!), privateKey).toString('base64')
      file.prepare('UPDATE head SET key_id = ?, signature = ? WHERE id = 2').run(keyId, signature)
      relink(file, 12)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 12, what: 'head-wrong' })
    expect(await fromOutside(attacked, [], key))
      .toMatchObject({ verdict: 'proven', newestHead: { position: 3 }, heads: 1, headsByAnotherKey: 1, behindNewestHead: 7 })
  })
})

describe('an attacker with the file', () => {
  it.each([
    ['moves a head', 'UPDATE head SET position = position - 1 WHERE id = 2'],
    ['gives it another time', `UPDATE head SET at = '2020-01-01T00:00:00.000Z' WHERE id = 2`],
    ['puts it into another epoch', 'UPDATE head SET epoch = 2 WHERE id = 2'],
    ['gives it to another journal', `UPDATE head SET journal = '${'ab'.repeat(16)}' WHERE id = 2`],
    ['gives it another number', 'UPDATE head SET number = 9 WHERE id = 2'],
    ['gives it the signature of another one', 'UPDATE head SET signature = (SELECT signature FROM head WHERE id = 1) WHERE id = 2'],
    ['makes the signature unreadable', `UPDATE head SET signature = '' WHERE id = 2`],
  ])('%s: found, even after the application has continued', async (_what, sql) => {
    const attacked = await (await withHeads()).attacked((file) => { file.exec(sql) })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 8, what: 'changed' })
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 8, what: 'changed' })
    expect(await fromOutside(attacked)).toMatchObject({ verdict: 'broken', firstBreak: { what: 'changed' } })
  })

  it.each([
    ['moves the newest head', 'UPDATE head SET position = position - 1 WHERE id = 3', 'head-wrong'],
    ['gives it another time', `UPDATE head SET at = '2020-01-01T00:00:00.000Z' WHERE id = 3`, 'head-wrong'],
    ['puts it into another epoch', 'UPDATE head SET epoch = 2 WHERE id = 3', 'head-wrong'],
    ['gives it to another journal', `UPDATE head SET journal = '${'ab'.repeat(16)}' WHERE id = 3`, 'head-wrong'],
    ['gives it another number', 'UPDATE head SET number = 9 WHERE id = 3', 'head-missing'],
    ['gives an earlier one another time', `UPDATE head SET at = '2020-01-01T00:00:00.000Z' WHERE id = 2`, 'head-wrong'],
    ['lets an earlier one cover later events', `UPDATE head SET position = 9 WHERE id = 2`, 'head-wrong'],
  ])('%s and computes every link again', async (_what, sql, what) => {
    const attacked = await (await withHeads()).attacked((file) => {
      file.exec(sql)
      relink(file)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ what })
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect((await attacked.verify()).firstBreak).toMatchObject({ what })
    expect(await fromOutside(attacked)).toMatchObject({ verdict: 'broken', firstBreak: { what } })
  })

  it.each([[1], [2], [3]])('removes head %i', async (id) => {
    const attacked = await (await withHeads()).attacked((file) => { file.prepare('DELETE FROM head WHERE id = ?').run(id) })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 4 * id, what: 'missing' })
    expect(await fromOutside(attacked)).toMatchObject({ verdict: 'broken', firstBreak: { link: 4 * id, what: 'missing' } })
  })

  it.each([[2, 'end-cut-off'], [0, 'end-cut-off']])('removes all heads after the first %i, with their links', async (kept, what) => {
    const history = await withHeads()
    const exported = await saved(history)
    const attacked = await history.attacked((file) => { relinkWithoutHeads(file, kept) })
    expect((await attacked.verify()).firstBreak).toMatchObject({ what })
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect((await attacked.verify()).firstBreak).toMatchObject({ what })
    expect(await fromOutside(attacked, exported)).toMatchObject({ verdict: 'broken', firstBreak: { what: 'head-missing' } })
  })

  it('uses the id of an unknown key: found here, and ignored by an outsider', async () => {
    const attacked = await (await withHeads()).attacked((file) => {
      file.exec(`UPDATE head SET key_id = '0000000000000000' WHERE id = 3`)
      relink(file, 12)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 12, what: 'head-wrong' })
    expect(await fromOutside(attacked)).toMatchObject({ verdict: 'proven', headsByAnotherKey: 1, newestHead: { position: 7 } })
  })

  it('inserts the heads of another journal of this computer', async () => {
    const vault = aVault()
    const other = await signedHistory(vault)
    const rows = headsOf(other)
    await other.journal.close()
    const history = openHistory({ vault })
    await charges(history, 'a', 'b', 'c', 'd')
    const attacked = await history.attacked((file) => {
      relinkWithoutHeads(file)
      rows.forEach((row, index) => {
        file.prepare('INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(...Object.values(row))
        file.prepare(`INSERT INTO chain VALUES (?, 'head', ?, zeroblob(32))`).run(13 + index, row.id!)
      })
      relink(file)
    })
    expect(await fromOutside(attacked)).toMatchObject({ verdict: 'broken', firstBreak: { link: 3, what: 'head-wrong' } })
  })

  it.each<[string, (file: DatabaseSync) => void, object]>([
    ['changes an event', () => undefined, { link: 5, what: 'changed' }],
    ['does that and computes every link again', (file) => { relink(file) }, { link: 7, what: 'head-wrong' }],
  ])('%s: found with the public key alone', async (_what, cover, firstBreak) => {
    const attacked = await (await withHeads()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
      cover(file)
    })
    expect(await fromOutside(attacked)).toMatchObject({ verdict: 'broken', firstBreak })
  })

  it('cuts the end off: heads that were saved before are missing', async () => {
    const history = await withHeads()
    const exported = await saved(history)
    const attacked = await history.attacked((file) => { cutOff(file, 7) })
    expect(await fromOutside(attacked, exported)).toMatchObject({ verdict: 'broken', firstBreak: { link: 11, what: 'head-missing' } })
  })

  it('restores an older state with its older heads: the keychain, or a head saved later, shows it', async () => {
    const first = await (await withHeads()).again()
    const older = `${first.path}.older`
    first.connection.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(first.path, older)
    await charges(first, 'four')
    await first.signing.finish()
    const exported = await saved(first)
    expect(exported).toHaveLength(1)
    await first.journal.close()
    const rolledBack = openHistory({ path: older, vault: first.vault })
    expect((await rolledBack.verify()).firstBreak).toMatchObject({ what: 'end-cut-off' })
    const key = await publicKeyOf(rolledBack)
    await rolledBack.journal.close()
    expect(verifyFromOutside(older, key, [])).toMatchObject({ value: { verdict: 'proven', newestHead: { position: 11 } } })
    expect(verifyFromOutside(older, key, exported)).toMatchObject({
      value: { verdict: 'broken', firstBreak: { link: 15, what: 'head-missing' } },
    })
  })

  it('is not reported as a break if the file is only open, or is not a journal', async () => {
    const history = await withHeads()
    const key = await publicKeyOf(history)
    expect(verifyFromOutside(history.path, key, [])).toMatchObject({ ok: false, failure: expect.stringContaining('Use a backup') })
    expect(verifyFromOutside(import.meta.filename, key, [])).toMatchObject({ ok: false })
  })
})

describe('the key that signs heads', () => {
  it('is reported when lost: nothing more is signed, and no other key is created', async () => {
    const keychain = createMemoryKeychain()
    const history = await withHeads(aVault(keychain))
    const key = await publicKeyOf(history)
    await history.journal.close()
    const { get } = keychain
    Object.assign(keychain, { get: async (name: string) =>
      name === 'journal-head-key' ? { ok: true, value: null } : await get(name) })
    const without = openHistory({ path: history.path, vault: aVault(keychain) })
    await charges(without, 'four')
    await without.signing.finish()
    expect(await without.verify()).toMatchObject({ firstBreak: null, unsigned: 12, heads: { valid: 0, keyLost: true } })
    expect(headsOf(without)).toHaveLength(3)
    expect(await fromOutside(without, [], key)).toMatchObject({ verdict: 'proven', heads: 3, behindNewestHead: 3 })
  })

  it('continues with the next number when replaced with the whole keychain; each public key proves its own heads', async () => {
    const history = await withHeads()
    const before = await publicKeyOf(history)
    await history.journal.close()
    const other = openHistory({ path: history.path, vault: aVault() })
    await charges(other, 'four')
    await other.signing.finish()
    const heads = { valid: 1, byAnotherKey: 3, keyLost: false }
    expect(await other.verify()).toMatchObject({ firstBreak: null, heads })
    const now = await publicKeyOf(other)
    expect(now).not.toBe(before)
    expect(await fromOutside(other, [], before))
      .toMatchObject({ verdict: 'proven', heads: 3, headsByAnotherKey: 1, behindNewestHead: 3 })
    expect(verifyFromOutside(other.path, now, [])).toMatchObject({ value: { verdict: 'proven', heads: 1, headsByAnotherKey: 3 } })
  })
})
