/** The certificate authorities of profiles and the team: chosen from a file, checked, described, watched for expiry. */
import type { Certificate } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { AuthorityEnd } from '#shared/model/keys/certificate-authorities.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { reminderOf } from '#shared/model/keys/key-life.ts'
import type { ProfileProblem } from '#shared/model/profiles/profile-problem.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import {
  authoritiesIn, canBeTrusted, dayOf, factsOf, hasExpired, nameOfCertificate, readCertificate,
} from '../../common/signatures/certificates.ts'
import { connectionSettingsOf } from '../requests/index.ts'
import type { Services } from '../services.ts'

/**
 * Shows a file dialog, reads the file once and returns its certificates. SECURITY: neither its path nor other content
 * reaches the page; a private key in it is not quoted either.
 */
export async function chooseCertificates({ system }: Services): Promise<CallAnswer<'certificates.choose'>> {
  const text = await textOfFile(system)
  if (!text.ok) return text
  const found = authoritiesIn(text.value)
  if (!found.ok) return failed({ code: 'authorities-refused', why: found.failure })
  if (found.value.length === 0) return failed({ code: 'authorities-refused', why: 'no-certificate' })
  return success(factsOf(found.value, system.now()))
}

/** Describes the certificates of a PEM text. Fails if one of them cannot be used. */
export function describeCertificates(
  { system }: Services, { text }: ParsedInput<'certificates.describe'>,
): CallAnswer<'certificates.describe'> {
  const found = authoritiesIn(text)
  return found.ok ? success(factsOf(found.value, system.now())) : failed({ code: 'authorities-refused', why: found.failure })
}

async function textOfFile(system: Pick<Services['system'], 'chooseTextFile'>): Promise<Result<string, Failure>> {
  try {
    const text = await system.chooseTextFile('Choose certificate authorities (PEM)')
    return text === null ? failed({ code: 'cancelled' }) : success(text)
  } catch {
    return failed({ code: 'authorities-refused', why: 'unreadable' })
  }
}

/** The problem of a draft's authorities that only main can detect; null without one. */
export function authoritiesProblemOf({ system }: Services, draft: ProfileDraft): ProfileProblem | null {
  const { authorities } = connectionSettingsOf(draft)
  if (authorities.length === 0) return null
  const field = 'authorities'
  const read = authorities.map(readCertificate).filter((one) => one !== null)
  if (read.length < authorities.length) return { field, code: 'authorities-damaged' }
  if (!read.every(canBeTrusted)) return { field, code: 'authorities-not-authority' }
  if (!read.every((one) => hasExpired(one, system.now()))) return null
  const expired = read.map((one) => `${nameOfCertificate(one)} (${dayOf(one.validToDate)})`).join(', ')
  return { field, code: 'authorities-expired', details: { expired } }
}

/** The authorities of profiles and the team that have expired or expire within 30 days, the earliest first. */
export function authorityEnds({ profiles, membership, system }: Services): readonly AuthorityEnd[] {
  const member = membership.read()
  const ofTeam = member === null || member === 'unreadable' ? null : authoritiesIn(member.address.authorities)
  return [
    ...profiles.list().flatMap((profile) =>
      endsOf(profile.name, connectionSettingsOf(profile).authorities, system.now())),
    ...ofTeam === null || !ofTeam.ok ? [] : endsOf(null, ofTeam.value, system.now()),
  ].toSorted((one, other) => one.validUntil.localeCompare(other.validUntil))
}

function endsOf(profileName: string | null, authorities: readonly Certificate[], now: number): AuthorityEnd[] {
  return factsOf(authorities, now).flatMap(({ name, fingerprint, validUntil }) => {
    const reminder = reminderOf(Date.parse(validUntil), now)
    return reminder === null ? [] : [{ profileName, name, fingerprint, validUntil, reminder }]
  })
}
