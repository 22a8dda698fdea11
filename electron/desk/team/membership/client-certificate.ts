/** The certificate with which this desk logs in to its team: chosen from files and shown to a person. */
import type { Certificate } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import { pemOf } from '#shared/model/keys/certificate-authorities.ts'
import type { ClientCertificateProblem } from '#shared/model/keys/client-certificate.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { certificateFingerprint, certificatesOf, factsOf } from '../../../common/signatures/certificates.ts'
import { clientChainIn, clientKeyIn, holdsPrivateKey } from '../../../common/signatures/client-certificate.ts'
import type { Services } from '../../services.ts'

const refused = (why: ClientCertificateProblem): Result<never, Failure> => failed({ code: 'client-certificate-refused', why })

/**
 * Asks for the file of the certificate, then for that of its key unless the first file contains it. SECURITY: neither a
 * path nor the key reaches the page. The vault keeps the key for this run, until it is used.
 */
export async function chooseClientCertificate(
  { system, vault }: Pick<Services, 'system' | 'vault'>,
): Promise<CallAnswer<'team.chooseClientCertificate'>> {
  const text = await textOfFile(system, 'Choose the client certificate (PEM)')
  if (!text.ok) return text
  const chain = clientChainIn(text.value, system.now())
  if (!chain.ok) return refused(chain.failure)
  const [own] = chain.value
  const keyText = holdsPrivateKey(text.value) ? text : await textOfFile(system, 'Choose the private key of the certificate (PEM)')
  if (!keyText.ok) return keyText
  const key = clientKeyIn(keyText.value, own)
  if (!key.ok) return refused(key.failure)
  const taken = await vault.takeTeamClientKey({ certificate: certificateFingerprint(own), key: key.value })
  if (!taken.ok) return taken.failure.code === 'key-refused' ? refused('key-kind') : taken
  const [facts] = factsOf([own], system.now())
  return facts === undefined ? refused('damaged') : success({ clientCertificate: pemOf(chain.value), facts })
}

/** The certificate of an address; null without one, and if it cannot be read. */
export function clientCertificateOf({ clientCertificate = '' }: TeamAddress): Certificate | null {
  const found = certificatesOf(clientCertificate)
  return found.ok ? found.value[0] ?? null : null
}

/** The problem of the client certificate of an address; null if there is no problem or no certificate. */
export function clientCertificateProblem(address: TeamAddress): Failure | null {
  if (address.clientCertificate === undefined) return null
  const why = clientCertificateOf(address) === null ? 'damaged' : address.authorities.trim() === '' ? 'no-authorities' : null
  return why === null ? null : { code: 'client-certificate-refused', why }
}

async function textOfFile(system: Pick<Services['system'], 'chooseTextFile'>, title: string): Promise<Result<string, Failure>> {
  try {
    const text = await system.chooseTextFile(title)
    return text === null ? failed({ code: 'cancelled' }) : success(text)
  } catch {
    return refused('unreadable')
  }
}
