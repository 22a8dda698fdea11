/** An attacker with the file, SQLite and the program, but without the vault's key, can change nothing unnoticed. */
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { contentDigest } from '../../../../electron/common/signatures/log-digest.ts'
import {
  charge, charges, cutOff, deleteOlderThan, entryId, forge, noon, observation, relink, relinkWithoutHeads,
  signedHistory, valueOf, type UtcTime,
} from './support.ts'

const whole = { firstBreak: null, repaired: null, unsigned: 0, changedRules: [] }
const day = 24 * 3_600_000

describe('an attacker with the file', () => {
  it('edits an event: it is reported, with its entry and its time', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
    })
    const { firstBreak } = await attacked.verify()
    expect(firstBreak).toEqual({ link: 6, what: 'changed', at: '2026-11-20T09:00:00.000Z', entryId: entryId('two') })
  })

  it.each([
    ['its time', `UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE id = 2`, 2],
    ['its kind', `UPDATE event SET kind = 'observation' WHERE id = 2`, 2],
    ['its entry', `UPDATE event SET entry = 1 WHERE id = 6`, 8],
    ['its link', `UPDATE chain SET link = zeroblob(32) WHERE position = 3`, 3],
    ['a link to another kind', `UPDATE chain SET kind = 'audit' WHERE position = 3`, 3],
  ])('edits %s of an event', async (_what, sql, link) => {
    const attacked = await (await signedHistory()).attacked((file) => { file.exec(sql) })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link })
  })

  it('removes an event: it is missing at its place', async () => {
    const attacked = await (await signedHistory()).attacked((file) => { file.exec('DELETE FROM event WHERE id = 6') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 8, what: 'missing' })
  })

  it('removes an event and its link', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec('DELETE FROM event WHERE id = 6; DELETE FROM chain WHERE position = 8')
    })
    expect((await attacked.verify()).firstBreak).toEqual({ link: 8, what: 'missing', at: null, entryId: null })
  })

  it('inserts an event that resolves a charge', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, facts, NULL FROM event WHERE id = 6`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 13, what: 'added', entryId: entryId('one') })
  })

  it('puts the facts of another event in place of its own', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = (SELECT facts FROM event AS other WHERE other.id = 8) WHERE id = 6`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 8, what: 'changed', entryId: entryId('two') })
  })

  it('edits an event and computes every link again: the first head after it is wrong', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
      relink(file, 6)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 11, what: 'head-wrong' })
  })

  it('does that before many heads: the first of them is reported', async () => {
    const history = await signedHistory()
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await charges(history, name)
      await history.signing.finish()
    }
    const attacked = await history.attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 13`)
      relink(file, 6)
    })
    // Events 10 to 12 and a head, events 13 to 15 at positions 17 to 19.
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 19, what: 'head-wrong' })
  })

  it('does that and deletes the heads: the end differs from the keychain’s record, and nothing is signed over it', async () => {
    const attacked = await (await signedHistory()).attacked(forge())
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect(await attacked.verify()).toMatchObject({ heads: { valid: 0 }, unsigned: 13, firstBreak: { link: 12, what: 'end-cut-off' } })
  })

  it('does that with the id of an unknown key', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4;
        UPDATE head SET key_id = '0000000000000000' WHERE id = 2`)
      relink(file, 6)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 12, what: 'head-wrong' })
  })

  it('replaces a signature', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`UPDATE head SET signature = (SELECT signature FROM head AS other WHERE other.id = 1) WHERE id = 2`)
      relink(file, 12)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 11, what: 'head-wrong' })
  })

  it('cuts the end off: reported even after the application has continued', async () => {
    const cut = await (await signedHistory()).attacked((file) => { cutOff(file, 7) })
    const emitted = { link: 12, what: 'end-cut-off', at: new Date(noon).toISOString(), entryId: null }
    expect((await cut.verify()).firstBreak).toEqual(emitted)
    await charges(cut, 'four', 'five')
    const later = await cut.again()
    await later.signing.finish()
    expect((await later.verify()).firstBreak).toEqual(emitted)
  })

  it('edits a line of the audit trail', async () => {
    const attacked = await (await signedHistory()).attacked((file) => { file.exec(`UPDATE audit SET os_user = 'somebody'`) })
    expect((await attacked.verify()).firstBreak)
      .toEqual({ link: 5, what: 'changed', at: new Date(noon).toISOString(), entryId: null })
  })

  it('removes a line of the audit trail', async () => {
    const attacked = await (await signedHistory()).attacked((file) => { file.exec('DELETE FROM audit') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5, what: 'missing' })
  })
})

