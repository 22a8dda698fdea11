import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { developmentApplicationIds } from '../../../electron/journal/application-id.ts'
import { quarantine } from '../../../electron/journal/recovery/file-changes.ts'
import { filesOf } from '../../../electron/journal/recovery/file-names.ts'
import { initialState } from '../../../electron/journal/recovery/state.ts'
import { startWithJournal } from '../../../electron/journal/recovery/start.ts'
import { advance, markDamaged, readState } from '../../../electron/journal/recovery/state-file.ts'
import { chargeAll, closedJournal, day, entriesIn, spoilEvents, spoilHeader } from './files.ts'
import { charge } from './samples.ts'
import { holdElsewhere } from './second-process.ts'
import { freshPath, onTestEnd, openHere, start, valueOf } from './with-journal.ts'

const filesBeside = (path: string) => readdirSync(dirname(path)).filter((name) => /damaged|replaced/.test(name)).sort()

function startHere(path: string) {
  const started = startWithJournal(path, day(20))
  if (started.ok) onTestEnd(() => { if (started.value.connection.database.isOpen) started.value.connection.close() })
  return started
}

describe('a damaged journal', () => {
  it.each([
    ['text in its place', (path: string) => { writeFileSync(path, 'not a database, '.repeat(300)) }],
    ['its first page missing', spoilHeader],
    ['its newest events missing', (path: string) => { spoilEvents(path, ['c']) }],
    ['cut off in the middle', (path: string) => { writeFileSync(path, readFileSync(path).subarray(0, 40_000)) }],
    ['an impossible number in the list', (path: string) => {
      const database = new DatabaseSync(path)
      database.exec('UPDATE entry SET seq = 9007199254740993 WHERE seq = 1')
      database.close()
    }],
    ['the newest entry removed from the list', (path: string) => {
      const database = new DatabaseSync(path)
      database.exec('DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)')
      database.close()
    }],
  ])('is quarantined, unchanged, and a new one replaces it: %s', async (_what, damage) => {
    const path = freshPath()
    await closedJournal(path, ['a', 'b', 'c'], 6_000)
    damage(path)
    const bytes = readFileSync(path)
    const { port } = await start(path)
    const [name] = filesBeside(path)
    expect(name).toMatch(/^journal\.damaged-\d{8}T\d{9}Z\.sqlite$/)
    expect(readFileSync(join(dirname(path), name!)).equals(bytes)).toBe(true)
    expect(await valueOf(port.describeFiles())).toMatchObject({
      entries: 0, startedAnewBeside: name, quarantined: [{ fileName: name, why: 'damaged', bytes: bytes.length }],
    })
    await valueOf(port.recordIntent(charge('goes-on')))
  })

  it('is reported at every later start, until it was salvaged or given up', async () => {
    const path = freshPath()
    await closedJournal(path, ['a'])
    spoilHeader(path)
    const first = await start(path)
    const { startedAnewBeside } = await valueOf(first.port.describeFiles())
    await first.end()
    const second = await start(path)
    expect((await valueOf(second.port.describeFiles())).startedAnewBeside).toBe(startedAnewBeside)
    await valueOf(second.port.resolveDamage({ fileName: startedAnewBeside! }))
    expect((await valueOf(second.port.describeFiles())).startedAnewBeside).toBeNull()
    await second.end()
    const third = await start(path)
    expect(await valueOf(third.port.describeFiles())).toMatchObject({
      startedAnewBeside: null, quarantined: [{ fileName: startedAnewBeside }],
    })
  })

  it('is quarantined with its log', async () => {
    const path = freshPath()
    const other = await holdElsewhere(path)
    await other.notify('intent newest')
    await other.kill()
    expect(existsSync(`${path}-wal`)).toBe(true)
    const name = quarantine(path, 'damaged', day(20))
    expect(filesBeside(path)).toEqual([name, `${name}-wal`])
    const { journal } = openHere(path)
    expect(await valueOf(journal.salvage({ fileName: name, at: day(21) }))).toMatchObject({ added: 1, lost: 0 })
    expect(await entriesIn(journal)).toEqual([['newest', 'unknown']])
  })
})

