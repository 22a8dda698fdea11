import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { writePieces } from '../../../electron/common/files/streamed-file.ts'
import type { System } from '../../../electron/desk/services.ts'
import { charge, closeAll, endpoint, open, type OpenOptions, type TestDesk } from './support.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'export-')) })
afterEach(async () => {
  await closeAll()
  rmSync(folder, { recursive: true, force: true })
})

const everything: HistoryFilter = { text: '', states: [], operations: [], profileId: null }
const input = (changes: Partial<ParsedInput<'history.export'>> = {}): ParsedInput<'history.export'> =>
  ({ exportId: 'export-1', filter: everything, format: 'csv', ...changes })

/** Main's own function for saving, with the test's folder; `meanwhile` runs after each piece. */
function savesInto(
  path: () => string, meanwhile: (piece: number) => Promise<void> = async () => undefined,
): System['chooseSaveDestination'] {
  return async () => ({
    fileName: basename(path()),
    write: (pieces) => writePieces(path(), watched(pieces, meanwhile)),
  })
}

async function* watched(
  pieces: AsyncIterable<string | Uint8Array>, meanwhile: (piece: number) => Promise<void>,
): AsyncGenerator<string | Uint8Array> {
  let number = 0
  for await (const piece of pieces) {
    yield piece
    await meanwhile(number += 1)
  }
}

const inFolder = (name: string) => () => join(folder, name)
const openSaving = (chooseSaveDestination: System['chooseSaveDestination'], options: OpenOptions = {}) =>
  open({ ...options, system: { chooseSaveDestination } })

async function lookUp(desk: TestDesk, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await desk.call('cards.lookUp', { profileId: desk.profileId, entryPoint: endpoint, cardReference: '1000001' })
  }
}

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
/** The rows of entries: what is under them begins with an empty one. */
const csvLines = (name: string): string[] => {
  const rows = read(name).split('\r\n').slice(1, -1)
  return rows.slice(0, rows.findIndex((row) => /^,*$/.test(row)))
}
const jsonLines = (name: string): EntryDetail[] =>
  read(name).split('\n').slice(0, -2).map((line) => JSON.parse(line) as EntryDetail)

describe('a CSV file', () => {
  it('has the entries of the filter, newest first, with times, ids and amounts as a spreadsheet does not change them', async () => {
    const desk = await openSaving(savesInto(inFolder('h.csv')))
    await charge(desk, { merchantOrderId: '0123456789012345', amount: '10.15' })
    await charge(desk, { merchantOrderId: '=HYPERLINK("http://x")', amount: '2' })
    await lookUp(desk, 1)
    const filter = { ...everything, operations: ['recurrent-payment' as const] }
    expect(await desk.call('history.export', input({ filter }))).toEqual({ fileName: 'h.csv', entries: 2 })
    expect(read('h.csv')).toMatch(/^\uFEFFTime \(UTC\),Time \(local\),Who,/)
    const [newest, oldest] = csvLines('h.csv')
    expect(newest).toContain(`,"'=HYPERLINK(""http://x"")",`)
    expect(newest).toContain(',2.00,USD,')
    expect(oldest).toContain(`,'0123456789012345,`)
    expect(oldest).toContain(',10.15,USD,')
    expect(oldest).toContain(',m.keller,')
    expect(oldest).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d,/)
  })

  it('has every entry once over many pages, and none that was created in the meantime', async () => {
    let desk: TestDesk | null = null
    // The first piece is the header: the first entries have not been read yet.
    const meanwhile = async (piece: number): Promise<void> => { if (desk !== null && piece > 1) await lookUp(desk, 1) }
    desk = await openSaving(savesInto(inFolder('h.csv'), meanwhile))
    await lookUp(desk, 230)
    expect(await desk.call('history.export', input())).toMatchObject({ entries: 230 })
    const ids = csvLines('h.csv').map((line) => line.split(',').at(-1))
    expect(new Set(ids).size).toBe(230)
    expect(ids).toHaveLength(230)
  })

  it('reports its progress with its own id', async () => {
    const desk = await openSaving(savesInto(inFolder('h.csv')))
    await lookUp(desk, 3)
    await desk.call('history.export', input({ exportId: 'mine' }))
    const emitted = desk.events.filter(({ name }) => name === 'history.exporting').map(({ payload }) => payload)
    expect(emitted.at(-1)).toEqual({ exportId: 'mine', done: 3, total: 3 })
  })
})

