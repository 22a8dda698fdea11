/** What somebody with the file, SQLite and the program, but without the vault's key, can do unnoticed: nothing. */
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { contentDigest } from '../../../electron/journal/proof/link-content.ts'
import {
  charge, charges, deleteOlderThan, entryId, noon, observation, relink, sealedHistory, valueOf, type UtcTime,
} from './support.ts'

const whole = { firstBreak: null, repaired: null, unsealed: 0, sealedByAnotherKey: 0, changedRules: [] }
const day = 24 * 3_600_000

describe('somebody with the file', () => {
  it('edits an event: it is named, with its entry and its time', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
    })
    const { firstBreak } = await attacked.verify()
    expect(firstBreak).toEqual({ link: 5, what: 'changed', at: '2026-11-20T09:00:00.000Z', entryId: entryId('two') })
  })

  it.each([
    ['its time', `UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE id = 2`, 2],
    ['its kind', `UPDATE event SET kind = 'observation' WHERE id = 2`, 2],
    ['its entry', `UPDATE event SET entry = 1 WHERE id = 6`, 7],
    ['its link', `UPDATE chain SET link = zeroblob(32) WHERE position = 3`, 3],
    ['a link to another kind', `UPDATE chain SET kind = 'audit' WHERE position = 3`, 3],
  ])('edits %s of an event', async (_what, sql, link) => {
    const attacked = await (await sealedHistory()).attacked((file) => { file.exec(sql) })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link })
  })

  it('takes an event out: missing where it stood', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => { file.exec('DELETE FROM event WHERE id = 6') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 7, what: 'missing' })
  })

  it('takes an event and its link out', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec('DELETE FROM event WHERE id = 6; DELETE FROM seal WHERE position = 7; DELETE FROM chain WHERE position = 7')
    })
    expect((await attacked.verify()).firstBreak).toEqual({ link: 7, what: 'missing', at: null, entryId: null })
  })

  it('slips an event in that resolves a charge', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, facts, NULL FROM event WHERE id = 6`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 11, what: 'added', entryId: entryId('one') })
  })

  it('swaps two events', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = (SELECT facts FROM event AS other WHERE other.id = 9) WHERE id = 6`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 7, what: 'changed', entryId: entryId('two') })
  })

  it('edits an event and computes every link again: the seal of that event is wrong', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
      relink(file, 5)
    })
    expect((await attacked.verify()).firstBreak)
      .toMatchObject({ link: 5, what: 'seal-wrong', entryId: entryId('two'), at: '2026-11-20T09:00:00.000Z' })
  })

  it('does that and throws the seals away: the end is not the one that the keychain knows, and nothing is sealed over it', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4; DELETE FROM seal`)
      relink(file, 5)
    })
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    expect(await attacked.verify()).toMatchObject({ sealed: 0, firstBreak: { link: 10, what: 'end-cut-off' } })
  })

  it('does that and names a key that nobody has', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
      relink(file, 5)
      file.exec(`UPDATE seal SET key_id = 'nobody' WHERE position >= 5`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5, what: 'seal-wrong' })
  })

  it('replaces a seal', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE seal SET seal = (SELECT seal FROM seal AS other WHERE other.position = 2) WHERE position = 8`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 8, what: 'seal-wrong', entryId: entryId('three') })
  })

  it('cuts the end off: told also after the application has gone on', async () => {
    const cut = await (await sealedHistory()).attacked((file) => {
      file.exec('DELETE FROM entry WHERE seq = 7; DELETE FROM content WHERE event >= 7; DELETE FROM event WHERE id >= 7')
      file.exec('DELETE FROM seal WHERE position >= 8; DELETE FROM chain WHERE position >= 8')
    })
    const emitted = { link: 10, what: 'end-cut-off', at: new Date(noon).toISOString(), entryId: null }
    expect((await cut.verify()).firstBreak).toEqual(emitted)
    await charges(cut, 'four', 'five')
    const later = await cut.again()
    await later.sealing.finish()
    expect((await later.verify()).firstBreak).toEqual(emitted)
  })

  it('edits a line of the audit trail', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => { file.exec(`UPDATE audit SET os_user = 'somebody'`) })
    expect((await attacked.verify()).firstBreak)
      .toEqual({ link: 4, what: 'changed', at: new Date(noon).toISOString(), entryId: null })
  })

  it('takes a line of the audit trail out', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => { file.exec('DELETE FROM audit') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 4, what: 'missing' })
  })
})