describe('a missing journal', () => {
  const warningAt = async (path: string) => {
    const { port, end } = await start(path)
    const { warning } = await valueOf(port.describeFiles())
    await end()
    return warning
  }
  const remove = (path: string) => { for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true }) }

  it('is not reported at the first start, nor if nothing was ever written', async () => {
    const path = freshPath()
    expect(await warningAt(path)).toBeNull()
    expect(await warningAt(path)).toBeNull()
  })

  it.each([
    ['deleted', remove],
    ['emptied', (path: string) => { remove(path); writeFileSync(path, '') }],
  ])('that existed before is reported at every start, until it is given up: %s', async (_what, harm) => {
    const path = freshPath()
    await (await start(path)).end()
    await closedJournal(path, ['lost-a'])
    harm(path)
    expect(await warningAt(path)).toBe('missing')
    const { port, end } = await start(path)
    await valueOf(port.recordIntent(charge('goes-on')))
    await valueOf(port.resolveDamage({ fileName: null }))
    await end()
    expect(await warningAt(path)).toBeNull()
    harm(path)
    expect(await warningAt(path)).toBe('missing')
  })

  it('is reported if only its backups were moved to a new computer, until one is restored', async () => {
    const path = freshPath()
    const old = freshPath()
    const before = openHere(old)
    await valueOf(before.journal.recordIntent(charge('a')))
    const { fileName } = await valueOf(before.journal.backUp({ at: day(19) }))
    mkdirSync(join(dirname(path), 'backups'))
    writeFileSync(join(dirname(path), 'backups', fileName), readFileSync(join(dirname(old), 'backups', fileName)))
    const { port } = await start(path)
    expect((await valueOf(port.describeFiles())).warning).toBe('missing')
    await valueOf(port.restore({ fileName, at: day(20) }))
    expect((await valueOf(port.describeFiles())).warning).toBeNull()
    expect(await entriesIn(port)).toEqual([['a', 'unknown']])
  })
})

