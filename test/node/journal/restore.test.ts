import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { BatchId } from '#shared/model/payments/batch.ts'
import { developmentApplicationIds } from '../../../electron/journal/application-id.ts'
import { filesOf } from '../../../electron/journal/recovery/file-names.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { restoreSteps } from '../../../electron/journal/recovery/restore.ts'
import { appendAudit } from '../../../electron/journal/write/audit.ts'
import { wasKilled } from '../../support/processes/killed.ts'
import { builtEntry } from '../entries.ts'
import { chargeAll, day, entriesIn, spoilEvents } from './files.ts'
import { at, charge, entryId, masked, observation, orderId, outcome, refund } from './samples.ts'
import { smallDisk } from './small-disk.ts'
import { freshPath, onTestEnd, openHere, start, valueOf } from './with-journal.ts'

/** A journal with a backup of its first entries and others that came later, one of them lost. */
async function withBackup(journal: JournalPort): Promise<string> {
  await chargeAll(journal, ['a', 'b'])
  await valueOf(journal.recordIntent(refund('r')))
  const { fileName } = await valueOf(journal.backUp({ at: day(19) }))
  await valueOf(journal.recordOutcome(outcome('r')))
  await valueOf(journal.recordObservation(observation('r', { status: 'approved', orderId: orderId('77') })))
  await chargeAll(journal, ['c', 'lost-d'])
  // Its outcome is not known, and nothing is being sent.
  await valueOf(journal.recordOutcome(outcome('lost-d', { kind: 'unknown', fault: 'answer-timeout', reply: null })))
  return fileName
}

const everything = [['a', 'approved'], ['b', 'approved'], ['r', 'approved'], ['c', 'approved'], ['lost-d', 'unknown']]

