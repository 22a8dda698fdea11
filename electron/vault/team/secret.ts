/** The secret by which this desk authenticates to its team: created when the desk joins, and not again. */
import { randomBytes } from 'node:crypto'
import { failed, success } from '#shared/result.ts'
import { deleteAll } from '../keychain/keychain.ts'
import { split } from '../keychain/record.ts'
import { putRecord, type Stores } from '../keychain/stores.ts'
import type { VaultPort } from '../port.ts'

const secretEntry = 'team-secret'
const secretBytes = 32

/** Creates the methods of the one secret. It is returned to main alone, for the desk that it was created for. */
export function createTeamSecret(
  stores: Stores,
): Pick<VaultPort, 'makeTeamSecret' | 'teamSecret' | 'removeTeamSecret'> {
  return {
    async makeTeamSecret({ deskId }) {
      const text = Buffer.from(randomBytes(secretBytes).toString('hex'))
      return await putRecord(stores, secretEntry, { record: secretEntry, deskId }, text)
    },

    async teamSecret({ deskId }) {
      const found = await stores.get(secretEntry)
      if (!found.ok) return found
      if (found.value === null) return failed({ code: 'no-such-secret' } as const)
      const { value } = found.value
      try {
        const parts = split(value)
        if (parts?.header.record !== secretEntry || parts.header.deskId !== deskId) {
          return failed({ code: 'no-such-secret' } as const)
        }
        return success(parts.body.toString())
      } finally {
        value.fill(0)
      }
    },

    removeTeamSecret: () => deleteAll(stores, [secretEntry]),
  }
}
