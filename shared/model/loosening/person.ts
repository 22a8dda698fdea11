/** Whether a change of a person lets somebody do more than before, or under another name. */
import type { PersonId } from '../../brands.ts'
import type { Person, Role } from '../access.ts'

/** A person as an administrator saves one; `id` is null for a new one, `passphrase` where it stays. */
export interface PersonChange {
  readonly id: PersonId | null
  readonly name: string
  readonly role: Role
  readonly passphrase: string | null
}

export type LooserPerson = 'new-person' | 'other-name' | 'higher-role' | 'new-passphrase'

/** What a change loosens; empty for a lower role. */
export function loosensPerson(before: Person | null, after: PersonChange): readonly LooserPerson[] {
  if (before === null) return ['new-person']
  const found: LooserPerson[] = []
  // SECURITY: history and audit trail name people: with another one's name somebody would act as that person.
  if (after.name !== before.name) found.push('other-name')
  if (after.role === 'administrator' && before.role !== 'administrator') found.push('higher-role')
  // SECURITY: whoever sets a passphrase knows it, and can be that person from then on.
  if (after.passphrase !== null) found.push('new-passphrase')
  return found
}
