import { failed, success } from '#shared/result.ts'
import type { VaultPort } from '../port.ts'

/** Creates the methods that hold one secret, in memory, whose profile is not saved yet. `storeSecret` stores it. */
export function createHeldSecret(
  storeSecret: VaultPort['storeSecret'],
): Pick<VaultPort, 'holdSecret' | 'storeHeldSecret'> {
  let waiting: { readonly held: string; readonly secret: Buffer } | null = null

  function forget(): void {
    waiting?.secret.fill(0)
    waiting = null
  }

  return {
    async holdSecret({ held, secret }) {
      forget()
      waiting = { held, secret: Buffer.from(secret) }
      return success(null)
    },

    // SECURITY: the handle must match: the secret of one mail must never be stored for the profile of another.
    async storeHeldSecret({ held, ...record }) {
      if (waiting?.held !== held) return failed({ code: 'no-such-secret' })
      const stored = await storeSecret({ ...record, secret: waiting.secret.toString() })
      if (stored.ok && waiting?.held === held) forget()
      return stored
    },
  }
}
