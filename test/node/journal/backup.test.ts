import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import { filesOf } from '../../../electron/journal/recovery/file-names.ts'
import type { MaintenanceProgress } from '../../../electron/journal/port.ts'
import { chargeAll, closedJournal, day, entriesIn, modeOf, spoilEvents, spoilHeader } from './files.ts'
import { charge, masked } from './samples.ts'
import { smallDisk } from './small-disk.ts'
import { freshPath, openHere, start, startThread, valueOf } from './with-journal.ts'

const inBackups = (path: string): string[] => {
  try {
    return readdirSync(filesOf(path).backups).sort()
  } catch {
    return []
  }
}

describe('a backup', () => {
  it('has all entries, is named by its time, and is readable only by its owner', async () => {
    const path = freshPath()
    const { port } = await start(path)
    await chargeAll(port, ['a', 'b', 'lost-c'])
    const made = await valueOf(port.backUp({ at: day(20) }))
    expect(made).toMatchObject({
      fileName: 'journal-20261120T080000000Z.sqlite', at: day(20), check: { result: 'good', entries: 3 },
    })
    expect(modeOf(join(filesOf(path).backups, made.fileName))).toBe('600')
    expect((await valueOf(port.describeFiles())).backups).toEqual([made])
    expect(inBackups(path)).toEqual([made.fileName])
  })

  it('reports its progress, and intents are written in the meantime', async () => {
    const journal = await startThread()
    const reported: MaintenanceProgress[] = []
    journal.onProgress((progress) => reported.push(progress))
    for (let number = 0; number < 40; number += 1) {
      await valueOf(journal.port.recordIntent(charge(`big${number}`, { signedText: masked('x'.repeat(200_000)) })))
    }
    const order: string[] = []
    const backup = journal.port.backUp({ at: day(20) }).then((answer) => { order.push('backup'); return answer })
    const intent = journal.port.recordIntent(charge('meanwhile')).then((answer) => { order.push('intent'); return answer })
    expect(await intent).toMatchObject({ ok: true })
    expect(await backup).toMatchObject({ ok: true })
    expect(order).toEqual(['intent', 'backup'])
    const last = reported.at(-1)
    expect(last).toMatchObject({ task: 'backup', total: last?.done })
  })

  it('that meets a write at its first step is started again, and is complete', async () => {
    const { journal, connection } = openHere(freshPath())
    await chargeAll(journal, ['a'])
    connection.database.exec('BEGIN IMMEDIATE; UPDATE facet SET entries = entries')
    const made = journal.backUp({ at: day(3) })
    // Not before the first attempt has failed.
    for (let turns = 0; turns < 500; turns += 1) await setImmediate()
    connection.database.exec('COMMIT')
    expect(await made).toMatchObject({ ok: true, value: { check: { result: 'good', entries: 1 } } })
  })

  it('does not displace current days because of backups from a clock that was ahead', async () => {
    const path = freshPath()
    const { journal } = openHere(path)
    await chargeAll(journal, ['a'])
    const ahead = [1, 2, 3].map((number) => `2099-01-0${number}T08:00:00.000Z` as UtcTime)
    for (const at of ahead) await valueOf(journal.backUp({ at }))
    for (let number = 1; number <= 8; number += 1) await valueOf(journal.backUp({ at: day(number) }))
    expect((await valueOf(journal.describeFiles())).backups.map(({ at }) => at))
      .toEqual([...ahead.toReversed(), ...[8, 7, 6, 5, 4, 3, 2].map(day)])
  })

  it('displaces the oldest good one of more than seven, and only once it is good itself', async () => {
    const path = freshPath()
    const { journal } = openHere(path)
    await chargeAll(journal, ['a'])
    for (let number = 1; number <= 8; number += 1) await valueOf(journal.backUp({ at: day(number) }))
    const days = async () => (await valueOf(journal.describeFiles())).backups.map(({ at }) => at)
    expect(await days()).toEqual([8, 7, 6, 5, 4, 3, 2].map(day))
    // A backup that can't be opened is shown as damaged and not counted among the seven.
    truncateSync(join(filesOf(path).backups, 'journal-20261108T080000000Z.sqlite'), 3_000)
    expect((await valueOf(journal.describeFiles())).backups[0]?.check.result).toBe('bad')
    await valueOf(journal.backUp({ at: day(9) }))
    expect(await days()).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map(day))
  })

  it.each([
    ['damaged', spoilHeader, true], ['missing', (path: string) => { rmSync(path) }, false],
  ])('displaces none from before the history was %s, until a person has resolved that', async (_what, harm, isQuarantined) => {
    const path = freshPath()
    const first = await start(path)
    await chargeAll(first.port, ['a'])
    for (const number of [1, 2]) await valueOf(first.port.backUp({ at: day(number) }))
    await first.end()
    harm(path)
    const { port } = await start(path)
    await chargeAll(port, ['b'])
    for (let number = 2; number <= 10; number += 1) {
      await valueOf(port.backUp({ at: day(number).replace('08:00', '09:00') as UtcTime }))
    }
    const before = async () => inBackups(path).filter((name) => name.includes('T08'))
    expect(await before()).toEqual(['journal-20261101T080000000Z.sqlite', 'journal-20261102T080000000Z.sqlite'])
    const { startedAnewBeside } = await valueOf(port.describeFiles())
    expect(startedAnewBeside !== null).toBe(isQuarantined)
    await valueOf(port.resolveDamage({ fileName: startedAnewBeside }))
    await valueOf(port.backUp({ at: day(11) }))
    expect(inBackups(path)).toHaveLength(7)
  })

  it('many times in one day displaces no other day: the newest of each day is kept', async () => {
    const path = freshPath()
    const { journal } = openHere(path)
    await chargeAll(journal, ['a'])
    for (let number = 1; number <= 7; number += 1) await valueOf(journal.backUp({ at: day(number) }))
    const later = (minute: number) => day(7).replace('08:00', `08:${minute}`) as UtcTime
    for (let minute = 10; minute < 19; minute += 1) await valueOf(journal.backUp({ at: later(minute) }))
    const kept = (await valueOf(journal.describeFiles())).backups.map(({ at }) => at)
    expect(kept).toEqual([later(18), ...[6, 5, 4, 3, 2, 1].map(day)])
  })

  it('is kept even if the clock was set back when it was created', async () => {
    const path = freshPath()
    const { journal } = openHere(path)
    await chargeAll(journal, ['a'])
    for (let number = 11; number <= 17; number += 1) await valueOf(journal.backUp({ at: day(number) }))
    const { fileName } = await valueOf(journal.backUp({ at: day(2) }))
    expect(inBackups(path)).toContain(fileName)
    expect(inBackups(path)).toHaveLength(8)
  })

  it('of a damaged journal is not kept, displaces none, and reports what to do', async () => {
    const path = freshPath()
    await closedJournal(path, Array.from({ length: 40 }, (_, number) => `n${number}`), 3_000)
    spoilEvents(path, ['n5'])
    const { port } = await start(path)
    expect(await port.backUp({ at: day(20) })).toMatchObject({
      ok: false, failure: { code: 'backup-failed', detail: expect.stringContaining('Start the application again') },
    })
    expect(inBackups(path)).toEqual([])
  })

  it('that a full disk interrupts leaves no partial file, and the earlier ones', async (context) => {
    const { folder, fill } = smallDisk(context, '16m')
    const path = join(folder, 'journal.sqlite')
    const { journal } = openHere(path)
    await chargeAll(journal, ['a'])
    const first = await valueOf(journal.backUp({ at: day(1) }))
    for (let number = 0; number < 13; number += 1) {
      await valueOf(journal.recordIntent(charge(`big${number}`, { signedText: masked('x'.repeat(200_000)) })))
    }
    fill(1_000_000)
    expect(await journal.backUp({ at: day(2) })).toMatchObject({
      ok: false, failure: { code: 'backup-failed', detail: expect.stringMatching(/disk/) },
    })
    expect(inBackups(path)).toEqual([first.fileName])
    // The journal itself had space left, and continues.
    await valueOf(journal.recordIntent(charge('after')))
  })

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('reports that its folder cannot be written', async () => {
    const path = freshPath()
    const { journal } = openHere(path)
    mkdirSync(filesOf(path).backups)
    chmodSync(filesOf(path).backups, 0o500)
    expect(await journal.backUp({ at: day(1) })).toMatchObject({ ok: false, failure: { code: 'backup-failed' } })
  })

  it('reports that something else is in place of its folder', async () => {
    const path = freshPath()
    const { journal } = openHere(path)
    writeFileSync(filesOf(path).backups, '')
    expect(await journal.backUp({ at: day(1) })).toMatchObject({ ok: false, failure: { code: 'backup-failed' } })
    expect(readFileSync(filesOf(path).backups, 'utf8')).toBe('')
  })
})

it('opens as a journal with all its entries', async () => {
  const path = freshPath()
  const { journal } = openHere(path)
  await chargeAll(journal, ['a', 'lost-b'])
  const { fileName } = await valueOf(journal.backUp({ at: day(1) }))
  const copy = openHere(join(filesOf(path).backups, fileName))
  expect(await entriesIn(copy.journal)).toEqual([['a', 'approved'], ['lost-b', 'sending']])
  expect(dirname(path)).not.toBe(filesOf(path).backups)
})