describe('an attacker with the file, at unexpected places,', () => {
  it.each([
    ['an event with a number below 1', 'entry-one', `INSERT INTO event SELECT -1, 1, 'observation', at,
      replace(replace(facts, '"approved"', '"declined"'), '"resolves":false', '"resolves":true'), NULL FROM event WHERE id = 3`],
    ['a separate entry with a number below 1', null, `INSERT INTO event SELECT -7, -7, 'intent', at,
      replace(replace(facts, 'entry-one', 'entry-evil'), 'order-one', 'order-evil'), NULL FROM event WHERE id = 1`],
    ['a line of the audit trail with number 0', null, `INSERT INTO audit SELECT 0, at, os_user, name, action, subject, detail, count,
      same_merchants, life_steps FROM audit`],
    ['a head with number 0', null, `INSERT INTO head SELECT 0, journal, number, epoch, position, at, key_id, signature FROM head WHERE id = 1`],
    ['content without an event', null, `INSERT INTO content SELECT 5000, salt, body FROM content WHERE event = 1`],
    ['content of an event below 1', null, `INSERT INTO content SELECT -1, salt, body FROM content WHERE event = 1`],
    ['a link at a position below 1', 'entry-one', `INSERT INTO event SELECT 10, 1, 'observation', at, facts, NULL FROM event
      WHERE id = 6; INSERT INTO chain VALUES (-5, 'event', 10, zeroblob(32))`],
  ])('%s: it was added', async (_what, entry, sql) => {
    const attacked = await (await signedHistory()).attacked((file) => { file.exec(sql) })
    const added = { what: 'added', entryId: entry === null ? null : entryId(entry.replace('entry-', '')) }
    expect((await attacked.verify()).firstBreak).toMatchObject(added)
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect((await attacked.verify()).firstBreak).toMatchObject(added)
  })

  it('gives an added event the link of one that was verified already', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, facts, NULL FROM event WHERE id = 6;
        UPDATE chain SET ref = 10 WHERE position = 2`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 2 })
  })

  it('adds an entry without events to the list, below its first', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`CREATE TEMP TABLE copy AS SELECT * FROM entry WHERE seq = 1;
        UPDATE copy SET seq = -3, entry_id = 'entry-evil', merchant_order_id = 'order-evil';
        INSERT INTO entry SELECT * FROM copy`)
    })
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, repaired: { entries: 1, firstEntryId: 'entry-evil' } })
  })
})

describe('an attacker with the file, and removable content,', () => {
  it.each([
    ['edits it', `UPDATE content SET body = replace(body, 'type', 'tape') WHERE event = 5`, 7, 'content-changed'],
    ['edits its salt', `UPDATE content SET salt = zeroblob(16) WHERE event = 5`, 7, 'content-changed'],
    ['swaps two', `UPDATE content SET (salt, body) = (SELECT salt, body FROM content AS other WHERE other.event = 6)
      WHERE event = 5`, 7, 'content-changed'],
    ['moves a letter into the salt', `UPDATE content SET salt = CAST(salt || substr(body, 1, 1) AS BLOB), body = substr(body, 2)
      WHERE event = 5`, 7, 'content-changed'],
    ['removes it', 'DELETE FROM content WHERE event = 5', 7, 'content-missing'],
    ['removes its digest, too', `DELETE FROM content WHERE event = 5;
      UPDATE event SET content_digest = NULL WHERE id = 5`, 7, 'changed'],
    ['removes its digest', `UPDATE event SET content_digest = NULL WHERE id = 5`, 7, 'changed'],
  ])('%s', async (_what, sql, link, what) => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(sql)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link, what, entryId: entryId('two') })
  })

  it('edits it, its digest and every later link: the head after it is wrong', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      const { salt } = file.prepare('SELECT salt FROM content WHERE event = 5').get()!
      file.prepare('UPDATE content SET body = ? WHERE event = 5').run('{}')
      file.prepare('UPDATE event SET content_digest = ? WHERE id = 5').run(contentDigest(salt as Uint8Array, '{}'))
      relink(file, 7)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 11, what: 'head-wrong' })
  })
})

describe('an attacker with the file, while the application is closed', () => {
  it('appends an event with its link: it is signed, but the audit trail permanently has how much was not proven', async () => {
    const attacked = await (await signedHistory()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, replace(facts, '"approved"', '"declined"'), NULL
          FROM event WHERE id = 6;
        INSERT INTO chain VALUES (13, 'event', 10, zeroblob(32))`)
      relink(file, 13)
    })
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, unsigned: 0, signedAtStart: 1 })
    const { lines } = await valueOf(attacked.journal.audit({ before: null, limit: 1 }))
    expect(lines).toMatchObject([{ action: 'signed-at-start', subject: 'Links', count: 1 }])
    const trace = await attacked.attacked((file) => { file.exec(`DELETE FROM audit WHERE action = 'signed-at-start'`) })
    expect((await trace.verify()).firstBreak).toMatchObject({ what: 'missing' })
  })
})

