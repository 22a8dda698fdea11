// Drafts and batches as main describes them.
import type { CardReference, EntryId, Masked, MerchantOrderId, MinorUnits, OrderId, ProfileId, UtcTime } from '#shared/brands.ts'
import {
  draftRowStates, type Batch, type BatchId, type BatchRow, type Draft, type DraftId, type DraftRow, type DraftRowState,
} from '#shared/model/payments/batch.ts'
import { success } from '#shared/result.ts'

const at = '2026-11-20T13:30:00.000Z' as UtcTime
const entryPoint = { kind: 'endpoint', id: '22903', currency: 'USD' } as const
export const draftId = 'd'.repeat(32) as DraftId
export const batchId = 'b'.repeat(32) as BatchId

/** The count and sum of rows of 89.00 USD each. */
export const counted = (rows: number) => ({
  rows, sums: rows === 0 ? [] : [{ currency: 'USD', rows, minorAmount: String(rows * 8900) as MinorUnits, withoutAmount: 0 }],
})

const column = (meaning: Draft['columns'][number]['meaning'], header: string, example: string) => ({
  header: header as Masked, examples: [example as Masked], meaning, recognisedBy: 'label' as const,
})

/** The states of a draft with their number of rows. */
export const draftStates = (rows: Partial<Record<DraftRowState, number>>) =>
  Object.fromEntries(draftRowStates.map((state) => [state, counted(rows[state] ?? 0)])) as
    Record<DraftRowState, ReturnType<typeof counted>>

/** A table of charges whose rows are all ready. */
export function aDraft(changes: Partial<Draft> = {}): Draft {
  const rows = changes.rows ?? 3
  return {
    draftId, version: 1, profileId: 'profile-1' as ProfileId, profileName: 'Acme Shop', environment: 'staging', entryPoint,
    operation: 'recurrent-payment', source: 'file', fileName: 'subscriptions-november.csv' as Masked, readAt: at,
    columns: [column('cardReference', 'Card', '1000214'), column('amount', 'Amount', '89.00'), column('merchantOrderId', 'Order', 'sub-11-0001')],
    missing: [], problemFields: [], decimals: null, defaults: {}, periodLabel: null, isChecked: true, rows,
    states: draftStates({ ready: rows }),
    largest: { line: 2, minorAmount: '8900' as MinorUnits, currency: 'USD' }, changed: [], lookingUp: null,
    ...changes,
  }
}

export function aDraftRow(row: number, changes: Partial<DraftRow> = {}): DraftRow {
  const line = row + 2
  return {
    row, line, state: 'ready',
    values: { cardReference: `${1_000_200 + row}` as Masked, amount: '89.00' as Masked, merchantOrderId: `sub-11-${line}` as Masked },
    problems: [], obstacle: null, notes: [], earlier: null, card: { brand: 'VISA', lastFour: '7731', holder: null },
    minorAmount: '8900' as MinorUnits, currency: 'USD', accepted: null, ...changes,
  }
}

/** A batch of 196 charges that is running. */
export function aBatch(changes: Partial<Batch> = {}): Batch {
  return {
    batchId, profileId: 'profile-1' as ProfileId, profileName: 'Acme Shop', environment: 'staging', entryPoint,
    operation: 'recurrent-payment', fileName: 'subscriptions-november.csv' as Masked, startedAt: at, who: 'm.keller', state: 'running',
    paused: null, rows: 196,
    states: {
      approved: counted(118), declined: counted(9), unknown: counted(1), processing: counted(2), waiting: counted(66),
    },
    perSecond: 2, msLeft: 200_000, needsFile: false, isOwn: true, ...changes,
  }
}

export function aBatchRow(row: number, changes: Partial<BatchRow> = {}): BatchRow {
  return {
    row, line: row + 2, state: 'approved', failure: null, entryId: `entry-${row}` as EntryId, at,
    merchantOrderId: `sub-11-${row + 2}` as MerchantOrderId, orderId: '6768788' as OrderId, cardReference: '1000214' as CardReference,
    card: { brand: 'VISA', lastFour: '5520' }, minorAmount: '8900' as MinorUnits, currency: 'USD', errorCode: null, errorText: null,
    reportedStatus: null, ...changes,
  }
}

/** Answers a query for a page of rows. */
export const somePage = <Row>(rows: readonly Row[]) => ({ from, count }: { from: number; count: number }) =>
  success({ rows: rows.slice(from, from + count), total: rows.length })
