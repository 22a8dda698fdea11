/** The age at which a person may close a claim by hand, for all desks of the team. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { audited } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { teamUnavailable } from '../membership/joining.ts'
import type { Team } from '../team-port.ts'

/** See the contract. */
export async function waitingTime(team: Team): Promise<CallAnswer<'team.waitingTime'>> {
  const journal = team.journal()
  if (journal === null) return failed({ code: 'no-team' })
  const minutes = await journal.waitingTime()
  return minutes.ok ? success({ minutes: minutes.value }) : failed(teamUnavailable(minutes.failure))
}

/** See the contract. */
export async function setWaitingTime(
  services: Services, team: Team, { minutes, reason }: ParsedInput<'team.setWaitingTime'>,
): Promise<CallAnswer<'team.setWaitingTime'>> {
  const journal = team.journal()
  if (journal === null) return failed({ code: 'no-team' })
  const line = { action: 'team-waiting-time-changed', subject: `${minutes} minutes`, detail: reason } as const
  return await audited(services, line, async () => {
    const set = await journal.setWaitingTime(minutes)
    if (set.ok) return set
    return failed(set.failure.code === 'no-rights' ? { code: 'login-not-administrator' } : teamUnavailable(set.failure))
  })
}
