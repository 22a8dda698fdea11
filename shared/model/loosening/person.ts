/** The rule whether a change of a person permits more than before, or changes the name. */
import type { PersonId } from '../../brands.ts'
import type { Person, Role } from '../application/access.ts'

/** A person as an administrator saves it; `id` is null for a new one, `passphrase` if it does not change. */
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
  // SECURITY: history and audit trail identify people by name: a changed name would attribute actions to somebody else.
  if (after.name !== before.name) found.push('other-name')
  if (after.role === 'administrator' && before.role !== 'administrator') found.push('higher-role')
  // SECURITY: the administrator who sets a passphrase knows it, and could act as that person afterwards.
  if (after.passphrase !== null) found.push('new-passphrase')
  return found
}