describe('somebody with the file who puts rows where nobody looks', () => {
  it.each([
    ['an event with a number below 1', 'entry-one', `INSERT INTO event SELECT -1, 1, 'observation', at,
      replace(replace(facts, '"approved"', '"declined"'), '"resolves":false', '"resolves":true'), NULL FROM event WHERE id = 3`],
    ['an entry of its own with a number below 1', null, `INSERT INTO event SELECT -7, -7, 'intent', at,
      replace(replace(facts, 'entry-one', 'entry-evil'), 'order-one', 'order-evil'), NULL FROM event WHERE id = 1`],
    ['a line of the audit trail with number 0', null, `INSERT INTO audit SELECT 0, at, os_user, name, action, subject, detail, count,
      same_merchants, life_steps FROM audit`],
    ['content without an event', null, `INSERT INTO content SELECT 5000, salt, body FROM content WHERE event = 1`],
    ['content of an event below 1', null, `INSERT INTO content SELECT -1, salt, body FROM content WHERE event = 1`],
    ['a link at a position below 1', 'entry-one', `INSERT INTO event SELECT 10, 1, 'observation', at, facts, NULL FROM event
      WHERE id = 6; INSERT INTO chain VALUES (-5, 'event', 10, zeroblob(32))`],
  ])('%s: it was added', async (_what, entry, sql) => {
    const attacked = await (await sealedHistory()).attacked((file) => { file.exec(sql) })
    const added = { what: 'added', entryId: entry === null ? null : entryId(entry.replace('entry-', '')) }
    expect((await attacked.verify()).firstBreak).toMatchObject(added)
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    expect((await attacked.verify()).firstBreak).toMatchObject(added)
  })

  it('gives an added event the link of one that the walk has passed already', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, facts, NULL FROM event WHERE id = 6;
        UPDATE chain SET ref = 10 WHERE position = 2`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 2 })
  })

  it('puts a seal far behind the end, so that nothing more would be sealed', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`INSERT INTO seal SELECT 5000, key_id, seal FROM seal WHERE position = 2`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5000, what: 'added' })
  })

  it('puts an entry without events into the list, below its first', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`CREATE TEMP TABLE copy AS SELECT * FROM entry WHERE seq = 1;
        UPDATE copy SET seq = -3, entry_id = 'entry-evil', merchant_order_id = 'order-evil';
        INSERT INTO entry SELECT * FROM copy`)
    })
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, repaired: { entries: 1, firstEntryId: 'entry-evil' } })
  })
})

describe('somebody with the file who touches content', () => {
  it.each([
    ['edits it', `UPDATE content SET body = replace(body, 'type', 'tape') WHERE event = 5`, 6, 'content-changed'],
    ['edits its salt', `UPDATE content SET salt = zeroblob(16) WHERE event = 5`, 6, 'content-changed'],
    ['swaps two', `UPDATE content SET (salt, body) = (SELECT salt, body FROM content AS other WHERE other.event = 6)
      WHERE event = 5`, 6, 'content-changed'],
    ['moves a letter into the salt', `UPDATE content SET salt = CAST(salt || substr(body, 1, 1) AS BLOB), body = substr(body, 2)
      WHERE event = 5`, 6, 'content-changed'],
    ['takes it away', 'DELETE FROM content WHERE event = 5', 6, 'content-missing'],
    ['takes its digest away, too', `DELETE FROM content WHERE event = 5;
      UPDATE event SET content_digest = NULL WHERE id = 5`, 6, 'changed'],
    ['takes its digest away', `UPDATE event SET content_digest = NULL WHERE id = 5`, 6, 'changed'],
  ])('%s', async (_what, sql, link, what) => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(sql)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link, what, entryId: entryId('two') })
  })

  it('edits it, its digest and every later link: the seal of that event is wrong', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      const { salt } = file.prepare('SELECT salt FROM content WHERE event = 5').get()!
      file.prepare('UPDATE content SET body = ? WHERE event = 5').run('{}')
      file.prepare('UPDATE event SET content_digest = ? WHERE id = 5').run(contentDigest(salt as Uint8Array, '{}'))
      relink(file, 6)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 6, what: 'seal-wrong', entryId: entryId('two') })
  })
})

describe('somebody with the file, while the application is closed', () => {
  it('appends an event with its link: it is sealed, but the audit trail tells for good how much was not proven', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, replace(facts, '"approved"', '"declined"'), NULL
          FROM event WHERE id = 6;
        INSERT INTO chain VALUES (11, 'event', 10, zeroblob(32))`)
      relink(file, 11)
    })
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    expect(await attacked.verify()).toMatchObject({ firstBreak: null, links: 15, sealed: 15 })
    const { lines } = await valueOf(attacked.journal.audit({ before: null, limit: 1 }))
    expect(lines).toMatchObject([{ action: 'sealed-at-start', subject: 'Links', count: 1 }])
    const trace = await attacked.attacked((file) => { file.exec(`DELETE FROM audit WHERE action = 'sealed-at-start'`) })
    expect((await trace.verify()).firstBreak).toMatchObject({ what: 'missing' })
  })
})

