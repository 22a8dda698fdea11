/** Compares a batch with the gateway's ledger: each row is sent at most once, none is lost, and its state is true. */
import type { MerchantOrderId } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import type { LedgerLine } from '../../../../electron/sandbox/orders/ledger.ts'
import { compare, noMisses, type KeptPayment, type Misses } from '../compare.ts'
import { nameInLedger, paymentName } from '../payment-name.ts'
import type { FoundRow } from './messages.ts'

/** The violations of a batch: of the rules of every kill test, and of those of its rows. */
export interface BatchMisses extends Misses {
  /** Rows that are not in the batch any more, or twice. */
  readonly lost: readonly string[]
  /** Rows with a final state that is not the result of their order. */
  readonly misreported: readonly string[]
}

export const noBatchMisses: BatchMisses = { ...noMisses, lost: [], misreported: [] }

/** The states of rows without an entry that may have been sent. */
const notSent: ReadonlySet<FoundRow['state']> = new Set(['waiting', 'set-aside', 'left'])

/**
 * Judges a batch of rows with these merchant order ids, against the whole ledger. `others` are rows of other batches,
 * which may have sent the same orders.
 */
export function judgeBatch(
  ledger: readonly LedgerLine[], expected: readonly string[], rows: readonly FoundRow[],
  others: readonly FoundRow[] = [],
): BatchMisses {
  const names = new Set(expected.map(nameOf))
  const lines = ledger.filter((line) => names.has(nameInLedger(line) ?? ''))
  const misses = compare(lines, [...rows, ...others].flatMap((row) => keptOf(row) ?? []))
  const found = Map.groupBy(rows, ({ merchantOrderId }) => merchantOrderId ?? '')
  const results = new Map(lines.map((line) => [nameInLedger(line), line.order?.result]))
  const misreported = rows.filter(({ merchantOrderId, state }) => {
    const result = results.get(nameOf(merchantOrderId ?? ''))
    return result !== undefined && (state === 'approved') !== (result === 'approved') && (state === 'approved' || state === 'declined')
  })
  return {
    ...misses,
    lost: expected.filter((id) => found.get(id as MerchantOrderId)?.length !== 1),
    misreported: misreported.map(({ merchantOrderId, state }) => `${merchantOrderId ?? ''} ${state}`),
  }
}

/** All misses of both. */
export function bothOf(one: BatchMisses, other: BatchMisses): BatchMisses {
  const rules = Object.keys(one) as (keyof BatchMisses)[]
  return Object.fromEntries(rules.map((rule) => [rule, [...new Set([...one[rule], ...other[rule]])]])) as
    Record<keyof BatchMisses, string[]>
}

function nameOf(merchantOrderId: string): string {
  return paymentName(operations['recurrent-payment'], { merchantOrderId })
}

/** The payment of a row; null if it has none. A waiting row has sent none. */
function keptOf({ merchantOrderId, state, entryId }: FoundRow): KeptPayment | null {
  if (entryId === null) return null
  const kept = notSent.has(state) ? 'not-sent' : state as EntryState
  return { entryId, name: nameOf(merchantOrderId ?? ''), state: kept, action: null }
}
