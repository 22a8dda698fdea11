import type { PersonId } from '#shared/brands.ts'
import type { AccessState, Person } from '#shared/model/application/access.ts'

/** A desk without passphrases, as before any was set up. */
export const unprotected: AccessState = { state: 'unprotected', setUp: 'not-needed' }

/** An administrator of the desk. */
export const ada: Person = { id: 'a'.repeat(16) as PersonId, name: 'Ada Keller', role: 'administrator' }
/** An operator. */
export const otto: Person = { id: '0'.repeat(16) as PersonId, name: 'Otto Weber', role: 'operator' }

/** The state of a desk that this person has unlocked. */
export const unlockedBy = (person: Person): AccessState => ({ state: 'unlocked', person })

type Locked = Extract<AccessState, { state: 'locked' }>

/** A locked desk of Ada and Otto; Otto was the last to unlock it. */
export function aLock(changes: Partial<Locked> = {}): Locked {
  return {
    state: 'locked', persons: [ada, otto].map(({ id, name }) => ({ id, name })), lastPersonId: otto.id, openOutcomes: 0,
    finishing: false, retryInMs: 0, ...changes,
  }
}
