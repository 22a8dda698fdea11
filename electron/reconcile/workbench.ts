/** The thread's work: one open statement, one running comparison, one open result. */
import type { ProfileId, UtcTime } from '#shared/brands.ts'
import {
  mostLines, type KeptResult, type ReconcileResult, type ResultFormat, type ResultRow, type RunProblem, type Statement,
} from '#shared/model/payments/reconcile.ts'
import type { ReadTable, TableRefused } from '#shared/model/values/table.ts'
import { sourceKey } from '#shared/reconcile/columns.ts'
import { isSameState, kindRank } from '#shared/reconcile/compare.ts'
import { ledgerEntries, offeredEntry, type JournalEntry, type LedgerText } from '#shared/reconcile/ledger-entry.ts'
import { listsOf, type ListName, type Lists } from '#shared/reconcile/lists.ts'
import type { Period } from '#shared/reconcile/matching.ts'
import type { Reading } from '#shared/reconcile/read-lines.ts'
import {
  afterDecisions, decisionProblem, type Current, type Decision, type DecisionProblem, type Reconciled,
} from '#shared/reconcile/reconciliation.ts'
import { statusRows, type StatusRows } from '#shared/reconcile/status-rows.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { calendarDay } from '#shared/start-of-day.ts'
import type { Span } from '#shared/day-hours.ts'
import type { TableSource } from '../tables/port.ts'
import { beginComparison, type Comparison, type EntryReading } from './comparison.ts'
import { fileContent } from './files/content.ts'
import type { Fact } from './files/file-content.ts'
import { keptResults } from './kept-results.ts'
import { shownStatement, type OpenStatement } from './opened-statement.ts'
import { countsOf, mostOnPage, shownResult, shownRow } from './shown.ts'

/** Reads a table; implemented by `electron/tables`. */
export type ReadStatement = (source: TableSource, mostRows: number) => Result<ReadTable, TableRefused>

type Gone = { readonly code: 'statement-gone' | 'no-such-result' }
/** Entries of one history; with a profile, all amounts are read by that profile's rule. */
export interface FoundEntries {
  readonly entries: LedgerText
  readonly profileId: ProfileId | null
}

/** A person's decision; for a match with the entries that have the typed id. */
type PersonDecision = Omit<Decision, 'kind'> & (
  | { readonly kind: 'accept' | 'undo' }
  | { readonly kind: 'match'; readonly found: readonly FoundEntries[]; readonly reading: EntryReading }
)

interface OpenResult {
  readonly facts: KeptResult
  readonly reconciled: Reconciled
  readonly decisions: readonly Decision[]
  readonly current: Current
  readonly lists: Lists
}

