/** The limits of a profile as they are typed: in major units, a row a currency. */
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { toMajorText, toMinorUnits } from '#shared/gateway/money.ts'
import type { Switches } from '#shared/gateway/switches.ts'
import type { ProfileProblem } from '#shared/model/profile-rules.ts'
import type { CurrencyLimits, Profile } from '#shared/model/profile.ts'

/** What may be limited, in the order of the columns. */
export const limitFields = ['charge', 'refund', 'payout', 'refundsOfADay'] as const
type LimitField = (typeof limitFields)[number]
type Reading = Switches['minorUnitDigits']

/** One currency's limits: decimal text, empty for none. */
export type LimitRow = { currency: string } & Record<LimitField, string>

/** A row for a currency that has no limits yet. */
export function emptyLimitRow(currency: string): LimitRow {
  return { currency, charge: '', refund: '', payout: '', refundsOfADay: '' }
}

/** The limits of a profile as rows of its form; amounts by the profile's own reading of minor units. */
export function limitRowsOf({ limits = [], switches }: Pick<Profile, 'limits' | 'switches'>): LimitRow[] {
  return limits.map((limit) => {
    const digits = minorUnitDigits(limit.currency, switches.minorUnitDigits) ?? 0
    const shown = (field: LimitField): string => (limit[field] === null ? '' : toMajorText(limit[field], digits))
    return {
      currency: limit.currency, charge: shown('charge'), refund: shown('refund'), payout: shown('payout'),
      refundsOfADay: shown('refundsOfADay'),
    }
  })
}

/** The limits that rows stand for, in minor units; a text that is no amount (`typedLimitProblems`) counts as none. */
export function limitsFrom(rows: readonly LimitRow[], reading: Reading): CurrencyLimits[] {
  return rows.map((row) => {
    const limit = (field: LimitField) => {
      const minor = minorOf(row, field, reading)
      return minor?.ok === true ? minor.value : null
    }
    return {
      currency: currencyOf(row), charge: limit('charge'), refund: limit('refund'), payout: limit('payout'),
      refundsOfADay: limit('refundsOfADay'),
    }
  })
}

/** What is wrong with amounts as they were typed. Currencies are checked with the draft's shape. */
export function typedLimitProblems(rows: readonly LimitRow[], reading: Reading): ProfileProblem[] {
  return rows.flatMap((row, index) => limitFields.flatMap((field): ProfileProblem[] => {
    const minor = minorOf(row, field, reading)
    if (minor === null || minor.ok) return []
    const { code } = minor.failure
    const details = code === 'amount-decimals' ? { details: { allowed: String(minor.failure.allowed) } } : {}
    return [{ field: `limits.${index}.${field}`, code, ...details }]
  }))
}

/** Null where nothing was typed, or the currency is not known. */
function minorOf(row: LimitRow, field: LimitField, reading: Reading): ReturnType<typeof toMinorUnits> | null {
  const digits = minorUnitDigits(currencyOf(row), reading)
  const typed = row[field].trim()
  return digits === null || typed === '' ? null : toMinorUnits(typed, digits)
}

const currencyOf = ({ currency }: LimitRow): string => currency.trim().toUpperCase()
