import { describe, expect, it } from 'vitest'
import { quarantine } from '../../../electron/journal/recovery/file-changes.ts'
import type { JournalPort, NonceUse } from '../../../electron/journal/port.ts'
import { rebuildReadingTables } from '../../../electron/journal/write/reading-tables.ts'
import { day } from './files.ts'
import { at, charge, entryId, masked, outcome, signedWithOAuth, statusRead } from './samples.ts'
import { freshPath, openHere, repaired, start, valueOf } from './with-journal.ts'

const operation = 'status-v4' as const
const read = (name: string, nonce: string, time = at(0)) => ({
  intent: statusRead(name, { operation, at: time, signedText: signedWithOAuth(nonce) }),
  outcome: outcome(name, { kind: 'answered', status: 'approved' }),
})
const use = (name: string, time = at(0)): NonceUse => ({ entryId: entryId(name), at: time, operation })
const ask = (journal: JournalPort, nonce: string) => valueOf(journal.nonceUse({ nonce }))

describe('"was this nonce used before?"', () => {
  it('returns the entry as soon as its intent is written, and after its outcome', async () => {
    const { port } = await start()
    expect(await ask(port, '9f21c0aa')).toBeNull()
    const { intent, outcome: answered } = read('a', '9f21c0aa')
    await valueOf(port.recordIntent(intent))
    expect(await ask(port, '9f21c0aa')).toEqual(use('a'))
    await valueOf(port.recordOutcome(answered))
    await valueOf(port.recordRead(read('b', 'c3')))
    expect(await ask(port, '9f21c0aa')).toEqual(use('a'))
    expect(await ask(port, 'c3')).toEqual(use('b'))
  })

  it('returns the newest of several, and never the entry in question', async () => {
    const { journal } = openHere()
    for (const [minute, name] of ['a', 'b', 'c'].entries()) await valueOf(journal.recordRead(read(name, 'same', at(minute))))
    expect(await ask(journal, 'same')).toEqual(use('c', at(2)))
    expect(await valueOf(journal.nonceUse({ nonce: 'same', besides: entryId('c') }))).toEqual(use('b', at(1)))
    expect(await valueOf(journal.nonceUse({ nonce: 'same', besides: entryId('a') }))).toEqual(use('c', at(2)))
    await valueOf(journal.recordRead(read('alone', 'one')))
    expect(await valueOf(journal.nonceUse({ nonce: 'one', besides: entryId('alone') }))).toBeNull()
  })

  it('compares the nonce character by character', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordRead(read('a', 'Ab+c d&%41/ü')))
    expect(await ask(journal, 'Ab+c d&%41/ü')).toEqual(use('a'))
    for (const other of [
      'ab+c d&%41/ü', 'AB+C D&%41/Ü', 'Ab c d&%41/ü', 'Ab+c d&A/ü', 'Ab%2Bc%20d%26%2541%2F%C3%BC', 'Ab+c d&%41/u\u0308',
      'Ab+c d', ' Ab+c d&%41/ü', 'Ab+c d&%41/ü ', '%', '',
    ]) expect(await ask(journal, other), other).toBeNull()
  })

  it('finds none in a control text, whatever was typed', async () => {
    const { journal, connection } = openHere()
    const texts = ['2773…[secret]', '[replayable]', 'POST&oauth_nonce%3Dabc[secret]', '2773&a&oauth_nonce%3Dabc']
    for (const text of texts) await valueOf(journal.recordIntent(charge(text, { signedText: masked(text) })))
    expect(connection.all('SELECT * FROM nonce')).toEqual([])
  })

  it('still finds it after the tables were derived again', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordRead(read('a', 'n1')))
    connection.transaction(() => {
      connection.run(`INSERT INTO nonce VALUES ('made up', 1)`)
      rebuildReadingTables(connection)
    })
    expect(await ask(journal, 'n1')).toEqual(use('a'))
    expect(await ask(journal, 'made up')).toBeNull()
  })

  it.each([
    ['invented', `INSERT INTO nonce VALUES ('made up', 1)`, 1], ['taken away', 'DELETE FROM nonce', 1],
    ['given to another entry', 'UPDATE nonce SET seq = 3', 2],
  ])('is repaired by a verification: %s', async (_what, sql, entries) => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordRead(read('a', 'n1')))
    await valueOf(journal.recordIntent(charge('b')))
    connection.database.exec(sql)
    expect(await repaired(journal)).toEqual({ entries, firstEntryId: entryId('a') })
    expect(connection.all('SELECT value, seq FROM nonce')).toEqual([{ value: 'n1', seq: 1 }])
    expect(await repaired(journal)).toBeNull()
  })

  it('does not find entries that retention removed, but those that it kept', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordRead(read('old', 'n1')))
    await valueOf(journal.recordRead(read('old-too', 'n2')))
    await valueOf(journal.recordRead(read('young', 'n2', at(30))))
    const plan = await valueOf(journal.planRemoval({ before: at(10), at: at(40), after: 0, limit: 100 }))
    const removals = plan.removals.map((removal) => ({ ...removal, signature: null }))
    await valueOf(journal.removeContent({ removals }))
    expect(await ask(journal, 'n1')).toBeNull()
    expect(await ask(journal, 'n2')).toEqual(use('young', at(30)))
    expect(connection.all('SELECT value FROM nonce')).toEqual([{ value: 'n2' }])
  })

  it('finds entries that were salvaged from a quarantined journal', async () => {
    const path = freshPath()
    const before = openHere(path)
    await valueOf(before.journal.recordRead(read('a', 'n1')))
    await before.journal.close()
    const fileName = quarantine(path, 'damaged', day(20))
    const { journal } = openHere(path)
    expect(await ask(journal, 'n1')).toBeNull()
    await valueOf(journal.salvage({ fileName, at: day(21) }))
    expect(await ask(journal, 'n1')).toEqual(use('a'))
  })

  it('is answered during the restore of a backup, and finds entries of both journals afterwards', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordRead(read('a', 'n1')))
    const { fileName } = await valueOf(journal.backUp({ at: day(19) }))
    await valueOf(journal.recordRead(read('b', 'n2')))
    let done = false
    const restored = valueOf(journal.restore({ fileName, at: day(20) })).then(() => { done = true })
    expect(await ask(journal, 'n1')).toEqual(use('a'))
    expect(done).toBe(false)
    await restored
    expect([await ask(journal, 'n1'), await ask(journal, 'n2')]).toEqual([use('a'), use('b')])
  })
})