describe('a restore', () => {
  it('makes the backup the journal and keeps everything that came after it', async () => {
    const path = freshPath()
    const { port, end } = await start(path)
    const fileName = await withBackup(port)
    expect(await valueOf(port.restore({ fileName, at: day(20) }))).toEqual({ added: 2, known: 3, waiting: 0, lost: 0 })
    expect(await entriesIn(port)).toEqual(everything)
    expect(await valueOf(port.describeFiles())).toMatchObject({
      entries: 5, startedAnewBeside: null, quarantined: [{ fileName: 'journal.replaced-20261120T080000000Z.sqlite', why: 'replaced' }],
    })
    await valueOf(port.recordIntent(charge('goes-on')))
    expect(await port.recordIntent(charge('again', { merchantOrderId: charge('c').merchantOrderId })))
      .toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
    await end()
    expect(await entriesIn((await start(path)).port)).toEqual([...everything, ['goes-on', 'sending']])
  })

  it('takes no more processor time per audit line for years than for weeks', async () => {
    const microsecondsFor = async (lines: number): Promise<number> => {
      const { journal, connection } = openHere(freshPath())
      await chargeAll(journal, ['a'])
      connection.transaction(() => {
        for (let line = 0; line < lines; line += 1) {
          appendAudit(connection, {
            at: new Date(Date.UTC(2026, 0, 1) + line * 600_000).toISOString() as UtcTime, osUser: 'mara', name: masked('Mara'),
            action: 'vault-unlocked', subject: masked('Vault'), detail: masked(''),
          })
        }
      })
      const { fileName } = await valueOf(journal.backUp({ at: day(19) }))
      const before = process.cpuUsage()
      await valueOf(journal.restore({ fileName, at: day(20) }))
      const { user } = process.cpuUsage(before)
      expect((await valueOf(journal.audit({ before: null, limit: 1 }))).lines).toHaveLength(1)
      expect(connection.first('SELECT count(*) AS lines FROM audit')).toEqual({ lines })
      return user
    }
    await microsecondsFor(1_000)
    // Ten times as many lines, compared each with all others, take some seventy times as long.
    expect(await microsecondsFor(10_000) / await microsecondsFor(1_000)).toBeLessThan(25)
  })

  /** Starts a batch of two rows, of which the first is sent. */
  async function startBatch(journal: JournalPort, batchId: BatchId): Promise<void> {
    const { profileId, profileName, environment, merchantKey, entryPoint, operation } = charge('x')
    const row = { minorAmount: charge('x').minorAmount, currency: 'USD', values: {}, digest: null, cells: [masked('Ann')], reason: null }
    await valueOf(journal.startBatch({
      batch: {
        batchId, startedAt: at(3), who: 'mara', profileId, profileName, environment, merchantKey, entryPoint, operation,
        fileName: masked('payouts.csv'), headers: [masked('Name')],
        reading: { mapping: [], decimals: null, defaults: {}, periodLabel: null, changes: [] },
      },
      rows: [{ ...row, line: 2 }, { ...row, line: 3 }],
      audit: { at: at(3), osUser: 'mara', name: masked('mara'), action: 'batch-started', subject: masked('Shop'), detail: masked('') },
    }))
    await valueOf(journal.recordIntent(charge(`of-${batchId}`, { batch: { batchId, row: 0 } })))
    await valueOf(journal.recordOutcome(outcome(`of-${batchId}`)))
  }
  const statesOf = async (journal: JournalPort, batchId: BatchId) =>
    (await valueOf(journal.countBatch({ batchId }))).map(({ state, rows }) => [state, rows])
  const [whole, damaged, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(32) as BatchId) as [BatchId, BatchId, BatchId]

  it('keeps a batch that was started after the backup, with the rows that were never sent, and stops it', async () => {
    const { journal } = openHere()
    const fileName = await withBackup(journal)
    await startBatch(journal, whole)
    await valueOf(journal.restore({ fileName, at: day(20) }))
    expect(await valueOf(journal.batch({ batchId: whole }))).toMatchObject({ state: 'stopped', paused: null, fileName: 'payouts.csv' })
    expect(await statesOf(journal, whole)).toEqual([['left', 1], ['processing', 1]])
  })

  it('leaves out damaged texts of batches: the lists of all others are shown', async () => {
    const { journal, connection } = openHere()
    const fileName = await withBackup(journal)
    for (const batchId of [whole, damaged, other]) await startBatch(journal, batchId)
    connection.run(`UPDATE batch SET confirmed = replace(confirmed, '"operation"', '"operatioo"') WHERE batch_id = ?`, damaged)
    connection.run(`UPDATE batch_row SET confirmed = replace(confirmed, '"values"', '"valuer"') WHERE batch_id = ? AND row = 1`, other)
    await valueOf(journal.restore({ fileName, at: day(20) }))
    const listed = await valueOf(journal.batches({ profileId: null, limit: 10 }))
    expect(listed.map(({ batchId }) => batchId)).toEqual([other, whole])
    expect([await statesOf(journal, whole), await statesOf(journal, other)]).toEqual([[['left', 1], ['processing', 1]], [['processing', 1]]])
  })

  it('restores what the journal has lost', async () => {
    const path = freshPath()
    const first = openHere(path)
    const fileName = await withBackup(first.journal)
    await first.journal.close()
    for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) truncateSync(path + end, 0)
    const { journal } = openHere(path)
    await chargeAll(journal, ['since'])
    expect(await valueOf(journal.restore({ fileName, at: day(20) })))
      .toEqual({ added: 1, known: 0, waiting: 0, lost: 0 })
    expect(await entriesIn(journal)).toEqual([['a', 'approved'], ['b', 'approved'], ['r', 'unknown'], ['since', 'approved']])
  })

  it('refuses every intent while it runs, keeps other writes for the new journal, and reads continue', async () => {
    const { journal } = openHere()
    const fileName = await withBackup(journal)
    const restored = journal.restore({ fileName, at: day(20) })
    expect(await journal.recordIntent(charge('now'))).toMatchObject({
      ok: false, failure: { code: 'journal-unwritable', detail: expect.stringContaining('being restored') },
    })
    const observed = journal.recordObservation(observation('c', { at: at(9), status: 'declined' }))
    expect(await valueOf(journal.entry({ entryId: entryId('a') }))).not.toBeNull()
    await valueOf(restored)
    await valueOf(observed)
    expect((await valueOf(journal.entry({ entryId: entryId('c') })))?.row.state).toBe('declined')
    expect(await valueOf(journal.entry({ entryId: entryId('now') }))).toBeNull()
    await valueOf(journal.recordIntent(charge('now')))
  })

  it('does not wait: while something is being sent it is refused', async () => {
    const { journal } = openHere()
    const fileName = await withBackup(journal)
    await valueOf(journal.recordIntent(charge('under-way')))
    expect(await journal.restore({ fileName, at: day(20) })).toMatchObject({ ok: false, failure: { code: 'backup-failed' } })
    await valueOf(journal.recordOutcome(outcome('under-way')))
    await valueOf(journal.restore({ fileName, at: day(20) }))
    expect((await entriesIn(journal)).at(-1)).toEqual(['under-way', 'processing'])
  })

  it.each([
    ['is damaged', (path: string) => { truncateSync(path, 20_000) }, 'damaged'],
    ['is no journal', (path: string) => { writeFileSync(path, 'text '.repeat(2_000)) }, 'not a journal'],
    ['is of a newer version', (path: string) => {
      const database = new DatabaseSync(path)
      database.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 777')
      database.close()
    }, 'newer version'],
    ['is of a development version', (path: string) => {
      const database = new DatabaseSync(path)
      database.exec(`PRAGMA journal_mode = DELETE; PRAGMA application_id = ${developmentApplicationIds.at(-1)}`)
      database.close()
    }, 'development version'],
  ])('changes nothing if the backup %s', async (_what, harm, why) => {
    const path = freshPath()
    const { journal } = openHere(path)
    const fileName = await withBackup(journal)
    harm(join(filesOf(path).backups, fileName))
    expect(await journal.restore({ fileName, at: day(20) })).toMatchObject({
      ok: false, failure: { code: 'backup-unusable', detail: expect.stringContaining(why) },
    })
    expect(await entriesIn(journal)).toEqual(everything)
    expect(readdirSync(dirname(path)).filter((name) => /restor|replaced/.test(name))).toEqual([])
    await valueOf(journal.recordIntent(charge('goes-on')))
  })

  it('that could not read all of the replaced journal is reported until a person gives that up', async () => {
    const path = freshPath()
    const first = openHere(path)
    const names = Array.from({ length: 60 }, (_, number) => `n${number}`)
    await chargeAll(first.journal, ['a'])
    const { fileName } = await valueOf(first.journal.backUp({ at: day(19) }))
    await chargeAll(first.journal, names, 3_000)
    await first.journal.close()
    spoilEvents(path, ['n5'])
    const { journal } = openHere(path)
    expect((await valueOf(journal.restore({ fileName, at: day(20) }))).lost).toBeGreaterThan(0)
    const replaced = 'journal.replaced-20261120T080000000Z.sqlite'
    expect(await valueOf(journal.describeFiles())).toMatchObject({ startedAnewBeside: replaced, warning: 'not-all-read' })
    await valueOf(journal.resolveDamage({ fileName: replaced }))
    expect((await valueOf(journal.describeFiles())).warning).toBeNull()
  })

  it('accepts names of backups and nothing else', async () => {
    const { journal } = openHere()
    await withBackup(journal)
    for (const fileName of ['../journal.sqlite', 'journal.part', '']) {
      expect(await journal.restore({ fileName, at: day(20) })).toMatchObject({ ok: false, failure: { code: 'backup-unusable' } })
    }
  })

  it('changes nothing if the disk is full', async (context) => {
    const { folder, fill, makeRoom } = smallDisk(context, '16m')
    const path = join(folder, 'journal.sqlite')
    const { journal } = openHere(path)
    const fileName = await withBackup(journal)
    fill(40_000)
    expect(await journal.restore({ fileName, at: day(20) })).toMatchObject({
      ok: false, failure: { detail: expect.stringMatching(/disk/) },
    })
    expect(await entriesIn(journal)).toEqual(everything)
    makeRoom()
    await valueOf(journal.restore({ fileName, at: day(20) }))
    expect(await entriesIn(journal)).toEqual(everything)
  })
})

describe('a power cut in the middle of a restore', () => {
  it.each(restoreSteps)('leaves a complete journal with every entry: at the step "%s"', async (step) => {
    const path = freshPath()
    const { journal } = openHere(path)
    const fileName = await withBackup(journal)
    await journal.close()
    const killed = spawnSync('node', [builtEntry('journal-restore'), path, fileName, step], { stdio: 'inherit' })
    expect(wasKilled(killed)).toBe(true)
    const { port, end } = await start(path)
    onTestEnd(end)
    expect(await entriesIn(port)).toEqual(everything)
    expect((await valueOf(port.describeFiles())).startedAnewBeside).toBeNull()
    expect(readdirSync(dirname(path)).filter((name) => /restor|putting/.test(name))).toEqual([])
    await valueOf(port.recordIntent(charge('goes-on')))
  })
})
