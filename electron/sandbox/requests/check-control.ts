/** Recomputes the `control` of a request and compares both (§5.1, addendum 4). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { controlTextBeforeSecret } from '#shared/gateway/signing/control.ts'
import type { ControlPart } from '#shared/gateway/catalogue/control-parts.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { toMinorUnits } from '#shared/gateway/numbers/money.ts'
import type { MinorUnits } from '#shared/brands.ts'
import { merchant, type EntryPointInUse } from './merchant.ts'
import type { Readings } from './readings.ts'

export interface ControlCheck {
  readonly recipe: readonly ControlPart[]
  readonly entryPoint: EntryPointInUse
  /** Trimmed and valid. */
  readonly values: FieldValues
  readonly merchantControl: string
  readonly readings: Readings
}

/**
 * True if the digest is right, in lower-case hexadecimal, for this merchant at this entry point. A wrong login or entry
 * point counts as a wrong control: a gateway finds no secret for it (addendum 4).
 */
export function isControlRight({ recipe, entryPoint, values, merchantControl, readings }: ControlCheck): boolean {
  const login = recipe.some((part) => part.from === 'field' && part.key === 'login')
  if (!entryPoint.known || (login && values.login !== merchant.login)) return false
  const minorAmount = minorAmountOf(values.amount, values, readings)
  const text = controlTextBeforeSecret({ recipe, entryPointId: entryPoint.id, values, minorAmount, switches: readings })
  const expected = Buffer.from(createHash('sha1').update(text + merchantControl, 'utf8').digest('hex'))
  const given = Buffer.from(values.control ?? '')
  // SECURITY: compares in constant time; a control of another length is refused and throws nothing.
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** An amount of the request in minor units of its currency; null if absent or unreadable. */
export function minorAmountOf(amount: string | undefined, values: FieldValues, readings: Readings): MinorUnits | null {
  if (amount === undefined) return null
  const digits = minorUnitDigits(values.currency ?? merchant.currency, readings.minorUnitDigits)
  const minor = digits === null ? null : toMinorUnits(amount, digits)
  return minor?.ok === true ? minor.value : null
}
