import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf, encodeParts, type Part } from '../../../electron/common/signatures/log-digest.ts'
import type { AuditRecord } from '../../../electron/journal/port.ts'
import { at, charge, entryId, masked, observation, outcome } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

const line: AuditRecord = {
  at: at(5), osUser: 'mara', name: masked(''), action: 'key-made', subject: masked('Desk 1'), detail: masked(''),
}

async function written(path?: string) {
  const here = openHere(path)
  await valueOf(here.journal.recordIntent(charge('one')))
  await valueOf(here.journal.recordOutcome(outcome('one')))
  await valueOf(here.journal.recordAudit(line))
  const end = (await valueOf(here.journal.unsignedEnd()))!
  const head = await valueOf(here.journal.nextHead({ ...end, at: at(5), remembered: null }))
  await valueOf(here.journal.recordHead({ ...head, keyId: 'key', signature: '' }))
  return here
}

/** Decodes values from their bytes: if only one content can be decoded, the bytes represent that content only. */
function decode(bytes: Buffer): Part[] {
  const parts: Part[] = []
  for (let place = 0; place < bytes.length;) {
    const mark = bytes.readUInt8(place)
    const end = place + 9 + Number(bytes.readBigUInt64BE(place + 1))
    const content = bytes.subarray(place + 9, end)
    parts.push(mark === 1 ? content.toString() : mark === 2 ? Number(content.toString())
      : mark === 3 ? Uint8Array.from(content) : null)
    place = end
  }
  return parts
}

describe('the bytes of a link', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }), fc.maxSafeInteger().map((number) => number + 0), fc.uint8Array(), fc.constant(null),
  )

  it('can be decoded, so that no two contents have the same bytes', () => {
    fc.assert(fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const whole = parts.map((one) => (Object.is(one, -0) ? 0 : one))
      expect(decode(encodeParts(whole))).toEqual(whole)
    }))
  })

  it.each([
    [['ab', 'c'], ['a', 'bc']], [['1'], [1]], [[''], [null]], [[''], []], [['a', ''], ['a']], [[null, 'a'], ['a', null]],
  ])('differ for %j and %j', (one, other) => { expect(digestOf(one)).not.toBe(digestOf(other)) })
})

describe('the chain', () => {
  it('links every event, audit line and head in the order in which they were written, and nothing else', async () => {
    const { journal, connection } = await written()
    await valueOf(journal.recordObservation(observation('one')))
    await valueOf(journal.recordObservation(observation('one', { at: at(3) })))
    expect(connection.all('SELECT position, kind, ref FROM chain ORDER BY position')).toEqual([
      { position: 1, kind: 'event', ref: 1 }, { position: 2, kind: 'event', ref: 2 },
      { position: 3, kind: 'audit', ref: 1 }, { position: 4, kind: 'head', ref: 1 }, { position: 5, kind: 'event', ref: 3 },
    ])
  })

  it('has no link for a refused event', async () => {
    const { journal, connection } = await written()
    expect(await journal.recordIntent(charge('one', { entryId: entryId('again') }))).toMatchObject({ ok: false })
    expect(connection.first('SELECT count(*) AS links FROM chain')).toEqual({ links: 4 })
  })

  it.each([
    `UPDATE chain SET link = zeroblob(32) WHERE position = 1`, `DELETE FROM chain`, `DELETE FROM audit`,
    `UPDATE audit SET os_user = 'x'`, `DELETE FROM event`,
    `INSERT OR REPLACE INTO audit SELECT id, at, 'x', name, action, subject, detail, count, same_merchants, life_steps FROM audit`,
    `INSERT OR REPLACE INTO chain SELECT position, kind, ref, zeroblob(32) FROM chain WHERE position = 1`,
    `INSERT INTO chain VALUES (9, 'event', 9, zeroblob(32))`,
    `UPDATE head SET epoch = 2`, `DELETE FROM head`, `INSERT OR REPLACE INTO head SELECT * FROM head`,
  ])('is append-only, like its events and heads: %s', async (sql) => {
    const { connection } = await written()
    const all = () => ['event', 'chain', 'audit', 'head'].map((table) => connection.all(`SELECT * FROM ${table}`))
    const before = all()
    expect(() => { connection.database.exec(sql) }).toThrow('append-only')
    expect(all()).toEqual(before)
  })

  it('refuses a head for a link that does not exist, or at or before an earlier head’s position', async () => {
    const { journal, connection } = await written()
    const head = (await valueOf(journal.newestHead()))!
    const wrong = [head, { ...head, position: 2 }, { ...head, position: 4, link: '0'.repeat(64) }, { ...head, position: 99 }]
    for (const one of wrong) expect(await valueOf(journal.recordHead({ ...one, number: 2 }))).toBe(false)
    expect(connection.first('SELECT count(*) AS heads FROM head')).toEqual({ heads: 1 })
    expect(await valueOf(journal.unsignedEnd())).toBeNull()
  })
})

describe('the audit trail', () => {
  it('is paged newest first, by key', async () => {
    const { journal } = openHere()
    for (let minute = 1; minute <= 5; minute++) await valueOf(journal.recordAudit({ ...line, at: at(minute) }))
    const first = await valueOf(journal.audit({ before: null, limit: 2 }))
    expect(first.lines.map((one) => one.at)).toEqual([at(5), at(4)])
    await valueOf(journal.recordAudit({ ...line, at: at(6) }))
    const second = await valueOf(journal.audit({ before: first.next, limit: 2 }))
    expect(second.lines.map((one) => one.at)).toEqual([at(3), at(2)])
    const last = await valueOf(journal.audit({ before: second.next, limit: 2 }))
    expect([last.lines.map((one) => one.at), last.next]).toEqual([[at(1)], null])
    expect(await valueOf(journal.audit({ before: `1' OR 1`, limit: 2 }))).toEqual({ lines: [], next: null })
  })
})
