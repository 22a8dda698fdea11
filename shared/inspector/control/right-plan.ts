/** The control text as the gateway builds it from a given request (§5.1, addendum 4). */
import { callback, type ControlPart } from '../../gateway/catalogue/control-parts.ts'
import { minorUnitDigits } from '../../gateway/numbers/currencies.ts'
import { fields } from '../../gateway/fields/fields.ts'
import { toMinorUnits, withoutSurplusZeros } from '../../gateway/numbers/money.ts'
import { operationIds, operations } from '../../gateway/operations/operations.ts'
import type { Switches } from '../../gateway/operations/switches.ts'
import { currencyOf, keyOfWireName, sentValue, type GivenRequest } from '../given.ts'
import type { ControlPlan, ControlValue } from './plan.ts'

export interface ControlSurroundings {
  readonly switches: Switches
  /** The currency of the endpoint, for requests without one. */
  readonly endpointCurrency: string | null
  readonly otherEntryPoints: readonly string[]
}

/** The right plan; null if the operation is not known or has no control, and the request is not a callback. */
export function rightControlPlan(given: GivenRequest, around: ControlSurroundings): ControlPlan | null {
  const recipe = recipeOf(given)
  if (recipe === null) return null
  return {
    values: valuesOf(recipe, given, around),
    separator: '', separatorBeforeSecret: false, secretPlace: 'last', secretShape: 'as-it-is', charset: 'utf-8',
    before: '', after: '',
    facts: {
      entryPointId: given.entryPointId ?? '',
      otherEntryPoints: around.otherEntryPoints.filter((id) => id !== given.entryPointId),
      amount: sentValue(given, 'amount', around.switches)?.trim() ?? null,
      currency: currencyOf(given, around.switches, around.endpointCurrency),
      sent: sentFields(given, around.switches),
      otherRecipes: operationIds.filter((id) => id !== given.operation?.id).flatMap((id) => {
        const { authentication } = operations[id]
        return authentication.kind === 'control'
          ? [{ operation: id, values: valuesOf(authentication.recipe, given, around) }] : []
      }),
    },
  }
}

function recipeOf({ operation, isCallback }: GivenRequest): readonly ControlPart[] | null {
  if (isCallback) return callback
  return operation?.authentication.kind === 'control' ? operation.authentication.recipe : null
}

function valuesOf(recipe: readonly ControlPart[], given: GivenRequest, around: ControlSurroundings): ControlValue[] {
  return recipe.flatMap((part) => valueOf(part, given, around) ?? [])
}

function valueOf(part: ControlPart, given: GivenRequest, around: ControlSurroundings): ControlValue | null {
  switch (part.from) {
    case 'entry-point': {
      const id = given.entryPointId ?? ''
      return part.when === 'unless-switched-off' && !around.switches.recurrentControlStartsWithEntryPoint
        ? null : { part: 'entry-point', label: 'Endpoint or group id', value: id, sent: id }
    }
    case 'minor-amount': {
      const sent = sentValue(given, 'amount', around.switches)
      if (sent === undefined && part.when === 'when-sent') return null
      const minor = minorOf(sent ?? '', currencyOf(given, around.switches, around.endpointCurrency), around.switches)
      return { part: 'minor-amount', label: 'Amount in minor units', value: minor, sent: minor }
    }
    case 'field': {
      const sent = sentValue(given, part.key, around.switches)
      if (sent === undefined && part.when === 'when-sent') return null
      return { part: part.key, label: fields[part.key].label, value: (sent ?? '').trim(), sent: sent ?? '' }
    }
  }
}

function minorOf(amount: string, currency: string | null, switches: Switches): string {
  const digits = currency === null ? 2 : minorUnitDigits(currency, switches.minorUnitDigits) ?? 2
  const minor = toMinorUnits(withoutSurplusZeros(amount.trim(), digits), digits)
  return minor.ok ? minor.value : amount.trim().replace('.', '')
}

function sentFields(given: GivenRequest, switches: Switches): ControlValue[] {
  return given.body.filter(([name]) => name !== 'control').flatMap(([name, value]) => {
    const key = keyOfWireName(given, name, switches)
    return key === null ? [] : [{ part: key, label: fields[key].label, value: value.trim(), sent: value }]
  })
}
