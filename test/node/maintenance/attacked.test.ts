/** What somebody with the file, SQLite and the program, but without the vault's key, can do unnoticed: nothing. */
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../../../electron/journal/proof/link-content.ts'
import {
  charge, charges, deleteOlderThan, entryId, noon, relink, sealedHistory, valueOf, type UtcTime,
} from './support.ts'

const whole = { firstBreak: null, repaired: null, unsealed: 0, sealedByAnotherKey: 0, changedRules: [] }
const day = 24 * 3_600_000

describe('somebody with the file', () => {
  it('edits an event: it is named, with its entry and its time', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET body = replace(body, '"10.15"', '"99.15"') WHERE id = 4`)
    })
    const { firstBreak } = await attacked.verify()
    expect(firstBreak).toEqual({ link: 5, what: 'changed', at: '2026-11-20T09:00:00.000Z', entryId: entryId('two') })
  })

  it.each([
    ['its time', `UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE id = 2`, 2],
    ['its kind', `UPDATE event SET kind = 'observation' WHERE id = 2`, 2],
    ['its entry', `UPDATE event SET entry = 1 WHERE id = 6`, 7],
    ['its link', `UPDATE chain SET link = zeroblob(32) WHERE position = 3`, 3],
    ['a link to another kind', `UPDATE chain SET kind = 'checkpoint' WHERE position = 3`, 3],
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
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, body FROM event WHERE id = 6`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 11, what: 'added', entryId: entryId('one') })
  })

  it('swaps two events', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET body = (SELECT body FROM event AS other WHERE other.id = 9) WHERE id = 6`)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 7, what: 'changed', entryId: entryId('two') })
  })

  it('edits an event and computes every link again: the seal of that event is wrong', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET body = replace(body, '"10.15"', '"99.15"') WHERE id = 4`)
      relink(file, 5)
    })
    expect((await attacked.verify()).firstBreak)
      .toMatchObject({ link: 5, what: 'seal-wrong', entryId: entryId('two'), at: '2026-11-20T09:00:00.000Z' })
  })

  it('does that and throws the seals away: the end is not the one that the keychain knows, and nothing is sealed over it', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET body = replace(body, '"10.15"', '"99.15"') WHERE id = 4; DELETE FROM seal`)
      relink(file, 5)
    })
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    expect(await attacked.verify()).toMatchObject({ sealed: 0, firstBreak: { link: 10, what: 'end-cut-off' } })
  })

  it('does that and names a key that nobody has', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET body = replace(body, '"10.15"', '"99.15"') WHERE id = 4`)
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
      file.exec('DELETE FROM entry WHERE seq = 7; DELETE FROM event WHERE id >= 7')
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
      replace(replace(body, '"approved"', '"declined"'), '"resolves":false', '"resolves":true') FROM event WHERE id = 3`],
    ['an entry of its own with a number below 1', null, `INSERT INTO event SELECT -7, -7, 'intent', at,
      replace(replace(body, 'entry-one', 'entry-evil'), 'order-one', 'order-evil') FROM event WHERE id = 1`],
    ['a line of the audit trail with number 0', null, `INSERT INTO audit SELECT 0, at, os_user, name, action, subject, detail, count,
      same_merchants, life_steps FROM audit`],
    ['a checkpoint with number 0', null,
      `INSERT INTO checkpoint VALUES (0, 1, 2, '', '', 9, '2026-11-20T12:00:00.000Z', '', '')`],
    ['a link at a position below 1', 'entry-one', `INSERT INTO event SELECT 10, 1, 'observation', at, body FROM event
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
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, body FROM event WHERE id = 6;
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

