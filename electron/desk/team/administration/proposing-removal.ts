/** Proposes a removal to all desks. A person of this desk proposes it, and its key signs it. */
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { utcTime } from '../../../common/processes/time.ts'
import { audited, monthsBefore, whoActs } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { teamUnavailable } from '../membership/joining.ts'
import type { Team } from '../team-port.ts'
import { knowledgeOf } from './verifying.ts'

/** The server's clock may be behind this one; events must be old enough by both clocks. */
const slackMs = 86_400_000

/** See the contract. Publishes the removal and a head; the owner of the database then removes content there. */
export async function proposeRemoval(
  services: Services, team: Team, { months, reason: typed }: ParsedInput<'team.proposeRemoval'>,
): Promise<CallAnswer<'team.proposeRemoval'>> {
  const { journal, system } = services
  const line = { action: 'team-removal-proposed', subject: `older than ${months} months`, detail: typed } as const
  return await audited(services, line, async () => {
    const [port, member] = [team.journal(), team.membership()]
    if (port === null || member === null) return failed({ code: 'no-team' })
    const known = await knowledgeOf(journal, member.deskId)
    if (!known.ok) return known
    const isAdministrator = await port.isAdministrator()
    if (!isAdministrator.ok) return failed(teamUnavailable(isAdministrator.failure))
    // The database would reject the proposal.
    if (!isAdministrator.value) return failed({ code: 'login-not-administrator' })
    const proposed = await port.proposeRemoval(known.value, {
      before: monthsBefore(system.now() - slackMs, months), at: utcTime(system.now()),
      who: whoActs(services).slice(0, 200),
      // SECURITY: masked, as it leaves this computer and people paste whole mails.
      reason: maskFreeText(typed),
    })
    if (!proposed.ok) return failed(teamUnavailable(proposed.failure))
    const { drafts, ...counted } = proposed.value
    const stated = await team.append(drafts)
    if (!stated.ok) return stated
    await team.contact()
    return success(counted)
  })
}
