/** Batches and their rows for the page. */
import type { CardReference, MerchantOrderId, OrderId, UtcTime } from '#shared/brands.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import type { Batch, BatchRow, BatchSum } from '#shared/model/payments/batch.ts'
import type { CountedRows, KeptBatch, KeptRow } from '../../../journal/port.ts'

/** Facts of this run that the journal does not have. */
export interface Now {
  readonly perSecond: number | null
  readonly isOwn: boolean
  /** The values of rows from a file are in memory. */
  readonly hasFile: boolean
  /** Rows sent per second now; null while the batch is not sending. */
  readonly sendsPerSecond: number | null
}

/** A batch with the sums of its states. */
export function describeBatch(kept: KeptBatch, counted: readonly CountedRows[], now: Now): Batch {
  const byState = [...Map.groupBy(counted, ({ state }) => state)]
  const states: Batch['states'] = Object.fromEntries(byState.map(([state, sums]) => [
    state, { rows: rowsIn(sums), sums: sums.map(({ state: _state, ...sum }) => sum) },
  ]))
  const waiting = states.waiting?.rows ?? 0
  const { batchId, profileId, profileName, environment, entryPoint, operation, fileName, startedAt, who } = kept
  const { state, paused } = kept
  return {
    batchId, profileId, profileName, environment, entryPoint, operation, fileName, startedAt, who, state,
    paused: paused === null ? null : { ...paused, at: paused.at as UtcTime },
    rows: rowsIn(counted), states,
    perSecond: now.perSecond,
    msLeft: state !== 'running' || now.sendsPerSecond === null || now.sendsPerSecond === 0
      ? null : Math.ceil(waiting / now.sendsPerSecond) * 1_000,
    needsFile: (state === 'paused' && waiting > 0 || state !== 'running' && (states['set-aside']?.rows ?? 0) > 0)
      && !now.hasFile && operations[operation].batch === 'file-only',
    isOwn: now.isOwn,
  }
}

/** A row, with the facts of its entry if it has one. */
export function describeRow({ row, state, confirmed, minorAmount, failure, entry, reportedStatus }: KeptRow): BatchRow {
  const { values, line, currency } = confirmed
  return {
    row, line, state, failure, minorAmount, currency, reportedStatus,
    entryId: entry?.entryId ?? null, at: entry?.at ?? null,
    merchantOrderId: entry?.merchantOrderId ?? (values.merchantOrderId as MerchantOrderId | undefined) ?? null,
    orderId: entry?.orderId ?? (values.orderId as OrderId | undefined) ?? null,
    cardReference: entry?.cardReference ?? (values.cardReference as CardReference | undefined) ?? null,
    card: entry === null || (entry.cardBrand === null && entry.lastFour === null)
      ? null : { brand: entry.cardBrand, lastFour: entry.lastFour },
    errorCode: entry?.errorCode ?? null, errorText: entry?.errorText ?? null,
  }
}

function rowsIn(sums: readonly Pick<BatchSum, 'rows'>[]): number {
  return sums.reduce((total, { rows }) => total + rows, 0)
}