describe('somebody with the file who invents a checkpoint for an end that he cuts off', () => {
  const cutWithCheckpoint = (file: DatabaseSync): void => {
    const key = String(file.prepare('SELECT key_id FROM seal').get()!.key_id)
    file.exec(`DELETE FROM entry WHERE seq = 7; DELETE FROM event WHERE id >= 7;
      DELETE FROM seal WHERE position >= 8; DELETE FROM chain WHERE position >= 8`)
    file.prepare(`INSERT INTO checkpoint VALUES (1, 9, 10, ?, ?, 6, '2026-11-20T12:00:00.000Z', ?, ?)`)
      .run('0'.repeat(64), '1'.repeat(64), key, 'ab'.repeat(32))
    file.exec(`INSERT INTO chain VALUES (8, 'checkpoint', 1, zeroblob(32))`)
    relink(file, 8)
  }

  it('is found at once and after going on in the next run', async () => {
    const cut = await (await sealedHistory()).attacked(cutWithCheckpoint)
    const emitted = { link: 8, what: 'checkpoint-wrong' }
    expect((await cut.verify()).firstBreak).toMatchObject(emitted)
    await charges(cut, 'four')
    const again = await cut.again()
    await charges(again, 'five')
    await again.sealing.finish()
    expect((await again.verify()).firstBreak).toMatchObject(emitted)
  })

  it('is found as well where nothing was removed', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`INSERT INTO checkpoint SELECT 1, 2, 3, '', '', 9, '', key_id, 'ab' FROM seal LIMIT 1;
        INSERT INTO chain VALUES (11, 'checkpoint', 1, zeroblob(32))`)
      relink(file, 11)
    })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 11, what: 'checkpoint-wrong' })
  })

  it('gets no seal on what he writes again', async () => {
    const cut = await (await sealedHistory()).attacked((file) => {
      file.exec(`UPDATE event SET body = replace(body, '"10.15"', '"99.15"') WHERE id = 4`)
      cutWithCheckpoint(file)
      file.exec('DELETE FROM seal')
      relink(file)
    })
    await charges(cut, 'four', 'five')
    await cut.sealing.finish()
    const two = await cut.attacked((file) => {
      expect(file.prepare('SELECT count(*) AS seals FROM seal').get()).toEqual({ seals: 0 })
      file.exec(`DELETE FROM chain WHERE kind = 'checkpoint'; DELETE FROM checkpoint`)
    })
    await charges(two, 'six', 'seven')
    await two.sealing.finish()
    expect(await two.verify()).toMatchObject({ sealed: 0, firstBreak: { what: 'missing' } })
  })

  it('gets none either when he leaves a gap that his checkpoint fits into', async () => {
    const cut = await (await sealedHistory()).attacked((file) => {
      const hex = (position: number) => Buffer
        .from(file.prepare('SELECT link FROM chain WHERE position = ?').get(position)!.link as Uint8Array).toString('hex')
      file.exec(`UPDATE event SET body = replace(body, '"10.15"', '"99.15"') WHERE id = 4;
        DELETE FROM entry WHERE seq = 7; DELETE FROM event WHERE id >= 7; DELETE FROM seal;
        DELETE FROM chain WHERE position >= 8`)
      relink(file)
      file.prepare(`INSERT INTO checkpoint VALUES (1, 8, 10, ?, ?, 9, '2026-11-20T12:00:00.000Z', 'nobody', ?)`)
        .run(hex(7), '1'.repeat(64), 'ab'.repeat(32))
      const row = Object.values(file.prepare('SELECT * FROM checkpoint').get()!)
      const link = digestOf(['1'.repeat(64), 11, 'checkpoint', ...row])
      file.prepare(`INSERT INTO chain VALUES (11, 'checkpoint', 1, ?)`).run(Buffer.from(link, 'hex'))
    })
    expect((await valueOf(cut.journal.linkAt({ position: 10 }))).removed).not.toBeNull()
    await charges(cut, 'four')
    await cut.sealing.finish()
    expect(await cut.verify()).toMatchObject({ sealed: 0, firstBreak: { link: 8, what: 'checkpoint-wrong' } })
  })
})

describe('somebody with the file, while the application is closed', () => {
  it('appends an event with its link: it is sealed, but the audit trail tells for good how much was not proven', async () => {
    const attacked = await (await sealedHistory()).attacked((file) => {
      file.exec(`INSERT INTO event SELECT 10, 1, 'observation', at, replace(body, '"approved"', '"declined"')
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
    ['what it follows', `UPDATE checkpoint SET link_before = replace(link_before, '0', '1') WHERE id = 1`, 1],
    ['what follows it', `UPDATE checkpoint SET link_after = replace(link_after, '1', '2') WHERE id = 2`, 5],
    ['how far it reaches', `UPDATE checkpoint SET last = 9 WHERE id = 2`, 5],
    ['its time', `UPDATE checkpoint SET at = '2020-01-01T00:00:00.000Z' WHERE id = 1`, 1],
    ['its seal', `UPDATE checkpoint SET seal = substr(seal, 3) || substr(seal, 1, 2) WHERE id = 1`, 1],
  ])('edits %s of a checkpoint', async (_what, sql, link) => {
    const attacked = await (await retained()).attacked((file) => { file.exec(sql) })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link, what: 'checkpoint-wrong' })
  })

  it('takes a checkpoint out', async () => {
    const attacked = await (await retained()).attacked((file) => { file.exec('DELETE FROM checkpoint WHERE id = 2') })
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5, what: 'missing' })
  })

  const forgeCheckpoint = (keyId: string) => (file: DatabaseSync) => {
    const hex = (position: number) => Buffer
      .from(file.prepare('SELECT link FROM chain WHERE position = ?').get(position)!.link as Uint8Array).toString('hex')
    const [before, after] = [hex(4), hex(7)]
    const key = keyId === 'own' ? String(file.prepare('SELECT key_id FROM seal').get()!.key_id) : keyId
    file.prepare(`INSERT INTO checkpoint VALUES (1, 5, 7, ?, ?, 9, '2026-11-20T12:00:00.000Z', ?, ?)`)
      .run(before, after, key, 'ab'.repeat(32))
    file.exec(`DELETE FROM event WHERE entry = 4; DELETE FROM entry WHERE seq = 4;
      DELETE FROM seal WHERE position BETWEEN 5 AND 7; DELETE FROM chain WHERE position BETWEEN 5 AND 7;
      INSERT INTO chain VALUES (11, 'checkpoint', 1, zeroblob(32))`)
    relink(file, 11)
  }

  it.each(['own', 'nobody'])('makes a checkpoint of his own (key: %s), waits until it is sealed', async (keyId) => {
    const attacked = await (await sealedHistory()).attacked(forgeCheckpoint(keyId))
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    const again = await attacked.again()
    expect((await again.verify()).firstBreak).toMatchObject({ link: 5, what: 'checkpoint-wrong' })
  })
})
