import type { Ports } from '../services.ts'
import type { DeskLock } from './lock-state.ts'

/**
 * The ports as the desk uses them: a person's answer outside the page counts only if the desk stayed unlocked.
 * SECURITY: a dialog or an issuer's window may be open when the desk is locked; who answers it then is not known.
 */
export function withinSession(given: Ports, deskLock: Pick<DeskLock, 'isOpen' | 'session'>): Ports {
  const { system, issuerPages } = given

  async function answered<Answer>(ask: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    const before = deskLock.session()
    if (!deskLock.isOpen()) return otherwise
    const answer = await ask()
    return deskLock.isOpen() && deskLock.session() === before ? answer : otherwise
  }

  return {
    ...given,
    system: {
      ...system,
      confirm: (...question) => answered(() => system.confirm(...question), false),
      chooseTextFile: (title) => answered(() => system.chooseTextFile(title), null),
      chooseFile: (title) => answered(() => system.chooseFile(title), null),
      chooseTable: (title) => answered(() => system.chooseTable(title), null),
      chooseFolder: (title) => answered(() => system.chooseFolder(title), null),
      chooseSaveDestination: (name) => answered(() => system.chooseSaveDestination(name), null),
      printing: { ...system.printing, print: (page) => answered(() => system.printing.print(page), false) },
    },
    issuerPages: {
      visit: (visit) => answered(() => issuerPages.visit(visit), { kind: 'closed' }),
      end: () => { issuerPages.end() },
    },
  }
}
