/** How this desk logs in to its team. */
import type { Certificate, DeskId } from '#shared/brands.ts'
import { createHash } from 'node:crypto'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import type { DeskSecret, TeamLogin } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import { certificateFingerprint } from '../../../common/signatures/certificates.ts'
import { clientCertificateOf } from './client-certificate.ts'

/** Longest address that is stored unhashed beside the password. */
const longestServer = 200

/**
 * SECURITY: the stored password is bound to these values. It is not released for another server, login or authority.
 */
export function serverOf(
  { host, port, database, user, authorities, furtherServers = [], clientCertificate }: TeamAddress,
): string {
  const further = furtherServers.map((server) => [server.host.toLowerCase(), server.port])
  const more = clientCertificate === undefined ? further : [...further, clientCertificate]
  const text = JSON.stringify([host.toLowerCase(), port, database, user, authorities, ...more])
  // An entry of the keychain has no space for certificates.
  return text.length <= longestServer ? text : createHash('sha256').update(text).digest('hex')
}

/** A login with the values that a person entered. With `password` null, the vault's password for this address. */
export function enteredLogin(services: Pick<Services, 'vault'>, address: TeamAddress, password: string | null): TeamLogin {
  const kept = keptLogin(services, address)
  const certificate = clientCertificateOf(address)
  return {
    ...kept,
    ...password !== null && { password: async () => password },
    ...kept.clientCertificate !== undefined && certificate !== null && {
      clientCertificate: {
        ...kept.clientCertificate,
        // The key just chosen, else the key stored for the unchanged address.
        key: async () => await keyOf(services, certificate, null) ?? await kept.clientCertificate?.key() ?? '',
      },
    },
  }
}

/** A login with the password and key that the vault stores for this address. They are read at every connection. */
export function keptLogin(services: Pick<Services, 'vault'>, address: TeamAddress): TeamLogin {
  const { authorities, clientCertificate, ...where } = address
  const certificate = clientCertificateOf(address)
  return {
    ...where,
    authorities: authorities.trim() === '' ? [] : [authorities],
    async password() {
      const kept = await services.vault.teamPassword({ server: serverOf(address) })
      if (!kept.ok) throw new Error(kept.failure.code)
      return kept.value
    },
    ...clientCertificate !== undefined && certificate !== null && {
      clientCertificate: {
        certificate: clientCertificate,
        async key() {
          const key = await keyOf(services, certificate, serverOf(address))
          if (key === null) throw new Error('no-such-secret')
          return key
        },
      },
    },
  }
}

/** The private key of a certificate, stored for a server or just chosen; null without one. Throws while locked. */
async function keyOf(
  { vault }: Pick<Services, 'vault'>, certificate: Certificate, server: string | null,
): Promise<string | null> {
  const key = await vault.teamClientKey({ certificate: certificateFingerprint(certificate), server })
  if (key.ok) return key.value
  if (key.failure.code === 'no-such-secret') return null
  throw new Error(key.failure.code)
}

/** The secret with which this desk identifies itself; null if the vault has none. Throws while the vault is locked. */
export function keptSecret({ vault }: Pick<Services, 'vault'>, deskId: DeskId): DeskSecret {
  return async () => {
    const kept = await vault.teamSecret({ deskId })
    if (kept.ok) return Buffer.from(kept.value, 'hex')
    if (kept.failure.code === 'no-such-secret') return null
    throw new Error(kept.failure.code)
  }
}
