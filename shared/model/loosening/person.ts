/** Whether a change of a person permits more than before, or changes the name. */
import type { PersonId } from '../../brands.ts'
import type { Person, Role } from '../application/access.ts'

/** A person as an administrator saves it; `id` is null for a new one, `passphrase` where it does not change. */
export interface PersonChange {
  readonly id: PersonId | null
  readonly name: string
  readonly role: Role
  readonly passphrase: string | null
}

export type LooserPerson = 'new-person' | 'other-name' | 'higher-role' | 'new-passphrase'

/** The parts that a change loosens; empty for a lower role. */
export function loosensPerson(before: Person | null, after: PersonChange): readonly LooserPerson[] {
  if (before === null) return ['new-person']
  const found: LooserPerson[] = []
  // SECURITY: history and audit trail name people: with another person's name, somebody would act as that person.
  if (after.name !== before.name) found.push('other-name')
  if (after.role === 'administrator' && before.role !== 'administrator') found.push('higher-role')
  // SECURITY: who sets a passphrase knows it, and can act as that person afterwards.
  if (after.passphrase !== null) found.push('new-passphrase')
  return found
}
