import { chargedAmount, comparedWithinMs, equalCharges, equalWithinMs, isCharge } from '#shared/model/payments/equal-charges.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { success, type Result } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import { bothHistories, newestFirst } from './both.ts'
import type { History } from './merged.ts'

/** Number of payments of the same amount that are read around a charge. */
const mostAround = 20

type Read = Pick<History, 'others' | 'shown'>

/**
 * The charges of the same card, amount and currency within 24 hours of this one (`equalCharges`), newest first, of this
 * desk and in a team of the other desks. These are stored facts; the gateway is not queried.
 */
export async function equalChargesOf(
  { journal }: Pick<Services, 'journal'>, history: Read, row: HistoryRow,
): Promise<Result<readonly HistoryRow[], Failure>> {
  const { entryId, merchantKey } = row
  const around = await paymentsOfCard(journal, history, row, equalWithinMs)
  if (!around.ok) return around
  if (around.value === null || around.value.every((one) => one.entryId === entryId)) return success([])
  const orderIds = around.value.flatMap(({ orderId }) => orderId ?? [])
  const actions = await bothHistories(journal, history).rowsOf((of) => of.actionsOnOrders({ merchantKey, orderIds }))
  if (!actions.ok) return actions
  const ofOrder = Map.groupBy(actions.value, ({ orderId }) => orderId)
  const pairs = equalCharges(around.value.map((one) =>
    ({ row: one, actions: one.orderId === null ? [] : ofOrder.get(one.orderId) ?? [] })))
  return success(pairs
    .filter(({ later, earlier }) => later.row.entryId === entryId || earlier.row.entryId === entryId)
    .map(({ later, earlier }) => (later.row.entryId === entryId ? earlier.row : later.row))
    .toSorted(newestFirst))
}

/** The call that finds the charges to compare a charge with. The gateway is not queried. */
export function chargeCalls(
  { journal }: Pick<Services, 'journal'>, history: Read & Pick<History, 'calls'>,
): Pick<CallsOf<'history'>, 'history.chargesAround'> {
  return {
    async 'history.chargesAround'({ entryId }) {
      const found = await history.calls['history.entry']({ entryId })
      if (!found.ok) return found
      const { row } = found.value
      const around = await paymentsOfCard(journal, history, row, comparedWithinMs)
      if (!around.ok) return around
      return success(around.value === null
        ? { cardKnown: false, charges: [row] }
        : { cardKnown: true, charges: around.value.filter(({ operation }) => isCharge(operation)) })
    },
  }
}

/**
 * The payments with a charge's card (by its reference or the gateway's hash), amount and currency; null if the card or
 * the amount is not known.
 */
async function paymentsOfCard(
  journal: Services['journal'], history: Read, row: HistoryRow, withinMs: number,
): Promise<Result<readonly HistoryRow[] | null, Failure>> {
  const { entryId, at, merchantKey, environment, cardReference } = row
  const amount = chargedAmount(row)
  if (amount === null) return success(null)
  const { ofBoth, rowsOf } = bothHistories(journal, history)
  const hashes = await ofBoth(async (of) => {
    const hash = await of.cardHash({ entryId, merchantKey, environment, cardReference })
    return hash.ok ? success(hash.value === null ? [] : [hash.value]) : hash
  })
  if (!hashes.ok) return hashes
  const cardHash = hashes.value.own[0] ?? hashes.value.copied[0] ?? null
  if (cardReference === null && cardHash === null) return success(null)
  return await rowsOf((of) => of.paymentsAround({
    merchantKey, environment, cardReference, cardHash, ...amount, at, withinMs, limit: mostAround,
  }))
}
