/** Checks one row without the others: by the catalogue, its entry point, and the limit of one payment. */
import type { MinorUnits } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { limitKindOf } from '#shared/gateway/operations/limit-kind.ts'
import { createsOrder, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { highestMinorAmount } from '#shared/gateway/requests/request.ts'
import { toMinorUnits } from '#shared/gateway/numbers/money.ts'
import type { Problem } from '#shared/gateway/requests/validation.ts'
import { minorUnitsShown } from '#shared/shown-amount.ts'
import { formProblems, withFixedCurrency, type Target } from '../../requests/index.ts'
import { isWithheld, withhold } from './row-values.ts'
import type { DraftState, Obstacle, RowFacts, StateRow } from './state.ts'

type Checked = Pick<RowFacts, 'values' | 'problems' | 'obstacle' | 'minorAmount' | 'highest' | 'currency'>

/** Checks the values of a row. `whole`: the amount of the order, for a row without an amount. */
export function checkValues(
  draft: DraftState, row: StateRow, given: FieldValues, whole: { minorAmount: MinorUnits; currency: string } | null,
): Checked {
  const { operation, target } = draft
  const read = withCurrency(draft, given)
  const problems = formProblems(operation, read, target)
  const holdCards = problems.filter(({ code }) => code === 'holds-card-number').map(({ field }) => field)
  for (const field of holdCards) withhold(draft, row, field)
  // SECURITY: masked here too, as these values are stored with the row.
  const values: FieldValues = {
    ...read, ...Object.fromEntries(holdCards.map((field) => [field, maskFreeText(read[field] ?? '')])),
  }
  const withheld = operation.fields.filter(({ key }) => isWithheld(draft, row, key)
    && !problems.some(({ field }) => field === key))
  const currency = values.currency ?? null
  const own = minorAmountOf(values, target)
  const minorAmount = own ?? (touchesMoney(operation) && !createsOrder(operation) ? whole?.minorAmount ?? null : null)
  const highest = highestMinorAmount(values, target.context) ?? minorAmount
  const stillWithheld = withheld.map(({ key }): Problem => ({ field: key, code: 'holds-card-number', details: {} }))
  return {
    values, minorAmount, highest, currency: own === null ? whole?.currency ?? currency : currency,
    problems: [...problems, ...stillWithheld],
    obstacle: row.obstacle ?? overLimit(draft, highest, currency ?? whole?.currency ?? null),
  }
}

/** Adds the currency of an endpoint if an amount needs one. Without an amount the currency is not sent. */
function withCurrency({ operation, target }: DraftState, values: FieldValues): FieldValues {
  const complete = withFixedCurrency(operation, values, target)
  if (!touchesMoney(operation) || createsOrder(operation)) return complete
  if (values.amount === undefined) {
    const { currency: _idle, ...others } = complete
    return others
  }
  const fixed = target.entryPoint.kind === 'endpoint' ? { currency: target.entryPoint.currency } : {}
  return { ...fixed, ...complete }
}

function minorAmountOf(values: FieldValues, { profile }: Target): MinorUnits | null {
  const digits = minorUnitDigits(values.currency ?? '', profile.switches.minorUnitDigits)
  if (values.amount === undefined || digits === null) return null
  const minor = toMinorUnits(values.amount, digits)
  return minor.ok ? minor.value : null
}

/** A profile with limits permits no other currencies, as for a single payment. */
function overLimit(
  { operation, target: { profile } }: DraftState, highest: MinorUnits | null, currency: string | null,
): Obstacle | null {
  const { limits = [], switches } = profile
  if (limits.length === 0 || currency === null || !touchesMoney(operation)) return null
  const of = limits.find((one) => one.currency === currency)
  const most = of === undefined ? '0' as MinorUnits : of[limitKindOf(operation)]
  if (most === null || highest === null || BigInt(highest) <= BigInt(most)) return null
  return { code: 'over-limit', detail: minorUnitsShown(most, currency, switches.minorUnitDigits) }
}
