import type { TeamAddress } from '#shared/model/team-state.ts'
import type { System } from '../services.ts'

/** So long the question stands. */
const questionLastsMs = 2 * 60_000

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
      'A desk that joins delivers its masked history there. Gateway Console asks this outside its window. If you did '
        + 'not ask for it there, choose Cancel and inform the person responsible for this computer.',
    ],
    action: 'Connect',
  }, questionLastsMs)
}

/** SECURITY: what the page sent must not make lines of its own in the box, nor turn the direction of the text. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}
