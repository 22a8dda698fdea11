/** The journal's entries about the order in a callback, and the differences between them. */
import type { MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'
import { describeCallbackField } from '#shared/gateway/fields/callback-fields.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { firstValue, type Pair } from '#shared/gateway/encoding/form.ts'
import { maskFreeText, maskValue } from '#shared/gateway/requests/masking.ts'
import { toMajorText, toMinorUnits, withoutSurplusZeros } from '#shared/gateway/numbers/money.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import { mayHaveCreated } from '#shared/gateway/operations/made-transactions.ts'
import type { CallbackCheck } from '#shared/model/answers/callback.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { isUndone, type HistoryRow } from '#shared/model/history/history.ts'
import { success, type Result } from '#shared/result.ts'
import { merchantOfProfile } from '../requests/index.ts'
import type { Services } from '../services.ts'

export interface NamedOrder {
  readonly orderId: OrderId | null
  readonly merchantOrderId: MerchantOrderId | null
}

type Difference = CallbackCheck['differences'][number]
type Reading = Pick<Switches, 'minorUnitDigits'>

const most = 100

/**
 * The entries about an order that touch its money or continue it, newest first. If none has the order id, those with
 * the merchant order id; the comparison then reports the different order id.
 */
export async function knownEntries(
  services: Services, profileId: ProfileId, { orderId, merchantOrderId }: NamedOrder,
): Promise<Result<HistoryRow[], Failure>> {
  const together = await entriesOf(services, profileId, { orderId, merchantOrderId })
  if (!together.ok || together.value.length > 0) return together
  return await entriesOf(services, profileId, { orderId: null, merchantOrderId })
}

async function entriesOf(
  services: Services, profileId: ProfileId, order: NamedOrder,
): Promise<Result<HistoryRow[], Failure>> {
  if (order.orderId === null && order.merchantOrderId === null) return success([])
  const merchant = merchantOfProfile(services, profileId)
  const found = await services.journal.orderEntries({ ...merchant, ...order, limit: most })
  if (!found.ok) return found
  const rows = found.value.entries.map(({ row }) => row).reverse()
  return success(rows.filter(({ operation: id, effect }) =>
    touchesMoney(operations[id]) || effect === 'continues-order'))
}

/** The differences between the callback and the entry of its transaction, if that entry is known. */
export function compareWithJournal(
  fields: readonly Pair[], known: readonly HistoryRow[], switches: Reading,
): Pick<CallbackCheck, 'isTransactionKnown' | 'differences'> {
  const theirs = (name: string): string | null => firstValue(fields, name)?.trim() || null
  const row = transactionOf(theirs, known, switches)
  if (row === null) return { isTransactionKnown: false, differences: [] }
  const found = [
    differs('status', 'status', theirs('status'), row.state === 'closed-error' ? 'error' : row.state),
    amountDiffers(theirs('amount'), theirs('currency'), row, switches),
    differs('currency', 'currency', theirs('currency'), row.currency),
    differs('order-id', 'orderid', theirs('orderid'), row.orderId),
    differs('merchant-order-id', 'client_orderid', theirs('client_orderid'), row.merchantOrderId)
      ?? differs('merchant-order-id', 'merchant_order', theirs('merchant_order'), row.merchantOrderId),
    differs('last-four', 'last-four-digits', theirs('last-four-digits'), row.lastFour),
  ]
  return { isTransactionKnown: true, differences: found.filter((difference) => difference !== null) }
}

/**
 * The entry that a callback is about. Sale and refund share the order id (addendum 8), so a reversal is compared with a
 * refund or void, never with the sale. Of several, the one with the same serial number, else with the same amount, else
 * the newest. An entry without effect only if there is no other; then the callback contradicts the journal.
 */
function transactionOf(
  theirs: (name: string) => string | null, known: readonly HistoryRow[], switches: Reading,
): HistoryRow | null {
  const amount = theirs('amount')
  const serialNumber = theirs('serial-number')
  const type = theirs('type')?.toLowerCase() ?? null
  const ofItsKind = known.filter((row) => mayHaveCreated(row.operation, type))
  const effective = ofItsKind.filter((row) => !isUndone(row.state))
  const candidates = effective.length > 0 ? effective : ofItsKind
  return candidates.find((row) => serialNumber !== null && row.serialNumber === serialNumber)
    ?? candidates.find((row) => amount !== null && amountFits(amount, row.currency, row, switches) === true)
    ?? candidates[0] ?? null
}

function differs(what: Difference['what'], name: string, theirs: string | null, ours: string | null): Difference | null {
  if (theirs === null || ours === null || theirs === ours) return null
  const { sensitivity } = describeCallbackField(name)
  return { what, theirs: maskValue(sensitivity, theirs), ours: maskValue(sensitivity, ours) }
}

function amountDiffers(
  theirs: string | null, theirCurrency: string | null, row: HistoryRow, switches: Reading,
): Difference | null {
  if (theirs === null || amountFits(theirs, theirCurrency, row, switches) !== false) return null
  const digits = digitsOf(row.currency ?? theirCurrency, row, switches)
  const ours = amountsOf(row).map((minor) => (digits === null ? minor : toMajorText(minor, digits))).join(', ')
  return { what: 'amount', theirs: maskFreeText(theirs), ours: maskFreeText(ours) }
}

/** Compared in minor units; null if the entry has no amount (a whole refund names none). */
function amountFits(theirs: string, currency: string | null, row: HistoryRow, switches: Reading): boolean | null {
  const digits = digitsOf(currency ?? row.currency, row, switches)
  if (digits === null || amountsOf(row).length === 0) return null
  const minor = toMinorUnits(withoutSurplusZeros(theirs, digits), digits)
  return minor.ok && amountsOf(row).includes(minor.value)
}

function amountsOf(row: HistoryRow) {
  const { minorAmount, enumeratedMinorAmounts } = row
  return [...new Set([...(minorAmount === null ? [] : [minorAmount]), ...enumeratedMinorAmounts])]
}

function digitsOf(currency: string | null, { entryPoint }: HistoryRow, switches: Reading): number | null {
  const code = currency ?? (entryPoint.kind === 'endpoint' ? entryPoint.currency : null)
  return code === null ? null : minorUnitDigits(code, switches.minorUnitDigits)
}
