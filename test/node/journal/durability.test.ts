import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startJournal } from '../../../electron/journal/client.ts'
import { at, charge, entryId, notSent, outcome } from './samples.ts'
import { holdElsewhere } from './second-process.ts'
import { freshPath, startThread, valueOf, workerPath } from './with-journal.ts'

const ok = { ok: true, value: null }
const ignore = () => undefined
/** How often the application is killed during charges; more: `npm run bench -- kill`. */
const kills = 8

describe('an acknowledged intent', () => {
  it(`exists after the process was killed right after the answer, ${kills} times over`, async () => {
    const path = freshPath()
    for (let round = 0; round < kills; round++) {
      const other = await holdElsewhere(path)
      expect(await other.notify(`intent ${round}`)).toEqual(ok)
      await other.kill()
    }
    const journal = await startThread(path)
    expect(await valueOf(journal.port.closeLeftovers({ at: at(9) }))).toEqual({ count: kills })
    for (let round = 0; round < kills; round++) {
      expect((await valueOf(journal.port.entry({ entryId: entryId(String(round)) })))?.row.state).toBe('unknown')
    }
  })
})

describe('a second process', () => {
  it('is refused, does not treat a running charge as ended, and gets the journal once the first was killed', async () => {
    const path = freshPath()
    const other = await holdElsewhere(path)
    expect(await other.notify('intent live')).toEqual(ok)

    const refused = await startJournal({ workerPath, databasePath: path, onDefect: ignore })
    expect(refused).toEqual({ ok: false, failure: { code: 'held-by-another' } })
    expect((await holdElsewhere(path)).first).toEqual({ code: 'held-by-another' })
    // Its outcome can still be written: it got none in the meantime.
    expect(await other.notify('outcome live')).toEqual(ok)
    expect(await other.notify('intent second')).toEqual(ok)

    await other.kill()
    const journal = await startThread(path)
    expect((await valueOf(journal.port.entry({ entryId: entryId('live') })))?.row.state).toBe('processing')
    expect((await valueOf(journal.port.entry({ entryId: entryId('second') })))?.row.state).toBe('sending')
  })
})

describe('intents without an outcome', () => {
  it('become unknown at the next start, once, and never those of the present run', async () => {
    const path = freshPath()
    const first = await startThread(path)
    await valueOf(first.port.recordIntent(charge('lost')))
    await valueOf(first.port.recordIntent(charge('done')))
    await valueOf(first.port.recordOutcome(outcome('done')))
    await valueOf(first.port.recordIntent(charge('never-left')))
    await valueOf(first.port.recordOutcome(notSent('never-left')))
    await first.end()

    const { port } = await startThread(path)
    await valueOf(port.recordIntent(charge('live')))
    expect(await valueOf(port.closeLeftovers({ at: at(5) }))).toEqual({ count: 1 })
    expect(await valueOf(port.closeLeftovers({ at: at(6) }))).toEqual({ count: 0 })
    const lost = await valueOf(port.entry({ entryId: entryId('lost') }))
    expect(lost?.row.state).toBe('unknown')
    expect(lost?.events).toMatchObject([{ kind: 'intent' }, { kind: 'outcome', fault: 'application-ended', at: at(5) }])
    expect((await valueOf(port.entry({ entryId: entryId('live') })))?.row.state).toBe('sending')
    expect((await valueOf(port.openOutcomes())).map((row) => [row.entryId, row.state])).toEqual([
      [entryId('lost'), 'unknown'], [entryId('done'), 'processing'], [entryId('live'), 'sending'],
    ])
  })
})

const ended = { ok: false, failure: { code: 'journal-unwritable', detail: expect.stringContaining('has ended') } }

describe('the thread', () => {
  it('opens where FTS5 works, off the main thread', async () => {
    const { port } = await startThread()
    expect(await valueOf(port.selfCheck())).toMatchObject({ fullTextSearch: true, onThread: true })
  })

  it('reports with the answer that links were added, so that they are sealed, and with no other answer', async () => {
    const { port } = await startThread()
    let reports = 0
    port.whenLinked(() => { reports += 1 })
    await valueOf(port.openOutcomes())
    expect(reports).toBe(0)
    await valueOf(port.recordIntent(charge('linked')))
    expect(reports).toBe(1)
    await valueOf(port.openOutcomes())
    expect(reports).toBe(1)
  })

  it('refuses to write once it is closed, so that a late charge is not sent', async () => {
    const journal = await startThread()
    await journal.port.close()
    expect(await journal.port.recordIntent(charge('late'))).toMatchObject({
      ok: false, failure: { code: 'journal-unwritable', detail: 'The journal is closed.' },
    })
  })

  it('reports a missing folder as the reason why it cannot open', async () => {
    const started = await startJournal({ workerPath, databasePath: `${freshPath()}/none/j.sqlite`, onDefect: ignore })
    expect(started).toMatchObject({ ok: false, failure: { code: 'unusable', detail: expect.stringContaining('folder') } })
  })

  it('ends at an uncaught error, with a line in the log and a report to main', async () => {
    const databasePath = freshPath()
    const logFolder = dirname(databasePath)
    const { promise: defect, resolve: onDefect } = Promise.withResolvers<unknown>()
    const started = await startJournal({
      workerPath: join(import.meta.dirname, 'crashing-thread.ts'), databasePath, logFolder, onDefect,
    })
    if (!started.ok) throw new Error(started.failure.code)
    expect(await started.value.port.recordIntent(charge('lost'))).toMatchObject(ended)
    expect(await defect).toMatchObject({ message: expect.stringContaining('ended') })
    expect(readFileSync(join(logFolder, 'journal.log'), 'utf8')).toContain('fault of the test')
    await started.value.end()
  })

  it('reports its end to main and refuses later calls, so that nothing is sent', async () => {
    const defects: unknown[] = []
    const missing = await startJournal({
      workerPath: `${workerPath}.missing`, databasePath: freshPath(), onDefect: (error) => defects.push(error),
    })
    expect(missing).toMatchObject({ ok: false, failure: { code: 'unusable' } })
    expect(defects).toHaveLength(1)

    const journal = await startThread()
    await journal.end()
    expect(await journal.port.recordIntent(charge('gone'))).toMatchObject(ended)
  })
})
