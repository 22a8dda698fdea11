/** Opens drafts from a file, from dropped bytes, or from text. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { operationUrl } from '#shared/gateway/requests/request.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { mostRows, type DraftId } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { ReadTable } from '#shared/model/values/table.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { noMeaning, recogniseColumns, type RecognisedColumn } from '#shared/tables/batch-columns.ts'
import { utcTime } from '../../../common/processes/time.ts'
import type { TableSource } from '../../../tables/port.ts'
import type { DeskContext } from '../../context.ts'
import type { Target } from '../../requests/index.ts'
import type { DraftStore } from './store.ts'
import type { DraftState, StateRow } from './state.ts'

type At = Pick<ParsedInput<'batches.openFile'>, 'profileId' | 'entryPoint' | 'operation'>

/** The origin of a draft's rows. */
interface Origin {
  readonly source: DraftState['source']
  readonly fileName: string | null
}

/** The target of a draft; fails if the operation cannot be sent there. */
export async function draftTarget(
  { findTarget }: DeskContext, { profileId, entryPoint, operation }: At,
): Promise<Result<Target, Failure>> {
  const target = await findTarget(profileId, entryPoint)
  if (!target.ok) return target
  const url = operationUrl(operations[operation], target.value.context)
  return url === null ? failed({ code: 'group-not-possible' }) : target
}

/** Asks for a file and opens it. */
export async function openFile(desk: DeskContext, drafts: DraftStore, at: At): Promise<CallAnswer<'batches.openFile'>> {
  const before = drafts.timesDropped()
  const target = await draftTarget(desk, at)
  if (!target.ok) return target
  const chosen = await desk.services.system.chooseTable(`${operations[at.operation].name}: choose a table`)
  if (chosen === null) return failed({ code: 'cancelled' })
  if (!chosen.ok) return chosen
  const { fileName, bytes } = chosen.value
  return await openTable(desk, drafts, at, target.value, { kind: 'bytes', bytes }, { source: 'file', fileName }, before)
}

/** Opens dropped bytes, or text. */
export async function openGiven(
  desk: DeskContext, drafts: DraftStore, at: At, source: TableSource, origin: Origin,
): Promise<CallAnswer<'batches.openText'>> {
  const before = drafts.timesDropped()
  const target = await draftTarget(desk, at)
  return target.ok ? await openTable(desk, drafts, at, target.value, source, origin, before) : target
}

async function openTable(
  desk: DeskContext, drafts: DraftStore, { operation, profileId }: At, target: Target, source: TableSource,
  origin: Origin, before: number,
): Promise<CallAnswer<'batches.openFile'>> {
  const { tables, keptColumns } = desk.services
  const read = await tables.read(source, { mostRows })
  if (!read.ok) return failed(read.failure)
  const columns = recogniseColumns(operations[operation], read.value.columns, keptColumns.of(profileId))
  return await drafts.add(newDraft(desk, operations[operation], target, origin, read.value, columns), before)
}

/** A draft of a table without a person's changes. */
export function newDraft(
  { services: { system } }: DeskContext, operation: DraftState['operation'], target: Target, origin: Origin,
  { columns, rows }: ReadTable, meanings: readonly RecognisedColumn[],
): DraftState {
  return {
    draftId: system.randomHex(16) as DraftId, version: 0, operation, target, ...origin,
    readAt: utcTime(system.now()),
    columns: columns.map((header, index) => ({ header, ...(meanings[index] ?? noMeaning) })),
    rows: rows.map(({ line, cells }): StateRow => ({
      line, cells: [...cells], withheld: new Set(), edits: new Map(), obstacle: null, isOut: false, accepted: null,
      facts: null,
    })),
    defaults: {}, periodLabel: null, chosenSeparator: null, verdicts: [], lookingUp: null, refusedCards: new Set(),
  }
}

/** SECURITY: accounts come only from a file, so that no page can compose them row by row. */
export function fromFileOnly({ operation }: At): Result<null, Failure> {
  return operations[operation].batch === 'file-only' ? failed({ code: 'rows-from-file-only' }) : success(null)
}
