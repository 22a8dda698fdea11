/** How the minor units of an intent are read. Profiles differ (addendum 2), and may be changed or removed later. */
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { fields as requestFields } from '#shared/gateway/fields/fields.ts'
import { toMinorUnits } from '#shared/gateway/numbers/money.ts'
import type { Intent } from '../records.ts'

export type SentReading = NonNullable<Intent['minorUnitDigits']> | 'iso-4217'

const amountField: string = requestFields.amount.wire

/** The recorded reading, else the one that matches the sent amount in both units; ISO 4217 if both readings match. */
export function sentReading({ minorUnitDigits: recorded, fields, minorAmount, currency }: Intent): SentReading {
  if (recorded !== undefined) return recorded
  const major = fields.find(({ name }) => name === amountField)?.value ?? ''
  const fits = (reading: SentReading): boolean => {
    const minor = toMinorUnits(major, minorUnitDigits(currency ?? '', reading) ?? 0)
    return minor.ok && minor.value === minorAmount
  }
  return !fits('iso-4217') && fits('always-two') ? 'always-two' : 'iso-4217'
}
