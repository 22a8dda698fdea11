/** Tests a team's connection, joins the team, and leaves it. */
import type { DeskId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { serversOf } from '#shared/model/team/team-servers.ts'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Membership, TeamFailure } from '../../../team/port.ts'
import { audited, note } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { certificateFingerprint, certificateInWords } from '../../../common/signatures/certificates.ts'
import { refusedOtherDesks, refusedToConnect } from './confirm-connecting.ts'
import { clientCertificateOf } from './client-certificate.ts'
import { enteredLogin, serverOf } from './login.ts'
import type { Team } from '../team-port.ts'
import { utcTime } from '../../../common/processes/time.ts'

/** Tests a connection step by step; changes nothing. */
export async function testTeam(
  services: Services, { address, password }: ParsedInput<'team.test'>,
): Promise<CallAnswer<'team.test'>> {
  const refusal = await refusedToConnect(services, address)
  if (refusal !== null) return failed(refusal)
  const steps = await services.teams.test(enteredLogin(services, address, password), ownDesk(services))
  return success(steps.map(({ step, result, detail }) => ({ step, result, detail })))
}

/** Joins a team, or saves a changed address or password for this desk's team. */
export async function joinTeam(
  services: Services, team: Team, { address, password, label: typed }: ParsedInput<'team.join'>,
): Promise<CallAnswer<'team.join'>> {
  const refusal = await refusedToConnect(services, address)
  if (refusal !== null) return failed(refusal)
  const label = maskFreeText(typed)
  const { journal, vault, membership, system, teams } = services
  const tested = await teams.test(enteredLogin(services, address, password), ownDesk(services))
  const wrong = tested.find(({ result }) => result === 'failed')
  if (wrong !== undefined) return failed({ code: 'team-test-failed', step: wrong.step, detail: wrong.detail })
  const rehearsal = tested.some(({ rehearsal }) => rehearsal === true)
  const others = tested.flatMap(({ otherDesks = [] }) => otherDesks)
  const unwanted = await refusedOtherDesks(services, address.user, others)
  if (unwanted !== null) return failed(unwanted)
  const earlier = membership.read()
  const servers = serversOf(address).map(({ host }) => host).join(', ')
  const line = { action: 'team-joined', subject: `${servers} ${address.database}`, detail: `as ${label}${rehearsal ? ', a rehearsal' : ''}${withCertificate(address)}` } as const
  const joined = await audited(services, line, async () => {
    const kept = await keepLogin(vault, address, password)
    if (!kept.ok) return kept
    if (earlier !== null && earlier !== 'unreadable') return membership.save({ ...earlier, address })
    const key = await vault.teamHeadKey()
    if (!key.ok) return key
    const deskId = system.randomHex(16) as DeskId
    // SECURITY: a key of an earlier team must not make digests for this one, as desks of that team have the key.
    const cleared = await vault.removeDestinationKey()
    if (!cleared.ok) return cleared
    const made = await vault.makeTeamSecret({ deskId })
    if (!made.ok) return made
    const begun = await journal.teamBegin({
      deskId, at: utcTime(system.now()), label, publicKey: key.value, rehearsal,
    })
    return begun.ok ? membership.save({ deskId, label, address, rehearsal }) : begun
  })
  return joined.ok ? success(await team.begin()) : joined
}

/** This desk's membership in its team; null if it is in none, or if that cannot be read. */
function ownDesk({ membership }: Pick<Services, 'membership'>): Membership | null {
  const member = membership.read()
  return member === 'unreadable' ? null : member
}

function withCertificate(address: TeamAddress): string {
  const certificate = clientCertificateOf(address)
  return certificate === null ? '' : `, with the client certificate ${certificateInWords(certificate)}`
}

/** Stores the password and key entered for this address, and removes those of another one. */
async function keepLogin(
  vault: Services['vault'], address: TeamAddress, password: string | null,
): Promise<Result<null, Failure>> {
  const [server, certificate] = [serverOf(address), clientCertificateOf(address)]
  const hasPassword = password === null && (await vault.teamPassword({ server })).ok
  const kept = password === null
    ? hasPassword ? success(null) : await vault.removeTeamPassword()
    : await vault.storeTeamPassword({ server, password, keep: 'keychain' })
  if (!kept.ok) return kept
  return certificate === null
    ? await vault.removeTeamClientKey()
    : await vault.keepTeamClientKey({ certificate: certificateFingerprint(certificate), server })
}

/** Leaves the team. Everything local stays. */
export async function leaveTeam(
  services: Services, team: Team, { reason }: ParsedInput<'team.leave'>,
): Promise<CallAnswer<'team.leave'>> {
  const { journal, vault, membership } = services
  const member = membership.read()
  if (member === null) return failed({ code: 'no-team' })
  const subject = member === 'unreadable' ? '' : `${member.address.host} ${member.address.database}`
  const line = { action: 'team-left', subject, detail: reason } as const
  const left = await audited(services, line, async (): Promise<Result<null, Failure>> => {
    // The journal first: after an interruption the desk claims as before, or not at all.
    const ended = await journal.teamLeave()
    if (!ended.ok) return ended
    const saved = membership.save(null)
    if (!saved.ok) return saved
    const removed = await vault.removeTeamPassword()
    if (!removed.ok) services.log('team-password-not-removed', { code: removed.failure.code })
    const keyRemoved = await vault.removeTeamClientKey()
    if (!keyRemoved.ok) services.log('team-client-key-not-removed', { code: keyRemoved.failure.code })
    const secretRemoved = await vault.removeTeamSecret()
    if (!secretRemoved.ok) services.log('team-secret-not-removed', { code: secretRemoved.failure.code })
    const digestKeyRemoved = await vault.removeDestinationKey()
    if (!digestKeyRemoved.ok) services.log('team-destination-key-not-removed', { code: digestKeyRemoved.failure.code })
    team.alone.clear()
    return saved
  })
  if (left.ok) await forgetCopies(services)
  return left.ok ? success(await team.begin()) : left
}

/** Deletes the copied records of other desks. If the disk refuses, joining the next team deletes them. */
async function forgetCopies(services: Services): Promise<void> {
  const wasDeleted = await services.otherDesks.forget().then(() => true, () => false)
  if (!wasDeleted) services.log('copied-logs-not-deleted')
  await note(services, wasDeleted ? 'copied-logs-deleted' : 'copied-logs-not-deleted', '')
}

/** Converts a failure of the team for the page. */
export function teamUnavailable({ code, detail }: TeamFailure): Failure {
  return { code: 'team-unavailable', why: code, detail }
}
