/** The claim that a request needs in the team journal before it is sent. */
import type { MerchantKey } from '../brands.ts'
import type { Effect, OperationId } from '../gateway/operations/operations.ts'
import { isRefund } from '../gateway/orders/order-actions.ts'
import { isLoopback } from '../model/values/base-url.ts'
import type { Environment } from '../model/values/environment.ts'
import type { HistoryRow } from '../model/history/history.ts'
import { builtInMerchantKey } from '../model/profiles/merchant.ts'
import type { ClaimSlot, TeamClaim } from '../model/team/team.ts'
import { cardDuplicateKey, operationDuplicateKey } from './claim-rules.ts'

/** The parts of an intent that decide its claim. */
export type ClaimInput = Pick<
  HistoryRow, 'merchantOrderId' | 'orderId' | 'cardReference' | 'minorAmount' | 'currency' | 'enumeratedMinorAmounts'
> & {
  readonly merchantKey: MerchantKey
  readonly operation: OperationId
  readonly effect: Effect
  readonly createsOrder: boolean
  /** As in the intent: a keyed digest; absent if the request names no destination. */
  readonly destination?: string
}

/**
 * True for requests that a team records. It records none of the sandbox, and none to a gateway on this computer, whose
 * merchants belong to one desk. In a rehearsal all desks are on one computer: it records those too, and nothing of
 * production.
 */
export function isRecordedByTeam(
  { environment, url, merchantKey }: { environment: Environment; url: string; merchantKey: MerchantKey },
  rehearsal: boolean,
): boolean {
  if (merchantKey === builtInMerchantKey || URL.parse(url) === null) return false
  return rehearsal ? environment !== 'production' : environment !== 'sandbox' && !isLoopback(url)
}

/**
 * The merchant order id of a new order, or the order of a refund, void or capture; null for every other request, which
 * needs no claim.
 */
export function slotOf({ createsOrder, effect, merchantKey, merchantOrderId, orderId }: ClaimInput): ClaimSlot | null {
  if (createsOrder) return merchantOrderId === null ? null : { kind: 'create', merchantKey, id: merchantOrderId }
  const needsClaim = effect === 'moves-money' || effect === 'holds-money'
  return needsClaim && orderId !== null ? { kind: 'follow', merchantKey, id: orderId } : null
}

/**
 * The claim of a request, with its possible duplicates, which are counted over all desks. `seen`: for each key, the
 * number of duplicates that a person has confirmed. Null for a request that needs no claim.
 */
export function claimOf(input: ClaimInput, seen: ReadonlyMap<string, number> = new Map()): TeamClaim | null {
  const slot = slotOf(input)
  if (slot === null) return null
  const duplicates = duplicateKeys(input)
    .map(({ key, atAnyAge }) => ({ key, atAnyAge, seen: seen.get(key) ?? 0 }))
  const { createsOrder, cardReference, destination } = input
  // Charges of a card on file are compared by the card.
  const isCompared = createsOrder && cardReference === null && destination !== undefined
  return { slot, duplicates, ...(isCompared && { destination }) }
}

function duplicateKeys(
  {
    createsOrder, merchantKey, operation, orderId, cardReference, minorAmount, currency, enumeratedMinorAmounts,
  }: ClaimInput,
): { readonly key: string; readonly atAnyAge: boolean }[] {
  if (!createsOrder) {
    if (!isRefund(operation) || orderId === null) return []
    // A request without an amount refunds the whole order.
    const amount = minorAmount ?? 'whole'
    return [{ key: operationDuplicateKey(merchantKey, `${operation} ${orderId}`, amount, ''), atAnyAge: false }]
  }
  // A request that sends no amount is compared with others that send none.
  const first = minorAmount ?? 'none'
  const sameCurrency = currency ?? ''
  if (cardReference === null) {
    return [{ key: operationDuplicateKey(merchantKey, operation, first, sameCurrency), atAnyAge: false }]
  }
  // The charged amount may be any of the enumerated ones.
  return [...new Set([first, ...enumeratedMinorAmounts])].slice(0, 64)
    .map((amount) => ({ key: cardDuplicateKey(merchantKey, cardReference, amount, sameCurrency), atAnyAge: true }))
}