describe('somebody with the file, after a retention', () => {
  const retained = async () => {
    const history = await sealedHistory()
    await valueOf(history.journal.recordIntent(charge('young', { at: new Date(noon + 100 * day).toISOString() as UtcTime })))
    history.clock.now = noon + 100 * day
    await deleteOlderThan(history, 2)
    await history.sealing.finish()
    expect(await history.verify()).toMatchObject({ ...whole, removed: 9 })
    return history
  }

  it.each([
    ['how much it covers', `UPDATE event SET facts = json_set(facts, '$.covers', 9) WHERE id = 11`],
    ['its time', `UPDATE event SET facts = json_set(facts, '$.at', '2020-01-01T00:00:00.000Z') WHERE id = 11`],
    ['the amount', `UPDATE event SET facts = json_set(facts, '$.movedMinorAmount', '1') WHERE id = 11`],
    ['its seal', `UPDATE event SET facts = json_set(facts, '$.seal', '${'ab'.repeat(32)}') WHERE id = 11`],
  ])('edits %s of a removal, and computes every link again behind the seals', async (_what, sql) => {
    const edited = await (await retained()).attacked((file) => { file.exec(sql) })
    expect((await edited.verify()).firstBreak).toMatchObject({ link: 13, what: 'changed' })
    const relinked = await (await retained()).attacked((file) => {
      file.exec(`${sql}; DELETE FROM seal WHERE position >= 13`)
      relink(file, 13)
    })
    expect((await relinked.verify()).firstBreak).toMatchObject({ link: 13, what: 'removal-wrong', entryId: entryId('one') })
  })

  it('takes a removal out', async () => {
    const attacked = await (await retained()).attacked((file) => { file.exec('DELETE FROM event WHERE id = 12') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5, what: 'content-missing' })
  })

  it('takes what came after a removal away', async () => {
    const history = await retained()
    await valueOf(history.journal.recordObservation(observation('two', { status: 'approved', step: 'later' })))
    await history.sealing.finish()
    expect(await history.verify()).toMatchObject({ ...whole, removed: 9 })
    const attacked = await history.attacked((file) => { file.exec('DELETE FROM content WHERE event = 14') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 16, what: 'content-missing', entryId: entryId('two') })
  })

  const forgeRemoval = (keyId: string) => (file: DatabaseSync) => {
    const key = keyId === 'own' ? String(file.prepare('SELECT key_id FROM seal').get()!.key_id) : keyId
    const facts = JSON.stringify({
      entryId: entryId('two'), at: '2026-11-20T12:00:00.000Z', ground: 'age', covers: 3, movedMinorAmount: '1015', keyId: key,
      seal: 'ab'.repeat(32),
    })
    file.prepare(`INSERT INTO event VALUES (10, 4, 'removal', '2026-11-20T12:00:00.000Z', ?, NULL)`).run(facts)
    file.exec(`DELETE FROM content WHERE event BETWEEN 4 AND 6; INSERT INTO chain VALUES (11, 'event', 10, zeroblob(32))`)
    relink(file, 11)
  }

  it.each(['own', 'nobody'])('makes a removal of his own (key: %s), waits until it is sealed', async (keyId) => {
    const attacked = await (await sealedHistory()).attacked(forgeRemoval(keyId))
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 11, what: 'removal-wrong' })
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    const again = await attacked.again()
    expect((await again.verify()).firstBreak).toMatchObject({ link: 11, what: 'removal-wrong', entryId: entryId('two') })
  })

  it('gives the removal of one entry to another one', async () => {
    const history = await retained()
    const attacked = await history.attacked((file) => {
      file.exec(`INSERT INTO event SELECT 14, 10, kind, at, facts, NULL FROM event WHERE id = 11;
        DELETE FROM content WHERE event = 10; INSERT INTO chain VALUES (16, 'event', 14, zeroblob(32))`)
      relink(file, 16)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 16, what: 'removal-wrong' })
  })
})
