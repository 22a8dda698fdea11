/** How this desk logs in to its team. */
import type { DeskId } from '#shared/brands.ts'
import { createHash } from 'node:crypto'
import type { TeamAddress } from '#shared/model/team-state.ts'
import type { DeskSecret, TeamLogin } from '../../team/port.ts'
import type { Services } from '../services.ts'

/** Characters of an address that is kept beside the password as it is. */
const longestServer = 200

/** SECURITY: what the kept password is bound to. With any other server, login or authority it is not handed out. */
export function serverOf({ host, port, database, user, authorities, furtherServers = [] }: TeamAddress): string {
  const further = furtherServers.map((server) => [server.host.toLowerCase(), server.port])
  const text = JSON.stringify([host.toLowerCase(), port, database, user, authorities, ...further])
  // An entry of the keychain has no room for certificates.
  return text.length <= longestServer ? text : createHash('sha256').update(text).digest('hex')
}

/** A login with a password that was just typed. */
export function loginWith({ authorities, ...address }: TeamAddress, password: string): TeamLogin {
  return { ...address, authorities: authorities.trim() === '' ? [] : [authorities], password: async () => password }
}

/** A login with the password that the vault keeps for this address; it is asked for at every connection. */
export function keptLogin({ vault }: Pick<Services, 'vault'>, address: TeamAddress): TeamLogin {
  return {
    ...loginWith(address, ''),
    async password() {
      const kept = await vault.teamPassword({ server: serverOf(address) })
      if (!kept.ok) throw new Error(kept.failure.code)
      return kept.value
    },
  }
}

/** The secret by which this desk proves itself: null where the vault has none of it. Throws while that is locked. */
export function keptSecret({ vault }: Pick<Services, 'vault'>, deskId: DeskId): DeskSecret {
  return async () => {
    const kept = await vault.teamSecret({ deskId })
    if (kept.ok) return Buffer.from(kept.value, 'hex')
    if (kept.failure.code === 'no-such-secret') return null
    throw new Error(kept.failure.code)
  }
}
