/**
 * The team of this desk: claims before a send, deliveries, and records of the other desks. A desk without a team uses
 * none of this.
 */
import { failed, success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import { audit, audited } from '../maintenance/index.ts'
import type { Emit, Services } from '../services.ts'
import { adopt } from './claims/adopting.ts'
import { admitDesk, withdrawAdmission } from './administration/admitting.ts'
import { chooseClientCertificate } from './membership/client-certificate.ts'
import { acceptInvitation, invite } from './membership/inviting.ts'
import { joinTeam, leaveTeam, testTeam } from './membership/joining.ts'
import { findTeamMerchant } from './merchants.ts'
import { orderOfTeam } from './order-of-team.ts'
import { openClaims } from './claims/open-claims.ts'
import { proposeRemoval } from './administration/proposing-removal.ts'
import { createSchema } from './administration/tables.ts'
import type { Team } from './team-port.ts'
import { verifyTeam } from './administration/verifying.ts'
import { setWaitingTime, waitingTime } from './administration/waiting-time.ts'

export { findTeamMerchant } from './merchants.ts'
export { orderOfTeam } from './order-of-team.ts'
export { rememberedMembership } from './membership/remembered-membership.ts'
export { createTeam } from './team.ts'
export type { Team } from './team-port.ts'

/** The calls about the team. */
export function teamCalls(services: Services, emit: Emit, team: Team): CallsOf<'team'> {
  let verifying: AbortController | null = null

  return {
    'team.describe': async () => success(await team.describe()),
    'team.test': (input) => testTeam(services, input),
    'team.chooseClientCertificate': () => chooseClientCertificate(services),
    'team.createSchema': (input) => createSchema(services, input),
    'team.join': (input) => joinTeam(services, team, input),
    'team.leave': (input) => leaveTeam(services, team, input),
    'team.connect': async () => success(await team.contact()),
    'team.goOn': async ({ reason }) => {
      const written = await audit(services, 'team-gone-on', team.membership()?.address.host ?? '', reason)
      if (!written.ok) return written
      const continued = await team.goOn()
      return continued.ok ? success(await team.describe()) : continued
    },
    'team.closeCollision': async ({ entryId, reason }) => {
      const line = { action: 'team-collision-closed', subject: entryId, detail: reason } as const
      const closed = await audited(services, line, () => team.closeCollision(entryId, reason))
      return closed.ok ? success(await team.contact()) : closed
    },
    'team.order': (input) => orderOfTeam(services, team, input),
    'team.openClaims': () => openClaims(services, team),
    'team.verify': async () => {
      verifying?.abort()
      verifying = new AbortController()
      return await verifyTeam(services, emit, team, verifying.signal)
    },
    'team.cancelVerify': async () => {
      verifying?.abort()
      return success(null)
    },
    'team.admitDesk': (input) => admitDesk(services, team, input),
    'team.withdrawAdmission': (input) => withdrawAdmission(services, team, input),
    'team.waitingTime': () => waitingTime(team),
    'team.setWaitingTime': (input) => setWaitingTime(services, team, input),
    'team.proposeRemoval': (input) => proposeRemoval(services, team, input),
    'team.allowAlone': async ({ profileId, minutes, reason }) => {
      const merchant = findTeamMerchant(services, profileId)
      if (!merchant.ok) return merchant
      if (team.membership() === null) return failed({ code: 'no-team' })
      const written = await audit(services, 'team-alone-allowed', merchant.value, `${minutes} minutes: ${reason}`)
      if (!written.ok) return written
      const allowed = await team.allowAlone({ merchantKey: merchant.value, minutes, reason })
      return allowed.ok ? success(await team.contact()) : allowed
    },
    'team.invite': () => invite(services, team),
    'team.acceptInvitation': async () => {
      const accepted = await acceptInvitation(services)
      if (accepted.ok) emit('profiles.changed', null)
      return accepted
    },
    'team.adopt': ({ entryId }) => adopt(services, team, entryId),
  }
}
