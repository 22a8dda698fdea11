import type { MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import { defaultSwitches, type Switches } from '#shared/gateway/operations/switches.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { isUndone, type EntryDetail, type HistoryRow } from '#shared/model/history/history.ts'
import type { OrderKey, OrderPage } from '#shared/model/payments/order.ts'
import { checksOf } from '#shared/model/payments/order-checks.ts'
import { leastOfRefunds, openAmong, refundsAmong } from '#shared/model/payments/refunds.ts'
import { approvedOfTried, triedAmounts } from '#shared/model/payments/tried-amounts.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { MerchantAt } from '../../journal/port.ts'
import { keptReplies, lastReported, type History } from '../history/index.ts'
import { merchantOfProfile, sameEntryPoint } from '../requests/index.ts'
import { keptReport } from './kept-report.ts'
import { actionInFlight, approvedCapture } from './refunds.ts'
import type { Services } from '../services.ts'

/** Number of newest entries that one page shows. */
const maxEntries = 200

/** An order to read from the journal, with facts from an entry about it. */
export interface WantedOrder extends OrderKey {
  /** For a merchant without a profile at this desk. */
  readonly of?: Pick<HistoryRow, 'merchantKey' | 'profileName' | 'environment'>
  /** The request of a payment without an order id. Other entries with its merchant order id are other payments. */
  readonly creator?: HistoryRow
}

/**
 * The journal's facts about an order; the gateway is not queried. A missing id is added from the entries. Fails with
 * `form-invalid` if both ids are missing, with `no-such-profile` if neither the profiles nor the journal have the
 * profile.
 */
export async function orderPage(services: Services, wanted: WantedOrder): Promise<Result<OrderPage, Failure>> {
  const given = { orderId: filled(wanted.orderId), merchantOrderId: filled(wanted.merchantOrderId) }
  if (given.orderId === null && given.merchantOrderId === null) {
    return failed({ code: 'form-invalid', problems: [{ field: 'merchantOrderId', code: 'required', details: {} }] })
  }
  const found = await findEntries(services, { ...wanted, ...given })
  if (!found.ok) return found
  const { entries, cut, ids, at } = found.value
  const profile = services.profiles.get(wanted.profileId)
  // The history may be older than the removal of its profile.
  const known = profile ?? profileOf(entries.at(-1)?.row ?? wanted.of)
  if (known === null) return failed({ code: 'no-such-profile' })
  const actions = ids.orderId === null
    ? success<HistoryRow[]>([])
    : await services.journal.orderActions({ ...at, orderId: ids.orderId })
  if (!actions.ok) return actions
  const enteredAt = creatorAmong(entries)?.row.entryPoint
  const stillExists = enteredAt !== undefined
    && profile?.entryPoints.some((entryPoint) => sameEntryPoint(entryPoint, enteredAt)) === true
  return success({
    kind: 'payment',
    openedBy: null,
    profileId: wanted.profileId,
    profileName: known.name,
    environment: known.environment,
    // An order is queried at its own entry point, whatever opened this page.
    entryPoint: stillExists ? enteredAt : wanted.entryPoint,
    ...ids,
    reported: keptReport(entries),
    follow: null,
    equalCharges: [],
    entries,
    cut,
    refunds: refundsOf(actions.value, wholeOf(entries, actions.value, profile?.switches ?? defaultSwitches)),
  } satisfies OrderPage)
}

/**
 * The same with other desks' entries about the order, if their logs are copied. The refunded amount and the possible
 * actions follow from this desk's entries only; the team is queried about the rest.
 */
export async function orderPageOfAll(
  services: Services, history: Pick<History, 'entriesOfOthers' | 'withNotes'>, wanted: WantedOrder,
): Promise<Result<OrderPage, Failure>> {
  const page = await orderPage(services, wanted)
  if (!page.ok) return page
  const merchantKey = merchantOfProfile(services, wanted.profileId).merchantKey ?? wanted.of?.merchantKey ?? null
  const { orderId, merchantOrderId } = page.value
  const entries = await Promise.all(page.value.entries.map((entry) => history.withNotes(entry)))
  const found = await history.entriesOfOthers({
    profileId: wanted.profileId, merchantKey, orderId, merchantOrderId, limit: maxEntries,
  })
  const theirs = found.filter(({ row }) => belongs(row, wanted.creator))
  if (theirs.length === 0) return success({ ...page.value, entries })
  const all = [...entries, ...theirs]
  return success({
    ...page.value, ...idsOf(all, { ...wanted, orderId, merchantOrderId }),
    entries, reported: keptReport(all), others: theirs,
  })
}

/** True unless the entry is another payment with the same merchant order id, or about one. */
function belongs(row: HistoryRow, creator: HistoryRow | undefined): boolean {
  if (creator === undefined || row.entryId === creator.entryId) return true
  return row.orderId === null && (row.paymentEntryId === null || row.paymentEntryId === creator.entryId)
    && !createsOrder(operations[row.operation])
}

interface FoundEntries {
  readonly entries: EntryDetail[]
  readonly cut: boolean
  readonly ids: Pick<OrderKey, 'orderId' | 'merchantOrderId'>
  readonly at: MerchantAt
}

async function findEntries(services: Services, key: WantedOrder): Promise<Result<FoundEntries, Failure>> {
  const { profileId, orderId, merchantOrderId } = key
  const ofProfile = merchantOfProfile(services, profileId)
  const known = { ...ofProfile, merchantKey: ofProfile.merchantKey ?? key.of?.merchantKey ?? null }
  const found = await services.journal.orderEntries({ ...known, orderId, merchantOrderId, limit: maxEntries })
  if (!found.ok) return found
  const first = success({ ...found.value, entries: found.value.entries.filter(({ row }) => belongs(row, key.creator)) })
  if (key.creator !== undefined) return success({ ...first.value, ids: { orderId, merchantOrderId }, at: known })
  const ids = idsOf(first.value.entries, key)
  // The merchant of a removed profile is read from its entries.
  const at = { profileId, merchantKey: known.merchantKey ?? first.value.entries.at(-1)?.row.merchantKey ?? null }
  const idsKnown = ids.orderId === orderId && ids.merchantOrderId === merchantOrderId
  if (idsKnown && at.merchantKey === known.merchantKey) return success({ ...first.value, ids, at })
  // With both ids, a lost reply without order id is found too, while other orders with the same merchant order id are
  // not.
  const whole = await services.journal.orderEntries({ ...at, ...ids, limit: maxEntries })
  return whole.ok ? success({ ...whole.value, ids, at }) : whole
}

/** The ids from the entry that created the order, else from the newest entry that the gateway did not refuse. */
function idsOf(entries: readonly EntryDetail[], key: OrderKey): FoundEntries['ids'] {
  const effective = entries.filter(({ row }) => !isUndone(row.state))
  const creator = creatorAmong(effective)?.row
  const known = <Id extends OrderId | MerchantOrderId>(idOf: (row: HistoryRow) => Id | null): Id | null =>
    (creator === undefined ? null : idOf(creator))
      ?? effective.map(({ row }) => idOf(row)).findLast((id) => id !== null) ?? null
  return {
    orderId: key.orderId ?? known((row) => row.orderId),
    merchantOrderId: key.merchantOrderId ?? known((row) => row.merchantOrderId),
  }
}

function creatorAmong(entries: readonly EntryDetail[]): EntryDetail | undefined {
  return entries.findLast(({ row }) => createsOrder(operations[row.operation]) && row.state !== 'not-sent')
}

/**
 * The amount that a refund without an amount returns: the captured one, else the approved one of several, else the
 * order's amount as last reported.
 */
function wholeOf(
  entries: readonly EntryDetail[], actions: readonly HistoryRow[], switches: Switches,
): MinorUnits | null {
  const captured = approvedCapture(actions)?.minorAmount ?? null
  const creator = creatorAmong(entries) ?? null
  if (captured === null && creator !== null && triedAmounts({ entry: creator }).length > 0) {
    return approvedOfTried({ entry: creator, checks: checksOf(creator) }, switches)
  }
  return captured ?? lastReported(entries.flatMap(keptReplies), switches)?.initialAmount
    ?? creator?.row.minorAmount ?? null
}

function refundsOf(actions: readonly HistoryRow[], whole: MinorUnits | null): OrderPage['refunds'] {
  const refunds = refundsAmong(actions)
  return {
    knownHere: leastOfRefunds(refunds, whole),
    open: leastOfRefunds(openAmong(refunds), whole),
    count: refunds.length,
    openEntryId: actionInFlight(actions)?.entryId ?? null,
  }
}

function profileOf(
  row: Pick<HistoryRow, 'profileName' | 'environment'> | undefined,
): { readonly name: string; readonly environment: HistoryRow['environment'] } | null {
  return row === undefined ? null : { name: row.profileName, environment: row.environment }
}

function filled<Text extends string>(text: Text | null): Text | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed as Text
}
