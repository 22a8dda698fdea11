/** The limits of a profile: checked when a payment is reviewed, and again when it is confirmed. */
import type { MinorUnits } from '#shared/brands.ts'
import { limitKindOf, refundingOperations, type LimitedOperation } from '#shared/gateway/limit-kind.ts'
import { touchesMoney } from '#shared/gateway/operations.ts'
import { enumeratedMinorAmounts, type UnsignedRequest } from '#shared/gateway/request.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { CurrencyLimits, Profile } from '#shared/model/profile.ts'
import { timeZoneOf } from '#shared/model/time-zone.ts'
import { minorUnitsShown } from '#shared/shown-amount.ts'
import { startOfDay } from '#shared/start-of-day.ts'
import { utcTime } from '../../common/time.ts'
import type { DayLimit } from '../../journal/port.ts'
import { countedNotes } from '../maintenance/index.ts'
import { merchantAt, type OperationRequest } from '../requests/index.ts'
import type { Services } from '../services.ts'

type OverLimit = Extract<Failure, { readonly code: 'over-limit' }>

/** A payment as it is to be sent. */
interface Payment {
  readonly operationRequest: OperationRequest
  readonly request: UnsignedRequest
}

export interface PaymentLimits {
  /**
   * The refusal of a payment by a present limit of the profile; null without one. For the sum of a day it only shows
   * the present state: the decisive check is `dayLimit`, which the journal makes when it writes the intent.
   */
  refusal(profile: Profile, payment: Payment): Promise<Failure | null>
  /** The limit of the day that a refund must keep; undefined for none. */
  dayLimit(profile: Profile, payment: Payment): DayLimit | undefined
  /** Completes the journal's refusal by the limit of the day, for the page and the audit trail. */
  explained(profile: Profile, payment: Payment, failure: Failure): Failure
}

interface Limited {
  readonly kind: LimitedOperation
  readonly currency: string
  readonly minorAmount: MinorUnits | null
  readonly limits: CurrencyLimits
}

/** Creates the checks of limits. */
export function paymentLimits(services: Services): PaymentLimits {
  const { users, system, journal } = services
  const refused = countedNotes(services, 'limit-refused', {
    subject: 'Further payments', detail: 'Refused by a limit since the previous line.',
  })

  function overLimit(
    profile: Profile, { kind, currency, minorAmount }: Limited, limit: OverLimit['limit'], most: MinorUnits,
  ): OverLimit {
    const reading = profile.switches.minorUnitDigits
    const shown = (amount: MinorUnits) => minorUnitsShown(amount, currency, reading)
    refused.add(profile.name, `${kind} of ${minorAmount === null ? 'an unknown amount' : shown(minorAmount)}; `
      + `limit (${limit}): ${shown(most)}`)
    const day = limit === 'refunds-of-a-day' ? { timeZone: timeZoneOf(profile) } : {}
    return { code: 'over-limit', limit, minorAmount: most, currency, reading, mayRaise: users.administrators(), ...day }
  }

  // SECURITY: in the zone that is signed with the profile; this computer's zone follows an environment variable.
  function dayBegan(profile: Profile): DayLimit['since'] {
    return utcTime(startOfDay(system.now(), timeZoneOf(profile)))
  }

  const dayLimit: PaymentLimits['dayLimit'] = (profile, payment) => {
    const limited = limitedBy(profile, payment)
    const limit = limited?.kind === 'refund' ? limited.limits.refundsOfADay : null
    return limited === null || limit === null
      ? undefined
      : {
        since: dayBegan(profile), operations: refundingOperations, currency: limited.currency, limit,
        reading: profile.switches.minorUnitDigits,
      }
  }

  async function overDaySum(profile: Profile, payment: Payment, limited: Limited): Promise<Failure | null> {
    const day = dayLimit(profile, payment)
    if (day === undefined) return null
    const { limit, reading: _reading, ...asked } = day
    const sum = await journal.daySum({ ...merchantAt(profile), ...asked })
    if (!sum.ok) return sum.failure
    if (sum.value === null || limited.minorAmount === null) return { code: 'limited-amount-unknown' }
    return BigInt(sum.value) + BigInt(limited.minorAmount) > BigInt(limit)
      ? overLimit(profile, limited, 'refunds-of-a-day', limit)
      : null
  }

  return {
    async refusal(profile, payment) {
      const limited = limitedBy(profile, payment)
      if (limited === null) return null
      const most = limited.limits[limited.kind]
      if (limited.minorAmount === null) {
        const isLimited = most !== null || dayLimit(profile, payment) !== undefined
        return isLimited ? { code: 'limited-amount-unknown' } : null
      }
      if (most !== null && BigInt(limited.minorAmount) > BigInt(most)) {
        return overLimit(profile, limited, limited.kind, most)
      }
      return await overDaySum(profile, payment, limited)
    },
    dayLimit,
    explained(profile, payment, failure) {
      const limited = limitedBy(profile, payment)
      return failure.code === 'over-limit' && limited !== null
        ? overLimit(profile, limited, failure.limit, failure.minorAmount)
        : failure
    },
  }
}

/** The amounts that the limits of a profile are compared with; null where the profile has none. */
function limitedBy(profile: Profile, payment: Payment): Limited | null {
  const { operation, values, reviewed } = payment.operationRequest
  if (profile.limits === undefined || profile.limits.length === 0 || !touchesMoney(operation)) return null
  const currency = values.currency ?? reviewed?.reviewed?.currency ?? ''
  return {
    kind: limitKindOf(operation), currency, minorAmount: highestAmount(payment),
    limits: profile.limits.find((one) => one.currency === currency) ?? unusedCurrency(currency),
  }
}

/** A profile that has limits at all uses no other currency. */
function unusedCurrency(currency: string): CurrencyLimits {
  const nothing = '0' as MinorUnits
  return { currency, charge: nothing, refund: nothing, payout: nothing, refundsOfADay: null }
}

/** The highest amount that may move: the highest of enumerated amounts; of a whole order the reviewed one. */
function highestAmount({ operationRequest, request }: Payment): MinorUnits | null {
  const { values, target, reviewed } = operationRequest
  const inTurn = enumeratedMinorAmounts(values, target.context)
  const highest = inTurn.reduce<MinorUnits | null>(
    (most, one) => most === null || BigInt(one) > BigInt(most) ? one : most, request.minorAmount,
  )
  return highest ?? reviewed?.reviewed?.minorAmount ?? null
}
