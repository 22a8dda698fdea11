import type { TeamAddress } from '#shared/model/team-state.ts'
import { askedOutside, oneLine, questionLastsMs } from '../../common/outside-question.ts'
import type { System } from '../services.ts'

/**
 * Whether a person lets this desk connect to a team's database, asked in a message box of the system.
 * SECURITY: the page reaches no network. One that was taken over could name a database of its own otherwise, and the
 * masked history would be delivered to it.
 */
export function letConnect(
  { system }: { readonly system: Pick<System, 'confirm'> }, { host, port, database, user }: TeamAddress,
): Promise<boolean> {
  return system.confirm({
    question: 'Connect to the database of a team?',
    details: [
      oneLine(`Server: ${host}, port ${port}`), oneLine(`Database: ${database}`), oneLine(`User: ${user}`),
      '',
      `A desk that joins delivers its masked history there. ${askedOutside('If you did not ask for it there')}`,
    ],
    action: 'Connect',
  }, questionLastsMs)
}