describe('what is not damage', () => {
  it.each([
    ['a newer version', 'PRAGMA user_version = 777', 'newer-version'],
    ['a development version', `PRAGMA application_id = ${developmentApplicationIds.at(-1)}`, 'development-version'],
    ['another application', 'PRAGMA application_id = 5', 'unusable'],
  ])('is never quarantined: a file of %s', async (_what, sql, code) => {
    const path = freshPath()
    await closedJournal(path, ['a'])
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    const bytes = readFileSync(path)
    expect(startHere(path)).toMatchObject({ ok: false, failure: { code } })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(filesBeside(path)).toEqual([])
  })

  it('is quarantined only once a person has confirmed it: a file of a development version', async () => {
    const path = freshPath()
    await closedJournal(path, ['a'])
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA application_id = ${developmentApplicationIds.at(-1)}; PRAGMA user_version = 14`)
    database.close()
    const bytes = readFileSync(path)
    const beside = 'journal.development-20261120T080000000Z.sqlite'
    const beginning = { empty: true, startedOver: { why: 'development', beside }, restored: null }
    const first = startWithJournal(path, day(20), { quarantineDevelopment: true })
    expect(first).toMatchObject({ ok: true, value: { beginning } })
    if (first.ok) first.value.connection.close()
    expect(readFileSync(join(dirname(path), beside)).equals(bytes)).toBe(true)
    // Ended before the audit line was written.
    const again = startHere(path)
    expect(again).toMatchObject({ ok: true, value: { beginning } })
    if (again.ok) again.value.connection.close()
    const { journal } = openHere(path)
    await chargeAll(journal, ['b'])
    expect(await valueOf(journal.describeFiles())).toMatchObject({
      entries: 1, warning: null, startedAnewBeside: null, quarantined: [{ fileName: beside, why: 'development' }],
    })
    expect(await journal.salvage({ fileName: beside, at: day(21) })).toMatchObject({
      ok: false, failure: { code: 'backup-unusable', detail: expect.stringContaining('development version') },
    })
  })

  it('is never quarantined: a file that another process has open, damaged or not', async () => {
    const path = freshPath()
    const other = await holdElsewhere(path)
    await other.notify('intent live')
    expect(startHere(path)).toMatchObject({ ok: false, failure: { code: 'held-by-another' } })
    expect(filesBeside(path)).toEqual([])
  })
})

describe('a state file of the recovery', () => {
  it.each([['that is not JSON', '{ "version": 1, '], ['of another format', '{"version":1}'], ['that leads out of the folder', JSON.stringify({
    version: 1, change: { kind: 'quarantine', fileName: '../journal.damaged-20261120T080000000Z.sqlite' }, damaged: false,
    missing: null, resolvedMissing: null, restored: null, quarantined: {},
  })]])('%s makes the next start check the journal, and is replaced', async (_what, text) => {
    const path = freshPath()
    await (await start(path)).end()
    await closedJournal(path, ['a', 'b'])
    const database = new DatabaseSync(path)
    database.exec(`UPDATE entry SET state = 'declined'`)
    database.close()
    writeFileSync(filesOf(path).state, text)
    expect(await entriesIn((await start(path)).port)).toEqual([['a', 'approved'], ['b', 'approved']])
    expect(readState(path)).toEqual(initialState)
  })
})

describe('damage that is found while the application runs', () => {
  it('stops every further request with a message, and the next start quarantines the file', async () => {
    const path = freshPath()
    const names = Array.from({ length: 60 }, (_, number) => `n${number}`)
    await closedJournal(path, names, 3_000)
    spoilEvents(path, ['n5'])
    const { journal } = openHere(path)
    expect(await journal.entry({ entryId: 'entry-n5' as never })).toMatchObject({
      ok: false, failure: { code: 'journal-unwritable', detail: expect.stringContaining('damaged') },
    })
    expect(await journal.recordIntent(charge('after'))).toMatchObject({
      ok: false, failure: { code: 'journal-unwritable', detail: expect.stringContaining('Restart the application') },
    })
    await journal.close()
    const again = startHere(path)
    expect(again).toMatchObject({ ok: true, value: { beginning: { startedOver: { why: 'damaged', beside: filesBeside(path)[0] } } } })
  })

  it('as an impossible number in the list stops every further request too, and the next start repairs the list', async () => {
    const path = freshPath()
    await closedJournal(path, ['a', 'b'])
    const database = new DatabaseSync(path)
    database.exec('UPDATE list_entry SET merchant = 9007199254740993 WHERE seq = 1')
    database.close()
    const { journal } = openHere(path)
    const damaged = { ok: false, failure: { code: 'journal-unwritable', detail: expect.stringContaining('damaged') } }
    expect(await journal.checkDerived({ from: null })).toMatchObject(damaged)
    expect(await journal.recordIntent(charge('after'))).toMatchObject(damaged)
    await journal.close()
    const { port } = await start(path)
    expect((await valueOf(port.describeFiles())).warning).toBeNull()
    expect(await entriesIn(port)).toEqual([['a', 'approved'], ['b', 'approved']])
    await valueOf(port.recordIntent(charge('after')))
  })

  it('only in the reading tables is repaired from the events at the next start', async () => {
    const path = freshPath()
    await closedJournal(path, ['a', 'b'])
    markDamaged(path)
    const database = new DatabaseSync(path)
    database.exec(`UPDATE entry SET state = 'declined'`)
    database.close()
    const again = startHere(path)
    expect(again).toMatchObject({ ok: true, value: { beginning: { startedOver: null } } })
    if (again.ok) again.value.connection.close()
    expect(readState(path).damaged).toBe(false)
    expect(await entriesIn(openHere(path).journal)).toEqual([['a', 'approved'], ['b', 'approved']])
  })
})

describe('quarantining a journal that a power cut interrupted', () => {
  const name = 'journal.damaged-20261120T080000000Z.sqlite'

  it.each([
    ['before the first name changed', []], ['between the log and the journal', ['-wal']],
    ['before that was recorded', ['-wal', '']],
  ])('is completed, with every event: %s', async (_when, moved) => {
    const path = freshPath()
    const other = await holdElsewhere(path)
    await other.notify('intent newest')
    await other.kill()
    advance(path, { event: 'change-begun', change: { kind: 'quarantine', fileName: name } })
    for (const end of moved) renameSync(path + end, join(dirname(path), name + end))
    const beginning = { startedOver: { why: 'damaged', beside: name } }
    expect(startHere(path)).toMatchObject({ ok: true, value: { beginning } })
    expect(filesBeside(path).filter((file) => !file.endsWith('-shm'))).toEqual([name, `${name}-wal`])
    expect(readState(path).change).toBeNull()
  })

  it('is not started again for a change that was given up on a full disk', async () => {
    const path = freshPath()
    await closedJournal(path, ['a'])
    advance(path, { event: 'change-begun', change: { kind: 'replace', fileName: name, restored: null } })
    expect(startHere(path)).toMatchObject({ ok: true, value: { beginning: { empty: false } } })
    expect(filesBeside(path)).toEqual([])
  })
})
