import type { FieldValues } from '#shared/gateway/fields.ts'
import type { Operation } from '#shared/gateway/operations.ts'
import { withheldCardNumbers } from '#shared/model/profile-rules.ts'
import type { Profile } from '#shared/model/profile.ts'

/** True when a form holds a whole card number that was typed, and the profile lets none be typed. */
export function refusesCardEntry(profile: Profile, operation: Operation, values: FieldValues): boolean {
  return withheldCardNumbers(operation, profile).some((key) => (values[key] ?? '') !== '')
}
