/** Who may use the desk: the lock, the persons, and the guard before every call. */
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import type { Access } from './access.ts'
import { changePassphrase, removePerson, savePerson } from './persons.ts'
import type { DeskLock } from './lock-state.ts'

export { deskAccess, type Access, type Around } from './access.ts'
export { guarded, guardedEmit } from './guard.ts'
export { ruleLookup } from './rule-lookup.ts'
export { createDeskLock, type DeskLock } from './lock-state.ts'
export { withinSession } from './within-session.ts'

/** The calls about the lock and the persons. */
export function accessCalls(services: Services, deskLock: DeskLock, access: Access): CallsOf<'access'> {
  const parts = { services, deskLock, refreshPersons: access.refreshPersons }
  return {
    'access.describe': async () => success(await access.describe()),
    'access.setUp': (input) => access.setUp(input),
    'access.lock': async () => {
      await access.known()
      await access.lock('by-person')
      return success(await access.describe())
    },
    'access.unlock': (input) => access.unlock(input),
    'access.prove': (input) => access.prove(input),
    'access.startOver': () => access.startOver(),
    'access.changePassphrase': (input) => changePassphrase(parts, input),
    'access.persons': async () => success(deskLock.persons()),
    'access.savePerson': (input) => savePerson(parts, input),
    'access.removePerson': async (input) => {
      const removed = await removePerson(parts, input)
      const actor = deskLock.actor()
      if (removed.ok && actor.kind === 'person' && actor.person.id === input.id) await access.lock('person-removed')
      return removed
    },
    'access.noteActivity': async () => {
      access.noteActivity()
      return success(null)
    },
  }
}
