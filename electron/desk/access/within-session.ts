import type { Ports } from '../services.ts'
import type { DeskLock } from './lock-state.ts'

/**
 * Wraps the ports for the desk: a person's answer outside the page counts only if the desk stayed unlocked. SECURITY: a
 * dialog or an issuer's window may be open when the desk is locked; who answers it afterwards is not known.
 */
export function withinSession(given: Ports, deskLock: Pick<DeskLock, 'isOpen' | 'session'>): Ports {
  const { system, issuerPages } = given

  async function ifStillUnlocked<Answer>(ask: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    const before = deskLock.session()
    if (!deskLock.isOpen()) return otherwise
    const answer = await ask()
    return deskLock.isOpen() && deskLock.session() === before ? answer : otherwise
  }

  return {
    ...given,
    system: {
      ...system,
      confirm: (...question) => ifStillUnlocked(() => system.confirm(...question), false),
      chooseTextFile: (title) => ifStillUnlocked(() => system.chooseTextFile(title), null),
      chooseFile: (title) => ifStillUnlocked(() => system.chooseFile(title), null),
      chooseTable: (title) => ifStillUnlocked(() => system.chooseTable(title), null),
      chooseFolder: (title) => ifStillUnlocked(() => system.chooseFolder(title), null),
      chooseSaveDestination: (name) => ifStillUnlocked(() => system.chooseSaveDestination(name), null),
      printing: { ...system.printing, print: (page) => ifStillUnlocked(() => system.printing.print(page), false) },
    },
    issuerPages: {
      visit: (visit) => ifStillUnlocked(() => issuerPages.visit(visit), { kind: 'closed' }),
      end: () => { issuerPages.end() },
    },
  }
}
