import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Masked } from '#shared/brands.ts'
import type { Services } from '../services.ts'

type Known = Pick<Services, 'users' | 'system' | 'settings'>

/**
 * The name of the acting person for an audit line: the person who unlocked the desk, or an empty text while it is
 * locked. If no passphrase protects it, the name in the settings, which proves nothing.
 */
export function nameOfActor({ users, settings }: Pick<Known, 'users' | 'settings'>): Masked {
  const actor = users.actor()
  switch (actor.kind) {
    case 'os-user': return maskFreeText(settings.read().operatorName)
    case 'nobody': return maskFreeText('')
    case 'person': return maskFreeText(actor.person.name)
  }
}

/**
 * The acting person for an entry of the journal: "A. Person (login)". Only the system's login if no person has
 * unlocked.
 */
export function whoActs({ users, system }: Pick<Known, 'users' | 'system'>): string {
  const actor = users.actor()
  const { osUser } = system.description
  return actor.kind === 'person' ? `${actor.person.name} (${osUser})` : osUser
}