describe('an attacker with the file, after a removal', () => {
  // The recent entry's event 10 and the audit line at 13 and 14; the removals, events 11 to 13, at 15 to 17.
  const retained = async () => {
    const history = await signedHistory()
    await valueOf(history.journal.recordIntent(charge('young', { at: new Date(noon + 100 * day).toISOString() as UtcTime })))
    history.clock.now = noon + 100 * day
    await deleteOlderThan(history, 2)
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ ...whole, removed: 9 })
    return history
  }

  it.each([
    ['how much it covers', 11, `'$.covers', 9`], ['its time', 11, `'$.at', '2020-01-01T00:00:00.000Z'`],
    ['the amount', 11, `'$.movedMinorAmount', '1'`], ['what was reported differently', 11, `'$.reportedOtherwise', json_array('amount')`],
    ['its ground', 12, `'$.ground', 'request'`],
    ['the signature of its batch', 13, `'$.signature.signature', 'abab'`], ['that it is signed', 13, `'$.signature', NULL`],
    ['its key', 13, `'$.signature.keyId', '0000000000000000'`],
  ])('edits %s, and computes every link again without later heads', async (_what, event, change) => {
    const sql = `UPDATE event SET facts = json_set(facts, ${change}) WHERE id = ${event}`
    const edited = await (await retained()).attacked((file) => { file.exec(sql) })
    expect((await edited.verify()).firstBreak).toMatchObject({ link: event + 4, what: 'changed' })
    const relinked = await (await retained()).attacked((file) => {
      file.exec(sql)
      relinkWithoutHeads(file, 2)
    })
    expect((await relinked.verify()).firstBreak).toMatchObject({ link: 17, what: 'removal-wrong', entryId: entryId('three') })
  })

  it('removes a removal', async () => {
    const attacked = await (await retained()).attacked((file) => { file.exec('DELETE FROM event WHERE id = 12') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 6, what: 'content-missing' })
  })

  it('removes everything after a removal', async () => {
    const history = await retained()
    await valueOf(history.journal.recordObservation(observation('two', { status: 'approved', step: 'later' })))
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ ...whole, removed: 9 })
    const attacked = await history.attacked((file) => { file.exec('DELETE FROM content WHERE event = 14') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 19, what: 'content-missing', entryId: entryId('two') })
  })

  const forgeRemoval = (keyId: string) => (file: DatabaseSync) => {
    const key = keyId === 'own' ? String(file.prepare('SELECT key_id FROM head').get()!.key_id) : keyId
    const facts = JSON.stringify({
      entryId: entryId('two'), at: '2026-11-20T12:00:00.000Z', ground: 'age', covers: 3, movedMinorAmount: '1015',
      signature: keyId === 'none' ? null : { keyId: key, signature: 'abab' },
    })
    file.prepare(`INSERT INTO event VALUES (10, 4, 'removal', '2026-11-20T12:00:00.000Z', ?, NULL)`).run(facts)
    file.exec(`DELETE FROM content WHERE event BETWEEN 4 AND 6; INSERT INTO chain VALUES (13, 'event', 10, zeroblob(32))`)
    relink(file, 13)
  }

  it.each(['own', '0000000000000000', 'none'])('adds his own removal (key: %s), waits until it is signed', async (keyId) => {
    const attacked = await (await signedHistory()).attacked(forgeRemoval(keyId))
    const wrong = { link: 13, what: 'removal-wrong', entryId: entryId('two') }
    expect((await attacked.verify()).firstBreak).toMatchObject(wrong)
    await charges(attacked, 'four')
    await attacked.signing.finish()
    const again = await attacked.again()
    expect((await again.verify()).firstBreak).toMatchObject(wrong)
  })

  it('moves the removal of one entry to another one', async () => {
    const attacked = await (await retained()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 14, 10, kind, at, facts, NULL FROM event WHERE id = 13;
        DELETE FROM content WHERE event = 10; INSERT INTO chain VALUES (19, 'event', 14, zeroblob(32))`)
      relink(file, 19)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 19, what: 'removal-wrong' })
  })
})
