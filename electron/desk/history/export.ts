import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import type { DeskChoice, HistoryFilter, HistoryPage } from '#shared/model/history/history-list.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { dropFrequent } from '../../common/processes/drop-frequent.ts'
import { reasonOf } from '../../common/files/file-failure.ts'
import { audited, type InTurn } from '../maintenance/index.ts'
import type { CopiesState } from './both-sums.ts'
import { csvHead, csvLine, csvTotals, jsonLine, jsonTotals } from './export-format.ts'
import { filterInWords, othersInWords, rowTotals } from './export-totals.ts'
import { othersLost, type History } from './merged.ts'
import type { CallsOf } from '../calls.ts'
import type { Services, SaveDestination, Emit } from '../services.ts'
import { localTime } from '../../common/processes/time.ts'

/**
 * Entries in one request to the journal. It replies in order, so a charge waits for at most one page of rows, or for
 * this many entries with their events.
 */
const rowsAtOnce = 100
const entriesAtOnce = 8
const formats = { 'csv': 'CSV', 'json-lines': 'JSON Lines' } as const

/** Text in the file if the copies of other desks cannot be used. */
const withoutOthers = 'without the entries of other desks, whose copies cannot be used'

type ExportInput = ParsedInput<'history.export'>

export interface Exports {
  /** The calls. A cancelled export leaves no file. */
  readonly calls: Pick<CallsOf<'history'>, 'history.export' | 'history.cancelExport'>
  /**
   * Cancels an export in progress; resolves when its unfinished file is deleted. No new export can begin afterwards.
   */
  end(): Promise<void>
}

interface Run {
  readonly input: ExportInput
  cancelled: boolean
  done: number
  total: number | null
}

/** Thrown to end the writing of a file early. */
class ExportEnded extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/**
 * Creates the exporter of the entries of a filter, newest first. It reads downwards from the newest entry at the start,
 * so that later entries are neither repeated nor partly included. `count` returns the total if that is quick.
 */
export function exporter(
  services: Services, merged: Pick<History, 'calls' | 'others' | 'searchWhole' | 'readingOf'>, emit: Emit, inTurn: InTurn,
): Exports {
  const history = merged.calls
  const runs = new Map<string, Run>()
  const writing = new Set<Promise<void>>()
  let ended = false

  async function* chunks(run: Run): AsyncGenerator<string> {
    const { format, filter, exportId } = run.input
    const report = dropFrequent(services.system, (done: number) => {
      emit('history.exporting', { exportId, done, total: run.total })
    })
    void history['history.count'](filter).then((answer) => {
      if (answer.ok && !answer.value.atLeast) run.total = answer.value.count
    })
    const sums = rowTotals()
    const isWhole = await hasOthers(filter)
    // Read before the rows: entries copied meanwhile may be incomplete in the file.
    const copies = await copiesOf(filter)
    if (format === 'csv') yield csvHead
    for await (const rows of pagesOf(merged, filter)) {
      for (const some of inParts(rows, format === 'csv' ? rowsAtOnce : entriesAtOnce)) {
        yield await (format === 'csv' ? csvOf : jsonLinesOf)(some)
        if (run.cancelled) throw new ExportEnded({ code: 'cancelled' })
        for (const row of some) sums.add(row)
        run.done += some.length
        report(run.done)
      }
    }
    if (isWhole && !await hasOthers(filter)) throw new ExportEnded(othersLost)
    const { profileId } = filter
    const nameOf = (desk: DeskChoice) => copies?.desks.find(({ deskId }) => deskId === desk)?.label ?? desk
    const words = [
      filterInWords(filter, profileId === null ? null : services.profiles.get(profileId)?.name ?? null, nameOf),
      ...(isWhole ? [] : [withoutOthers]), ...(copies === null ? [] : [othersInWords(copies)]),
    ].join('; ')
    yield (format === 'csv' ? csvTotals : jsonTotals)(sums.totals(merged.readingOf), words)
    report(run.done, true)
  }

  /** Whether the entries of other desks that a filter may include can be read. In no team there are none. */
  async function hasOthers(filter: HistoryFilter): Promise<boolean> {
    return isOfThisDesk(filter) || services.membership.read() === null || await merged.others() !== null
  }

  /** The state of the copies from which a filter may include entries; null without any. */
  async function copiesOf(filter: HistoryFilter): Promise<CopiesState | null> {
    const state = isOfThisDesk(filter) ? undefined : await (await merged.others())?.state()
    return state?.ok === true ? state.value : null
  }

  async function csvOf(rows: readonly HistoryRow[]): Promise<string> {
    const lines: string[] = []
    for (const row of rows) {
      // The notes of an adopted entry are in the copy of the desk that sent it; the row does not count them.
      const isAdopted = row.sentBy !== undefined && row.isCopy !== true
      const notes = row.notes === undefined && !isAdopted ? [] : (await entryOf(history, row.entryId)).notes
      const shown = { ...row, sentByLabel: row.sentByLabel ?? ownLabel(services) }
      lines.push(csvLine(shown, notes, merged.readingOf(row)))
    }
    return lines.join('')
  }

  async function jsonLinesOf(rows: readonly HistoryRow[]): Promise<string> {
    const details = await Promise.all(rows.map(({ entryId }) => entryOf(history, entryId)))
    return details.map(jsonLine).join('')
  }

  async function save(run: Run): Promise<CallAnswer<'history.export'>> {
    const destination = await services.system.chooseSaveDestination(nameFor(run.input.format, services.system.now()))
    if (destination === null || run.cancelled) return failed({ code: 'cancelled' })
    const line = { action: 'history-exported', subject: destination.fileName, detail: formats[run.input.format] } as const
    return await audited(services, line, () => write(run, destination))
  }

  async function write(run: Run, destination: SaveDestination): Promise<CallAnswer<'history.export'>> {
    const written = destination.write(chunks(run))
    writing.add(written)
    try {
      await written
      return success({ fileName: destination.fileName, entries: run.done })
    } catch (error) {
      return failed(failureOf(error, run.done))
    } finally {
      writing.delete(written)
    }
  }

  return {
    calls: {
      async 'history.export'(input) {
        if (ended) return failed({ code: 'quitting' })
        return await inTurn(async () => {
          const run: Run = { input, cancelled: false, done: 0, total: null }
          runs.set(input.exportId, run)
          try {
            return await save(run)
          } finally {
            runs.delete(input.exportId)
          }
        })
      },
      async 'history.cancelExport'({ exportId }) {
        const run = runs.get(exportId)
        if (run !== undefined) run.cancelled = true
        return success(null)
      },
    },
    async end() {
      ended = true
      for (const run of runs.values()) run.cancelled = true
      await Promise.allSettled(writing)
    },
  }
}

