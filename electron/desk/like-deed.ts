import type { CardReference, MinorUnits, UtcTime } from '#shared/brands.ts'
import { enumeratedMinorAmounts } from '#shared/gateway/request.ts'
import type { Failure } from '#shared/model/failure.ts'
import { isUndone, type HistoryRow } from '#shared/model/history.ts'
import { success, type Result } from '#shared/result.ts'
import type { Deed } from './exchange.ts'
import type { Rooms } from './rooms.ts'
import { utcTime } from './time.ts'

const minute = 60_000
const likeWithinMs = 30 * minute
/** Orders without a card reference are alike by little: only what an impatient person repeats is asked about. */
const likeOrderWithinMs = 5 * minute

/**
 * The newest deed that this one could be a second sending of. A charge of a card reference: the same card, amount and
 * currency within 30 minutes. Another new order: the same operation, amount and currency within 5 minutes.
 */
export async function findLikeOrder(
  rooms: Rooms, deed: Deed, minorAmount: MinorUnits,
): Promise<Result<HistoryRow | null, Failure>> {
  const { operation, place: { profile: { id: profileId }, context }, values } = deed
  const { cardReference, currency = '' } = values
  if (cardReference === undefined) {
    const since = moment(rooms, likeOrderWithinMs)
    return await rooms.journal.findLikeOrder({ profileId, operation: operation.id, minorAmount, currency, since })
  }
  // Any of the amounts that are tried in turn may be the one that was charged already.
  for (const amount of [minorAmount, ...enumeratedMinorAmounts(values, context)]) {
    const since = moment(rooms, likeWithinMs)
    const like = await rooms.journal.findLikeCharge({
      profileId, cardReference: cardReference as CardReference, minorAmount: amount, currency, since,
    })
    if (!like.ok || like.value !== null) return like
  }
  return success(null)
}

/**
 * The newest refund of the same amount within 30 minutes; null for other deeds. `whole` is what no amount stands for.
 */
export function findLikeRefund(
  rooms: Rooms, deed: Deed, minorAmount: MinorUnits | null, actions: readonly HistoryRow[], whole: MinorUnits | null,
): HistoryRow | null {
  if (deed.operation.id !== 'return') return null
  const since = moment(rooms, likeWithinMs)
  return actions.find((row) => row.operation === 'return' && row.at >= since
    && !isUndone(row.state)
    && (row.minorAmount ?? whole) === (minorAmount ?? whole)) ?? null
}

function moment(rooms: Rooms, agoMs: number): UtcTime {
  return utcTime(rooms.computer.now() - agoMs)
}
