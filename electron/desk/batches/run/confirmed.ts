/** A planned batch for the journal: masked, with amounts in minor units. */
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Masked } from '#shared/brands.ts'
import { fieldKeys, fields, isConfidential, type FieldKey, type FieldValues } from '#shared/gateway/fields/fields.ts'
import { maskFreeText, maskValue } from '#shared/gateway/requests/masking.ts'
import { highestMinorAmount } from '#shared/gateway/requests/request.ts'
import type { BatchId } from '#shared/model/payments/batch.ts'
import { utcTime } from '../../../common/processes/time.ts'
import type { ConfirmedBatch, ConfirmedRow, TableReading } from '../../../journal/port.ts'
import { whoActs } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import type { PlannedBatch } from '../planned.ts'
import type { PlannedSum } from './questions.ts'

/** Rows that are converted before other work runs. */
const rowsAtOnce = 250

/** The rows with the highest amount that may move; for a whole order its amount, if known here. */
export async function plannedSums({ target, rows }: PlannedBatch): Promise<PlannedSum[]> {
  const { entryPoint, context } = target
  const fixed = entryPoint.kind === 'endpoint' ? entryPoint.currency : null
  return await inTurns(rows, ({ line, values, whole }) => (values.amount === undefined
    ? { line, values, minorAmount: whole?.minorAmount ?? null, currency: whole?.currency ?? null }
    : {
      line, values, minorAmount: highestMinorAmount(values, context),
      currency: values.currency ?? fixed,
    }))
}

/** The batch for the journal. */
export function confirmedBatch(services: Services, planned: PlannedBatch): ConfirmedBatch {
  const { operation, target: { profile, entryPoint, merchant }, fileName, headers } = planned
  return {
    batchId: services.system.randomHex(16) as BatchId,
    startedAt: utcTime(services.system.now()), who: whoActs(services),
    profileId: profile.id, profileName: profile.name, environment: profile.environment, merchantKey: merchant,
    entryPoint, operation: operation.id, fileName, headers, reading: readingOf(planned),
  }
}

function readingOf({ mapping, decimals, defaults, periodLabel, changed }: PlannedBatch): TableReading {
  const open = fieldKeys.filter((key) => !isConfidential(key))
  return {
    mapping, decimals: decimals === 'unclear' ? null : decimals, periodLabel,
    defaults: maskedValuesOf(Object.fromEntries(open.map((key) => [key, defaults[key]]))),
    changes: changed.filter(({ field }) => open.includes(field))
      .map(({ line, field, after }) => ({ line, field, value: after })),
  }
}

/** The rows for the journal. `digests`: those of rows whose values stay in memory. */
export async function confirmedRows(
  { rows }: PlannedBatch, sums: readonly PlannedSum[], digests: readonly string[] | null,
): Promise<ConfirmedRow[]> {
  return await inTurns(rows, ({ line, values, cells, reason, acceptDuplicateOf }, index) => ({
    line, minorAmount: sums[index]?.minorAmount ?? null, currency: sums[index]?.currency ?? null,
    values: maskedValuesOf(values), digest: digests?.[index] ?? null, cells,
    reason: reason === null ? null : maskFreeText(reason),
    ...(acceptDuplicateOf !== undefined && { acceptDuplicateOf }),
  }))
}

function maskedValuesOf(values: FieldValues): ConfirmedRow['values'] {
  const masked: { [Key in FieldKey]?: Masked } = {}
  for (const key of fieldKeys) {
    const value = values[key]
    if (value !== undefined) masked[key] = maskValue(fields[key].sensitivity, value)
  }
  return masked
}

async function inTurns<Row, Value>(
  rows: readonly Row[], convert: (row: Row, index: number) => Value,
): Promise<Value[]> {
  const converted: Value[] = []
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await otherWork()
    converted.push(convert(row, index))
  }
  return converted
}