/** Creates the workbench with the folder of stored results. */
export function createWorkbench(folder: string, readStatement: ReadStatement) {
  const kept = keptResults(folder)
  let statement: (OpenStatement & { readonly profileId: ProfileId }) | null = null
  let comparison: Comparison | null = null
  let result: OpenResult | null = null

  function opened(facts: KeptResult, reconciled: Reconciled, decisions: readonly Decision[]): OpenResult {
    const current = afterDecisions(reconciled, decisions)
    const lists = listsOf(current)
    return { facts: { ...facts, lists: countsOf(lists) }, reconciled, decisions, current, lists }
  }

  function resultWith(resultId: string): OpenResult | null {
    if (result?.facts.resultId === resultId) return result
    const found = kept.read(resultId)
    if (found === null) return null
    result = opened(found.facts, found.reconciled, found.decisions)
    return result
  }

  const shown = ({ facts, current, lists }: OpenResult): ReconcileResult => shownResult(facts, current, lists)
  const readingOf = ({ profileId, table }: NonNullable<typeof statement>): Reading | null =>
    kept.reading(profileId, sourceKey(table.columns))

  return {
    /** Reads a statement, which replaces the open one. */
    async openStatement({ source, ...of }: {
      source: TableSource; statementId: string; fileName: string; profileId: ProfileId
    }): Promise<Result<Statement, TableRefused>> {
      statement = null
      comparison = null
      const table = readStatement(source, mostLines)
      if (!table.ok) return table
      statement = { ...of, table: table.value }
      return success(shownStatement(statement, readingOf(statement)))
    },
    async columns(
      { statementId, meanings }: { statementId: string; meanings: Reading['meanings'] },
    ): Promise<Result<Statement, Gone>> {
      if (statement?.statementId !== statementId) return failed({ code: 'statement-gone' })
      return success(shownStatement(statement, readingOf(statement), meanings))
    },
    /** Begins a comparison; the caller must then offer the entries of the returned span. */
    async begin({ statementId, profileId, reading, period, entries }: {
      statementId: string; profileId: ProfileId; reading: Reading; period: Period | null; entries: EntryReading
    }): Promise<Result<Span, Gone | { readonly code: 'problem'; readonly problem: RunProblem }>> {
      if (statement?.statementId !== statementId || statement.profileId !== profileId) {
        return failed({ code: 'statement-gone' })
      }
      const begun = beginComparison(statement.table.rows, reading, period, entries)
      if (!begun.ok) return failed({ code: 'problem', problem: begun.failure })
      comparison = begun.value
      kept.keepReading({ profileId: statement.profileId, key: sourceKey(statement.table.columns), reading })
      return success(comparison.span)
    },
    /** Considers entries; with a span only those outside it. */
    async offer({ found, outside }: { found: FoundEntries; outside: Span | null }): Promise<null> {
      const entries = entriesOf(found)
      const isWanted = ({ at }: JournalEntry): boolean =>
        outside === null || at < outside.from || at >= outside.until
      comparison?.offer(entries.filter(isWanted))
      return null
    },
    /** Ids of lines without an entry so far; null after the last. */
    async idsToFind({ from }: { from: number }): Promise<ReturnType<Comparison['idsToFind']>> {
      return comparison?.idsToFind(from) ?? null
    },
    /** Ends the comparison and stores its result. */
    async finish(
      { resultId, at, who }: { resultId: string; at: UtcTime; who: string },
    ): Promise<Result<ReconcileResult, Gone>> {
      if (statement === null || comparison === null) return failed({ code: 'statement-gone' })
      const reconciled = comparison.finish()
      comparison = null
      const { profileId, fileName } = statement
      statement = null
      const facts = {
        resultId, profileId, fileName, at, who, period: reconciled.period, lines: reconciled.lines.length,
        lists: { different: 0, suggested: 0, onlyStatement: 0, onlyHistory: 0, matched: 0 },
      }
      result = opened(facts, reconciled, [])
      const finished = result
      await kept.keep(finished.facts, reconciled)
      return success(shown(finished))
    },
    async results({ profileId }: { profileId: ProfileId }): Promise<readonly KeptResult[]> {
      return kept.list().filter((one) => one.profileId === profileId)
    },
    async open({ resultId }: { resultId: string }): Promise<Result<ReconcileResult, Gone>> {
      const found = resultWith(resultId)
      return found === null ? failed({ code: 'no-such-result' }) : success(shown(found))
    },
    async rows(
      { resultId, list, from, count }: { resultId: string; list: ListName; from: number; count: number },
    ): Promise<Result<{ readonly rows: readonly ResultRow[]; readonly total: number }, Gone>> {
      const found = resultWith(resultId)
      if (found === null) return failed({ code: 'no-such-result' })
      const { [list]: rows } = found.lists.rows
      const page = rows.slice(from, from + count).map((row) => shownRow(found.current, row, mostOnPage))
      return success({ rows: page, total: rows.length })
    },
    async decide({ resultId, wanted }: { resultId: string; wanted: PersonDecision }): Promise<Result<
      ReconcileResult, Gone | { readonly code: 'problem'; readonly problem: DecisionProblem | 'no-entry' }
    >> {
      const found = resultWith(resultId)
      if (found === null) return failed({ code: 'no-such-result' })
      const decision = decisionOf(wanted, found.current)
      const problem = decision === null ? 'no-entry' : decisionProblem(found.current, decision)
      if (decision === null || problem !== null) return failed({ code: 'problem', problem: problem ?? 'no-entry' })
      const decisions = [...found.decisions, decision]
      const next = opened(found.facts, found.reconciled, decisions)
      kept.keepDecisions(next.facts, decisions)
      result = next
      return success(shown(next))
    },
    async file(
      { resultId, format, facts }: { resultId: string; format: ResultFormat; facts: readonly Fact[] },
    ): Promise<Result<string | Uint8Array, Gone>> {
      const found = resultWith(resultId)
      if (found === null) return failed({ code: 'no-such-result' })
      return success(await fileContent(format, {
        result: shown(found), facts,
        rowsOf: (list) => found.lists.rows[list].map((row) => shownRow(found.current, row, Infinity)),
      }))
    },
    /** The open points of a result, for a batch of status checks. */
    async statusRows({ resultId }: { resultId: string }): Promise<Result<StatusRows, Gone>> {
      const found = resultWith(resultId)
      return found === null ? failed({ code: 'no-such-result' }) : success(statusRows(found.current, found.lists))
    },
    async remove({ resultId }: { resultId: string }): Promise<null> {
      if (result?.facts.resultId === resultId) result = null
      kept.remove(resultId)
      return null
    },
  }
}

/** The calls of the thread. */
export type Workbench = ReturnType<typeof createWorkbench>

/** The decision. Of several entries with the typed id, the one that fits the line best; null if there is none. */
function decisionOf(wanted: PersonDecision, { lines }: Current): Decision | null {
  const { place, who, at, reason } = wanted
  if (wanted.kind !== 'match') return { kind: wanted.kind, place, who, at, reason }
  const { [place]: line } = lines
  const { timeZone, minorUnits, otherwise } = wanted.reading
  const ranked = wanted.found.flatMap(entriesOf).flatMap((one) => {
    const { entry } = offeredEntry(one, calendarDay(one.at, timeZone), minorUnits[one.profileId] ?? otherwise)
    const rank = line === undefined ? null : kindRank(line.kind, entry.kind)
    if (line === undefined || rank === null) return []
    return [{ entry, rank: rank * 4 + (isSameState(line, entry) ? 0 : 2) + (entry.amount === line.amount ? 0 : 1) }]
  }).toSorted((one, other) => one.rank - other.rank)
  const [best] = ranked
  return best === undefined ? null : { kind: 'match', place, who, at, reason, entry: best.entry }
}

function entriesOf({ entries, profileId }: FoundEntries): readonly JournalEntry[] {
  const read = ledgerEntries(entries)
  return profileId === null ? read : read.map((entry) => ({ ...entry, profileId }))
}
