/** The certificate authorities of a team: chosen from a file, and told apart by what their certificates say. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { authoritiesProblem, longestAuthorities, type CertificateFacts } from '#shared/model/team-authorities.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { certificatesOf, nameOfCertificate, type CertificatesProblem, type FoundCertificate } from '../../common/certificates.ts'
import { utcTime } from '../../common/time.ts'
import type { Services } from '../services.ts'

const problems = {
  'private-key': 'private-key', 'none': 'no-certificate', 'damaged': 'damaged',
} as const satisfies Record<CertificatesProblem, string>

const longestSubject = 200

/** Asks for a file and answers its certificates as one text, without what stands around them in the file. */
export async function chooseAuthorities(
  { system }: { readonly system: Pick<Services['system'], 'chooseTextFile'> },
): Promise<CallAnswer<'team.chooseAuthorities'>> {
  const chosen = await textOfFile(system)
  if (!chosen.ok) return failed({ code: 'authorities-refused', why: 'unreadable' })
  if (chosen.value === null) return failed({ code: 'cancelled' })
  const found = certificatesOf(chosen.value)
  if (!found.ok) return failed({ code: 'authorities-refused', why: problems[found.failure] })
  const authorities = `${found.value.map(({ pem }) => pem).join('\n')}\n`
  const why = authorities.length > longestAuthorities ? 'too-long' : authoritiesProblem(authorities)
  return why === null ? success({ authorities }) : failed({ code: 'authorities-refused', why })
}

/** The certificates of a text, in order; null where one of them cannot be read. */
export async function describeAuthorities(
  { system }: { readonly system: Pick<Services['system'], 'now'> },
  { authorities }: ParsedInput<'team.describeAuthorities'>,
): Promise<CallAnswer<'team.describeAuthorities'>> {
  const found = certificatesOf(authorities)
  return success(found.ok ? found.value.map((one) => factsOf(one, system.now())) : null)
}

function factsOf({ read }: FoundCertificate, now: number): CertificateFacts {
  const { subject, validFromDate, validToDate } = read
  const state = validToDate.getTime() < now ? 'expired' : validFromDate.getTime() > now ? 'not-yet-valid' : 'valid'
  return {
    name: nameOfCertificate(read), subject: subject.split('\n').join(', ').slice(0, longestSubject),
    validUntil: utcTime(validToDate.getTime()), state,
  }
}

async function textOfFile(
  system: Pick<Services['system'], 'chooseTextFile'>,
): Promise<Result<string | null, 'unreadable'>> {
  try {
    return success(await system.chooseTextFile('Choose certificate authorities (PEM)'))
  } catch {
    return failed('unreadable')
  }
}
