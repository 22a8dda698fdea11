import { closeSync, copyFileSync, openSync, readdirSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { charge, chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const backupsOf = async (desk: TestDesk) => (await desk.call('maintenance.describe', null)).backups
const actions = async (desk: TestDesk) =>
  (await desk.call('maintenance.audit', { before: null, limit: 50 })).lines.map(({ action, subject }) => [action, subject])

function spoil(folder: string): void {
  const file = openSync(join(folder, 'journal.db'), 'r+')
  writeSync(file, Buffer.alloc(100, 0x5a), 0, 100, 0)
  closeSync(file)
}

describe('the daily backup', () => {
  it('is made at the start if the newest is a day old, then again every day during the run', async () => {
    const first = await open()
    await charge(first)
    await first.end()
    const desk = await open({ folder: first.folder })
    await expect.poll(() => backupsOf(desk)).toHaveLength(1)
    await desk.clock.pass(3_600_000)
    expect(await backupsOf(desk)).toHaveLength(1)
    for (let hour = 0; hour < 24; hour += 1) {
      await desk.clock.pass(3_600_000)
      // The journal replies in order, so the hourly check has been answered too.
      await backupsOf(desk)
    }
    await expect.poll(() => backupsOf(desk)).toHaveLength(2)
    expect((await backupsOf(desk)).map(({ check }) => check.result)).toEqual(['good', 'good'])
  })

  it('continues despite a backup from a clock that was ahead', async () => {
    const desk = await open()
    await charge(desk)
    const { fileName } = await desk.call('maintenance.backUp', null)
    const folder = join(desk.folder, 'backups')
    const ahead = 'journal-20990101T000000000Z.sqlite'
    renameSync(join(folder, fileName), join(folder, ahead))
    await desk.clock.pass(3_600_000)
    await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith('journal-')))
      .toHaveLength(2)
    expect(readdirSync(folder)).toContain(ahead)
  })

  it('of an empty history is not made', async () => {
    const desk = await open()
    await desk.clock.pass(3_600_000)
    expect(await backupsOf(desk)).toEqual([])
  })

  it('that failed is reported with the reason until one succeeds', async () => {
    const desk = await open()
    await charge(desk)
    writeFileSync(join(desk.folder, 'backups'), '')
    expect(await desk.refused('maintenance.backUp', null)).toMatchObject({ code: 'backup-failed' })
    expect((await desk.call('maintenance.describe', null)).backupProblem).toMatch(/disk|folder/)
    rmSync(join(desk.folder, 'backups'))
    await desk.call('maintenance.backUp', null)
    expect((await desk.call('maintenance.describe', null)).backupProblem).toBeNull()
  })
})

describe('a restore', () => {
  it('keeps every charge, has an audit line, and the chain is still valid', async () => {
    const desk = await open()
    await charge(desk)
    const { fileName } = await desk.call('maintenance.backUp', null)
    const later = await charge(desk, { amount: '3.00' })
    expect(await desk.call('maintenance.restore', { fileName })).toMatchObject({ lost: 0, waiting: 0 })
    expect((await desk.call('history.entry', { entryId: later.entryId })).row.minorAmount).toBe('300')
    expect(desk.ordersInLedger()).toHaveLength(2)
    expect(await actions(desk)).toContainEqual(['backup-restored', fileName])
    expect((await desk.call('maintenance.verify', null)).firstBreak).toBeNull()
    await charge(desk, { amount: '4.00' })
  })

  it('is refused during another maintenance task', async () => {
    const desk = await open()
    await charge(desk)
    const { fileName } = await desk.call('maintenance.backUp', null)
    const both = await Promise.all([desk.calls['maintenance.restore']({ fileName }), desk.calls['maintenance.backUp'](null)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual({ ok: false, failure: { code: 'maintenance-under-way' } })
  })
})

describe('a missing history', () => {
  it('is reported, with an audit line, until a person gives it up; work continues', async () => {
    const first = await open()
    await charge(first)
    await first.end()
    for (const end of ['', '-wal', '-shm']) rmSync(join(first.folder, `journal.db${end}`), { force: true })
    const desk = await open({ folder: first.folder })
    expect((await desk.call('maintenance.describe', null)).warning).toBe('missing')
    expect(await actions(desk)).toContainEqual(['history-started-anew', 'journal'])
    await desk.call('maintenance.giveUp', { fileName: null })
    expect((await desk.call('maintenance.describe', null)).warning).toBeNull()
    expect(await actions(desk)).toContainEqual(['damaged-history-given-up', 'journal'])
    expect(desk.events.map(({ name }) => name)).toContain('maintenance.warned')
    expect(await desk.refused('maintenance.giveUp', { fileName: null })).toMatchObject({ code: 'backup-unusable' })
  })
})

describe('a history that was damaged', () => {
  it('is started again, reported until it is salvaged, and the salvage restores the charges', async () => {
    const first = await open()
    const { entryId, merchantOrderId } = await charge(first)
    await first.end()
    // Every page except the first is intact: a copy of it is restored for the salvage to read.
    const whole = join(first.folder, 'whole')
    copyFileSync(join(first.folder, 'journal.db'), whole)
    spoil(first.folder)

    const desk = await open({ folder: first.folder })
    const { startedAnewBeside: fileName, entries } = await desk.call('maintenance.describe', null)
    expect({ fileName, entries }).toEqual({ fileName: expect.stringMatching(/^journal\.damaged-/), entries: 0 })
    expect(await actions(desk)).toContainEqual(['history-started-anew', fileName])
    expect(await desk.refused('maintenance.salvage', { fileName: fileName! })).toMatchObject({ code: 'backup-unusable' })

    copyFileSync(whole, join(first.folder, fileName!))
    const counts = await desk.call('maintenance.salvage', { fileName: fileName! })
    expect(counts.lost).toBe(0)
    expect((await desk.call('history.entry', { entryId })).row.merchantOrderId).toBe(merchantOrderId)
    expect((await desk.call('maintenance.describe', null)).startedAnewBeside).toBeNull()
    const form = chargeForm(desk, { merchantOrderId: merchantOrderId! })
    expect(await desk.refused('payments.review', form)).toMatchObject({ code: 'merchant-order-id-used' })
    expect(readdirSync(first.folder)).toContain(fileName)
  })

  it('can be given up, with an audit line', async () => {
    const first = await open()
    await charge(first)
    await first.end()
    spoil(first.folder)
    const desk = await open({ folder: first.folder })
    const { startedAnewBeside } = await desk.call('maintenance.describe', null)
    await desk.call('maintenance.giveUp', { fileName: startedAnewBeside! })
    expect((await desk.call('maintenance.describe', null)).startedAnewBeside).toBeNull()
    expect(await actions(desk)).toContainEqual(['damaged-history-given-up', startedAnewBeside])
    expect(await desk.refused('maintenance.giveUp', { fileName: 'journal.db' })).toMatchObject({ code: 'backup-unusable' })
  })
})
