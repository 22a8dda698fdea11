/** The limits of a profile as typed: in major units, one row per currency. */
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { amountsWithoutComma, toMajorText, toMinorUnits, type AmountProblem } from '#shared/gateway/numbers/money.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { ProfileProblem } from '#shared/model/profiles/profile-rules.ts'
import type { CurrencyLimits, Profile } from '#shared/model/profiles/profile.ts'

/** The amounts that can be limited, in display order. */
export const limitFields = [
  'charge', 'refund', 'payout', 'batch', 'chargesOfADay', 'refundsOfADay', 'payoutsOfADay',
] as const
type LimitField = (typeof limitFields)[number]
type Reading = Switches['minorUnitDigits']

/** One currency's limits as decimal text; empty: no limit. */
export type LimitRow = { currency: string } & Record<LimitField, string>

/** An empty row for a currency. */
export function emptyLimitRow(currency: string): LimitRow {
  return { currency, ...forEachLimit(() => '') }
}

/** The rows of a profile's limits; amounts are converted with the profile's own minor units. */
export function limitRowsOf({ limits = [], switches }: Pick<Profile, 'limits' | 'switches'>): LimitRow[] {
  return limits.map((limit) => {
    const digits = minorUnitDigits(limit.currency, switches.minorUnitDigits) ?? 0
    const shown = (field: LimitField): string => (limit[field] === null ? '' : toMajorText(limit[field], digits))
    return { currency: limit.currency, ...forEachLimit(shown) }
  })
}

/** The limits of rows in minor units. A text that is no amount gives null; `typedLimitProblems` reports it. */
export function limitsFrom(rows: readonly LimitRow[], reading: Reading): CurrencyLimits[] {
  return rows.map((row) => {
    const limit = (field: LimitField) => {
      const minor = minorOf(row, field, reading)
      return minor?.ok === true ? minor.value : null
    }
    return { currency: currencyOf(row), ...forEachLimit(limit) }
  })
}

/** The problems of typed amounts. The schema of the draft checks the currencies. */
export function typedLimitProblems(rows: readonly LimitRow[], reading: Reading): ProfileProblem[] {
  return rows.flatMap((row, index) => limitFields.flatMap((field): ProfileProblem[] => {
    const minor = minorOf(row, field, reading)
    if (minor === null || minor.ok) return []
    return [{ field: `limits.${index}.${field}`, ...problemOf(minor.failure, row, field, reading) }]
  }))
}

/** The problem of a refused amount; a comma is refused with the amounts that it may mean. */
function problemOf(
  failure: AmountProblem, row: LimitRow, field: LimitField, reading: Reading,
): Pick<ProfileProblem, 'code' | 'details'> {
  if (failure.code === 'amount-decimals') return { code: failure.code, details: { allowed: String(failure.allowed) } }
  if (failure.code !== 'amount-comma') return { code: failure.code }
  const [first, second] = amountsWithoutComma(row[field].trim(), minorUnitDigits(currencyOf(row), reading) ?? 2)
  const details = { ...(first !== undefined && { first }), ...(second !== undefined && { second }) }
  return { code: failure.code, details }
}

/** The amount in minor units; null without a text or with an unknown currency. */
function minorOf(row: LimitRow, field: LimitField, reading: Reading): ReturnType<typeof toMinorUnits> | null {
  const digits = minorUnitDigits(currencyOf(row), reading)
  const typed = row[field].trim()
  return digits === null || typed === '' ? null : toMinorUnits(typed, digits)
}

const currencyOf = ({ currency }: LimitRow): string => currency.trim().toUpperCase()

function forEachLimit<Value>(valueOf: (field: LimitField) => Value): Record<LimitField, Value> {
  return Object.fromEntries(limitFields.map((field) => [field, valueOf(field)])) as Record<LimitField, Value>
}
