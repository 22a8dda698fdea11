/** The limits of a profile, checked when a payment or batch is reviewed and again when it is confirmed. */
import type { MinorUnits } from '#shared/brands.ts'
import { dayLimitOf, dayLimits, limitKindOf, operationsOf } from '#shared/gateway/operations/limit-kind.ts'
import { touchesMoney, type MoneyEntry } from '#shared/gateway/operations/operations.ts'
import { highestMinorAmount, type UnsignedRequest } from '#shared/gateway/requests/request.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { CurrencyLimits, Profile } from '#shared/model/profiles/profile.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import { minorUnitsShown } from '#shared/shown-amount.ts'
import { startOfDay } from '#shared/start-of-day.ts'
import { utcTime } from '../../common/processes/time.ts'
import type { DayLimit } from '../../journal/port.ts'
import { countedNotes } from '../maintenance/index.ts'
import { merchantAt, type OperationRequest } from '../requests/index.ts'
import type { Services } from '../services.ts'

type OverLimit = Extract<Failure, { readonly code: 'over-limit' }>

/** A payment that is about to be sent. */
interface Payment {
  readonly operationRequest: OperationRequest
  readonly request: UnsignedRequest
}

/** The sum of a batch's rows in one currency; null if the currency or an amount is not known. */
interface BatchSum {
  readonly currency: string | null
  readonly minorAmount: MinorUnits | null
}

export interface PaymentLimits {
  /**
   * The refusal of a payment by a current limit of the profile; null without one. For a daily limit this shows only the
   * current state; the journal makes the decisive check (`dayLimit`) when it writes the intent.
   */
  refusal(profile: Profile, payment: Payment): Promise<Failure | null>
  /** The refusal of a batch by the limit per batch or the daily limit; null without one. */
  batchRefusal(profile: Profile, operation: MoneyEntry, sums: readonly BatchSum[]): Promise<Failure | null>
  /** The daily limit that a payment must keep; undefined for none. */
  dayLimit(profile: Profile, payment: Payment): DayLimit | undefined
  /** Completes the journal's refusal by a daily limit, for the page and the audit trail. */
  explained(profile: Profile, payment: Payment, failure: Failure): Failure
}

interface Limited {
  readonly operation: MoneyEntry
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
    profile: Profile, { operation, currency, minorAmount }: Limited, limit: OverLimit['limit'], most: MinorUnits,
  ): OverLimit {
    const reading = profile.switches.minorUnitDigits
    const shown = (amount: MinorUnits) => minorUnitsShown(amount, currency, reading)
    refused.add(profile.name, `${limitKindOf(operation)} of ${minorAmount === null ? 'an unknown amount' : shown(minorAmount)}; `
      + `limit (${limit}): ${shown(most)}`)
    const day = dayLimits.some((one) => one === limit) ? { timeZone: timeZoneOf(profile) } : {}
    return { code: 'over-limit', limit, minorAmount: most, currency, reading, mayRaise: users.administrators(), ...day }
  }

  // SECURITY: in the time zone that is signed with the profile; this computer's zone follows an environment variable.
  function dayBegan(profile: Profile): DayLimit['since'] {
    return utcTime(startOfDay(system.now(), timeZoneOf(profile)))
  }

  function ofTheDay(profile: Profile, { operation, currency, limits }: Limited): DayLimit | undefined {
    const kind = dayLimitOf(operation)
    const limit = kind === null ? null : limits[`${limitKindOf(operation)}sOfADay`]
    if (kind === null || limit === null) return undefined
    return {
      kind, since: dayBegan(profile), operations: operationsOf(kind), currency, limit,
      reading: profile.switches.minorUnitDigits,
    }
  }

  async function overDaySum(profile: Profile, limited: Limited, day: DayLimit): Promise<Failure | null> {
    const { kind, limit, reading: _reading, ...asked } = day
    const sum = await journal.daySum({ ...merchantAt(profile), ...asked })
    if (!sum.ok) return sum.failure
    if (sum.value === null || limited.minorAmount === null) return { code: 'limited-amount-unknown' }
    const isOver = BigInt(sum.value) + BigInt(limited.minorAmount) > BigInt(limit)
    return isOver ? overLimit(profile, limited, kind, limit) : null
  }

  async function refusedBy(
    profile: Profile, limited: Limited, limit: Extract<OverLimit['limit'], keyof CurrencyLimits>,
  ): Promise<Failure | null> {
    const most = limited.limits[limit]
    const day = ofTheDay(profile, limited)
    if (limited.minorAmount === null) return most !== null || day !== undefined ? { code: 'limited-amount-unknown' } : null
    if (most !== null && BigInt(limited.minorAmount) > BigInt(most)) return overLimit(profile, limited, limit, most)
    return day === undefined ? null : await overDaySum(profile, limited, day)
  }

  return {
    async refusal(profile, payment) {
      const limited = limitedBy(profile, payment)
      return limited === null ? null : await refusedBy(profile, limited, limitKindOf(limited.operation))
    },
    async batchRefusal(profile, operation, sums) {
      for (const { currency, minorAmount } of sums) {
        // SECURITY: whole refunds and voids name no amount, so it cannot be shown that they keep a limit per batch.
        if (currency === null) {
          if (profile.limits?.some(({ batch }) => batch !== null) === true) return { code: 'limited-amount-unknown' }
          continue
        }
        const limits = limitsOf(profile, currency)
        const refusal = limits && await refusedBy(profile, { operation, currency, minorAmount, limits }, 'batch')
        if (refusal !== null) return refusal
      }
      return null
    },
    dayLimit(profile, payment) {
      const limited = limitedBy(profile, payment)
      return limited === null ? undefined : ofTheDay(profile, limited)
    },
    explained(profile, payment, failure) {
      const limited = limitedBy(profile, payment)
      return failure.code === 'over-limit' && limited !== null
        ? overLimit(profile, limited, failure.limit, failure.minorAmount)
        : failure
    },
  }
}

/** The values that the limits of a profile are compared with; null if the profile has none. */
function limitedBy(profile: Profile, payment: Payment): Limited | null {
  const { operation, values, reviewed } = payment.operationRequest
  const currency = values.currency ?? reviewed?.reviewed?.currency ?? ''
  const limits = limitsOf(profile, currency)
  if (limits === null || !touchesMoney(operation)) return null
  return { operation, currency, minorAmount: highestAmount(payment), limits }
}

/** The limits of a currency; null without limits. A profile with limits permits no other currencies. */
function limitsOf({ limits = [] }: Profile, currency: string): CurrencyLimits | null {
  if (limits.length === 0) return null
  const nothing = '0' as MinorUnits
  return limits.find((one) => one.currency === currency) ?? {
    currency, charge: nothing, refund: nothing, payout: nothing, batch: nothing,
    chargesOfADay: null, refundsOfADay: null, payoutsOfADay: null,
  }
}

/** The highest amount that may move: of enumerated amounts the highest, of a whole order the reviewed one. */
function highestAmount({ operationRequest: { values, target, reviewed } }: Payment): MinorUnits | null {
  return highestMinorAmount(values, target.context) ?? reviewed?.reviewed?.minorAmount ?? null
}