it('as JSON Lines has each complete entry, with its events', async () => {
  const desk = await openSaving(savesInto(inFolder('h.jsonl')))
  await lookUp(desk, 20)
  await charge(desk)
  expect(await desk.call('history.export', input({ format: 'json-lines' }))).toEqual({ fileName: 'h.jsonl', entries: 22 })
  const entries = jsonLines('h.jsonl')
  expect(entries).toHaveLength(22)
  for (const entry of entries) expect(entry).toEqual(await desk.call('history.entry', { entryId: entry.row.entryId }))
  expect(entries[0]?.events.map(({ kind }) => kind).slice(0, 2)).toEqual(['intent', 'outcome'])
})

it('ends with the totals and the filter, which hide a card number that was searched for', async () => {
  const desk = await openSaving(savesInto(inFolder('h.csv')))
  await charge(desk, { merchantOrderId: 'inv-1', amount: '10.15' })
  const from = '2026-01-01T00:00:00.000Z' as UtcTime
  await desk.call('history.export', input({ filter: { ...everything, view: 'payments', currency: 'USD', from } }))
  const rows = read('h.csv').split('\r\n').slice(0, -1)
  expect(new Set(rows.map((row) => row.replaceAll(/"[^"]*"/g, '').split(',').length)).size).toBe(1)
  const under = rows.slice(csvLines('h.csv').length + 2).map((row) => row.replace(/,+$/, ''))
  expect(under[0]).toBe('Totals,of the entries above')
  expect(under[1]).toMatch(/^Filter,"Payments; from: 20\d\d-.*; currency: USD"$/)
  expect(under[2]).toBe('Currency,Approved or captured,Held,Transferred,Refunded or voided,Paid out,Net moved,,Declined or filtered,Open')
  expect(under[3]).toMatch(/^USD,.*10\.15/)

  await desk.call('history.export', input({ format: 'json-lines', filter: { ...everything, text: '4111111111111111' } }))
  expect(JSON.parse(read('h.csv'))).toEqual({ totals: { filter: expect.stringContaining('411111XXXXXX1111'), currencies: [], isPartial: false, reportedOtherwise: 0 } })
})

describe('no file, not even a part of one, is left', () => {
  const asLines = input({ format: 'json-lines' })

  /** A desk with entries for several pieces; `disturb` runs when the file has its second piece. */
  async function midway(disturb: (desk: TestDesk) => Promise<unknown>): Promise<TestDesk> {
    let desk: TestDesk | null = null
    desk = await openSaving(savesInto(inFolder('h.jsonl'), async (piece) => {
      if (piece === 2 && desk !== null) await disturb(desk)
    }))
    await lookUp(desk, 30)
    return desk
  }

  it('if no folder was chosen', async () => {
    const desk = await open()
    expect(await desk.refused('history.export', asLines)).toEqual({ code: 'cancelled' })
  })

  it('if it is cancelled midway', async () => {
    const desk = await midway((of) => of.call('history.cancelExport', { exportId: asLines.exportId }))
    expect(await desk.refused('history.export', asLines)).toEqual({ code: 'cancelled' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('if the disk is full, and the person sees how far it got', async () => {
    const desk = await midway(async () => { throw Object.assign(new Error('ENOSPC: /home/somebody'), { code: 'ENOSPC' }) })
    expect(await desk.refused('history.export', asLines)).toEqual({
      code: 'file-unwritable', detail: 'The disk is full. 8 entries had been written. Nothing was saved.',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('if the journal fails midway, and the person sees how far it got', async () => {
    const desk = await midway((of) => of.endJournal())
    expect(await desk.refused('history.export', asLines)).toEqual({
      code: 'journal-unwritable', detail: expect.stringMatching(/ 16 entries had been written\. Nothing was saved\.$/),
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('if the application is quit midway', async () => {
    let quit: Promise<void> | undefined
    const desk = await midway(async (of) => { quit = of.control.prepareToQuit() })
    expect(await desk.refused('history.export', asLines)).toEqual({ code: 'cancelled' })
    await quit
    expect(readdirSync(folder)).toEqual([])
    expect(await desk.refused('history.export', asLines)).toEqual({ code: 'quitting' })
  })
})

it('if another export is running', async () => {
  let desk: TestDesk | null = null
  const answers: unknown[] = []
  desk = await openSaving(savesInto(inFolder('h.csv'), async () => {
    answers.push(await desk?.refused('history.export', input({ exportId: 'export-2' })))
  }))
  await lookUp(desk, 1)
  await desk.call('history.export', input())
  expect(answers[0]).toEqual({ code: 'maintenance-under-way' })
  expect(await desk.call('history.export', input({ exportId: 'export-3' }))).toMatchObject({ entries: 1 })
})
