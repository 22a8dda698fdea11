/** The password of the team's database, bound to the server that a person entered it for. */
import { failed, success } from '#shared/result.ts'
import { deleteAll, maxRecordBytes } from '../keychain/keychain.ts'
import { join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultPort } from '../port.ts'

const passwordEntry = 'team-password'

/** Creates the methods. The password is returned to main alone, for the server that it is bound to. */
export function createTeamPassword(
  stores: Stores,
): Pick<VaultPort, 'storeTeamPassword' | 'teamPassword' | 'removeTeamPassword'> {
  return {
    async storeTeamPassword({ server, password, keep }) {
      const bytes = Buffer.from(password)
      const record = join({ record: 'team-password', server }, bytes)
      try {
        if (record.length > maxRecordBytes) {
          return failed({ code: 'not-storable', detail: 'The password or the address is too long for the keychain.' } as const)
        }
        const kept = await stores.put(passwordEntry, record, keep)
        return kept.ok ? success(null) : kept
      } finally {
        for (const buffer of [bytes, record]) buffer.fill(0)
      }
    },

    async teamPassword({ server }) {
      const found = await stores.get(passwordEntry)
      if (!found.ok) return found
      if (found.value === null) return failed({ code: 'no-such-secret' } as const)
      const { value } = found.value
      try {
        const parts = split(value)
        // SECURITY: editing the file with the address must not send the password to another server.
        if (parts?.header.record !== 'team-password' || parts.header.server !== server) {
          return failed({ code: 'no-such-secret' } as const)
        }
        return success(parts.body.toString())
      } finally {
        value.fill(0)
      }
    },

    removeTeamPassword: () => deleteAll(stores, [passwordEntry]),
  }
}
