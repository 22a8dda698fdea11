/** Why nothing is claimed, and so nothing sent, as failures for the page. */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamConnection } from '#shared/model/team/team-state.ts'
import type { TeamFailure } from '../../team/port.ts'

/** The connection of a desk whose membership file cannot be read. */
export const unreadable = {
  kind: 'unreachable', lastAt: null,
  problem: {
    code: 'membership-unreadable', technical: null,
    detail: 'The file that says which team this desk is in cannot be read. An administrator leaves the team and joins it '
      + 'again.',
  },
} as const satisfies TeamConnection

/** The failure of a reply that does not have its documented form. */
export const unexpected: TeamFailure = {
  code: 'unexpected', detail: 'The team database gave an unexpected answer. The log names the error.', technical: null,
  mayHaveHappened: true,
}

const notAdmitted = 'An administrator has not admitted this desk to the team. It is done on another desk, under Set-up, Team.'
const withdrawn = 'An administrator of the team refused or withdrew the admission of this desk.'

/** Why nothing is claimed in this state of the connection. */
export function refusalOf(connection: TeamConnection): Failure {
  switch (connection.kind) {
    case 'went-back':
    case 'forked': return { code: 'team-behind', why: connection.kind }
    case 'not-admitted': return unavailable('desk-not-admitted', connection.isWithdrawn === true ? withdrawn : notAdmitted)
    case 'unreachable': return unavailable(connection.problem.code, connection.problem.detail)
    default: return unavailable('connecting', 'The connection to the team is being made. Try again in a moment.')
  }
}

/** The team could not be queried. `why` is a code of `electron/team/failure.ts`, `detail` its sentence. */
export function unavailable(why: string, detail: string): Failure {
  return { code: 'team-unavailable', why, detail }
}
