import type { Ports } from '../services.ts'
import type { DeskStanding } from './standing.ts'

/**
 * The ports as the desk gets them: what a person is asked outside the page counts only while the desk stays unlocked.
 * SECURITY: a dialog or a window of an issuer may stand when the desk is locked; whoever answers it then is not known.
 */
export function withinSession(given: Ports, standing: Pick<DeskStanding, 'isOpen' | 'session'>): Ports {
  const { system, issuerPages } = given

  async function answered<Answer>(ask: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    const before = standing.session()
    if (!standing.isOpen()) return otherwise
    const answer = await ask()
    return standing.isOpen() && standing.session() === before ? answer : otherwise
  }

  return {
    ...given,
    system: {
      ...system,
      confirm: (...question) => answered(() => system.confirm(...question), false),
      chooseTextFile: (title) => answered(() => system.chooseTextFile(title), null),
      chooseFolder: (title) => answered(() => system.chooseFolder(title), null),
      chooseSaveDestination: (name) => answered(() => system.chooseSaveDestination(name), null),
    },
    issuerPages: {
      visit: (visit) => answered(() => issuerPages.visit(visit), { kind: 'closed' }),
      end: () => { issuerPages.end() },
    },
  }
}
