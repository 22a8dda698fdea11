import { failed, success } from '#shared/result.ts'
import { maxRecordBytes } from '../keychain/keychain.ts'
import type { Stores } from '../keychain/stores.ts'
import type { SigningFor, VaultAnswer, VaultPort } from '../port.ts'
import { controlDigest, hmacSha1 } from '../signing/request-signatures.ts'
import { encodeSecret, readSecret, secretEntry, type SecretRecord } from './secret-record.ts'

export type SecretMethods = Pick<
  VaultPort,
  'storeSecret' | 'secretBinding' | 'hasSecret' | 'removeSecret' | 'control' | 'signHmacSha1'
>

const noSuchSecret = failed({ code: 'no-such-secret' } as const)
const damaged = failed({
  code: 'keychain-doubtful',
  detail: 'The entry of this control secret in the keychain is damaged. Enter the control secret again.',
} as const)

/**
 * Creates the methods of the profiles' control secrets. A secret is in this process's memory only during one call.
 */
export function createSecrets(stores: Stores): SecretMethods {
  const read = async (secretId: string): VaultAnswer<SecretRecord | null> => {
    const found = await readSecret(stores, secretId)
    if (!found.ok) return found
    return found.value === 'damaged' ? damaged : success(found.value)
  }

  const use = async <Value>(
    request: SigningFor & { secretId: string },
    action: (secret: Buffer) => Value,
  ): VaultAnswer<Value> => {
    const found = await read(request.secretId)
    if (!found.ok) return found
    if (found.value === null) return noSuchSecret
    const record = found.value
    try {
      // SECURITY: a secret entered for one environment never signs for another (§5.2).
      if (record.environment !== request.environment) {
        return failed({ code: 'wrong-environment', belongsTo: record.environment })
      }
      // SECURITY: a control for one address could be replayed at the other; the control of a status query is also valid
      // for a void.
      if (record.merchant !== request.merchant) {
        return failed({ code: 'secret-of-other-address', belongsTo: record.merchant })
      }
      return success(action(record.secret))
    } finally {
      record.secret.fill(0)
    }
  }

  return {
    async storeSecret({ secretId, environment, merchant, secret, keep }) {
      const entry = secretEntry(secretId)
      if (entry === null) return refused('The id of this profile is not supported by the keychain.')
      if (secret === '') return refused('The control secret is empty.')
      if (!secret.isWellFormed()) return refused('The control secret contains an invalid character. Copy it again.')
      const bytes = Buffer.from(secret)
      const record = encodeSecret({ environment, merchant, secret: bytes })
      bytes.fill(0)
      try {
        if (record.length > maxRecordBytes) {
          return refused(`The control secret is too long: an entry of the keychain holds ${maxRecordBytes} characters at most.`)
        }
        const kept = await stores.put(entry, record, keep)
        return kept.ok ? success(null) : kept
      } finally {
        record.fill(0)
      }
    },

    async secretBinding({ secretId }) {
      const found = await read(secretId)
      if (!found.ok || found.value === null) return found.ok ? success(null) : found
      const { environment, merchant, secret } = found.value
      secret.fill(0)
      return success({ environment, merchant })
    },

    async hasSecret({ secretId }) {
      const found = await readSecret(stores, secretId)
      if (!found.ok) return found
      if (found.value === null || found.value === 'damaged') return success(false)
      found.value.secret.fill(0)
      return success(true)
    },

    async removeSecret({ secretId }) {
      const entry = secretEntry(secretId)
      if (entry === null) return noSuchSecret
      const removed = await stores.delete(entry)
      if (!removed.ok) return removed
      return removed.value ? success(null) : noSuchSecret
    },

    control: (request) => use(request, (secret) => controlDigest(request.textBeforeSecret, secret)),

    signHmacSha1: (request) => use(request, (secret) => hmacSha1(request.baseString, secret)),
  }
}

function refused(detail: string) {
  return failed({ code: 'not-storable', detail } as const)
}