function isOfThisDesk({ desks = [] }: HistoryFilter): boolean {
  return desks.length > 0 && desks.every((desk) => desk === 'this-desk')
}

/** The name of this desk in its team; empty without a team. */
function ownLabel({ membership }: Pick<Services, 'membership'>): string {
  const member = membership.read()
  return member === null || member === 'unreadable' ? '' : member.label
}

async function* pagesOf({ searchWhole }: Pick<History, 'searchWhole'>, filter: HistoryFilter): AsyncGenerator<readonly HistoryRow[]> {
  let before: string | null = null
  do {
    const page: Result<HistoryPage, Failure> = await searchWhole({ ...filter, before, limit: rowsAtOnce })
    if (!page.ok) throw new ExportEnded(page.failure)
    yield page.value.rows
    before = page.value.next
  } while (before !== null)
}

async function entryOf(history: History['calls'], entryId: HistoryRow['entryId']): Promise<EntryDetail> {
  const found = await history['history.entry']({ entryId })
  // Deletion waits for its turn, so every entry of a page still exists.
  if (!found.ok) throw new ExportEnded(found.failure)
  return found.value
}

function inParts<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  const parts = Math.ceil(values.length / size)
  return Array.from({ length: parts }, (_, part) => values.slice(part * size, (part + 1) * size))
}

/** Names the progress, so that a person does not mistake a part for the whole. */
function failureOf(error: unknown, done: number): Failure {
  const count = done === 0 ? '' : `${done} ${done === 1 ? 'entry' : 'entries'} had been written. `
  const soFar = `${count}Nothing was saved.`
  if (!(error instanceof ExportEnded)) return { code: 'file-unwritable', detail: `${sentence(reasonOf(error))} ${soFar}` }
  const { failure } = error
  return 'detail' in failure ? { ...failure, detail: `${failure.detail} ${soFar}` } : failure
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function nameFor(format: ExportInput['format'], now: number): string {
  return `history-${localTime(now).slice(0, 10)}.${format === 'csv' ? 'csv' : 'jsonl'}`
}
