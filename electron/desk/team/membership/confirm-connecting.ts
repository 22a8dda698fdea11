import type { Failure } from '#shared/model/answers/failure.ts'
import { serversOf } from '#shared/model/team/team-servers.ts'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import { clientCertificateOf, clientCertificateProblem } from './client-certificate.ts'
import { authoritiesIn, certificateInWords } from '../../../common/signatures/certificates.ts'
import { outsideWarning, oneLine } from '../../../common/boxes/outside-question.ts'
import { refusedOutside } from '../../ask-outside.ts'
import type { System } from '../../services.ts'

/**
 * Asks in a message box of the system whether this desk may connect to a team's database; null if it may. Refuses
 * unusable certificates before it asks. SECURITY: the page has no network. A compromised page could otherwise name its
 * own database, to which the masked history would be delivered, or its own authorities, so that another server could
 * impersonate the database.
 */
export async function refusedToConnect(
  { system }: { readonly system: Pick<System, 'confirm'> }, address: TeamAddress,
): Promise<Failure | null> {
  const { database, user } = address
  const trusted = authoritiesIn(address.authorities)
  if (!trusted.ok) return { code: 'authorities-refused', why: trusted.failure }
  const problem = clientCertificateProblem(address)
  if (problem !== null) return problem
  const own = clientCertificateOf(address)
  const lines = [
    ...serversOf(address).map(({ host, port }) => `Server: ${host}, port ${port}`),
    `Database: ${database}`, `User: ${user}`,
    ...trusted.value.length === 0
      ? ['Certificate authorities: those of this computer']
      : trusted.value.map((one) => `Certificate authority: ${certificateInWords(one)}`),
    ...own === null ? [] : [`Client certificate of this desk: ${certificateInWords(own)}`],
  ]
  return await refusedOutside(system, {
    question: 'Connect to the database of a team?',
    details: [
      ...lines.map(oneLine),
      '',
      `A desk that joins delivers its masked history there. ${outsideWarning('If you did not ask for it there')}`,
    ],
    action: 'Connect',
  })
}

/** Asks whether to use a login with which other desks have joined the team; null if the person confirmed it. */
export async function refusedOtherDesks(
  { system }: { readonly system: Pick<System, 'confirm'> }, user: string, desks: readonly string[],
): Promise<Failure | null> {
  if (desks.length === 0) return null
  return await refusedOutside(system, {
    question: 'Join with a login that another desk uses?',
    details: [
      `User: ${oneLine(user)}`,
      ...desks.map((desk) => `Desk that joined with it: ${oneLine(desk)}`),
      '',
      'It may be an earlier or a second desk of yours. If it is not, somebody else has this login and its password: choose '
      + 'Cancel, and tell the administrator of the team.',
    ],
    action: 'Join',
  })
}
