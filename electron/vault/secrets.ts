import { failed, success } from '#shared/result.ts'
import type { Environment } from '#shared/model/environment.ts'
import { maxEntryBytes } from './keychain.ts'
import type { VaultAnswer, VaultPort } from './port.ts'
import { decodeSecret, encodeSecret, secretEntry } from './records.ts'
import { controlDigest, hmacSha1 } from './signing.ts'
import type { Stores } from './stores.ts'

export type SecretMethods = Pick<
  VaultPort,
  'storeSecret' | 'hasSecret' | 'removeSecret' | 'control' | 'signHmacSha1'
>

const noSuchSecret = failed({ code: 'no-such-secret' } as const)
const damaged = failed({
  code: 'keychain-doubtful',
  detail: 'The entry of this control secret in the keychain is damaged. Enter the control secret again.',
} as const)

/** The control secrets of the profiles. None is kept in this process longer than one digest takes. */
export function createSecrets(stores: Stores): SecretMethods {
  const use = async <Value>(
    request: { secretId: string; environment: Environment },
    deed: (secret: Buffer) => Value,
  ): VaultAnswer<Value> => {
    const entry = secretEntry(request.secretId)
    if (entry === null) return noSuchSecret
    const found = await stores.get(entry)
    if (!found.ok) return found
    if (found.value === null) return noSuchSecret
    const record = decodeSecret(found.value.value)
    found.value.value.fill(0)
    if (record === null) return damaged
    try {
      // SECURITY: what was entered for one environment never signs for another (§5.2).
      if (record.environment !== request.environment) {
        return failed({ code: 'wrong-environment', belongsTo: record.environment })
      }
      return success(deed(record.secret))
    } finally {
      record.secret.fill(0)
    }
  }

  return {
    async storeSecret({ secretId, environment, secret, keep }) {
      const entry = secretEntry(secretId)
      if (entry === null) return refused('This profile has an id that the keychain can\'t take.')
      if (secret === '') return refused('The control secret is empty.')
      if (!secret.isWellFormed()) return refused('The control secret holds a broken character. Copy it again.')
      const bytes = Buffer.from(secret)
      const record = encodeSecret({ environment, secret: bytes })
      bytes.fill(0)
      try {
        if (record.length > maxEntryBytes) {
          return refused(`The control secret is too long: an entry of the keychain holds ${maxEntryBytes} characters at most.`)
        }
        const kept = await stores.put(entry, record, keep)
        return kept.ok ? success(null) : kept
      } finally {
        record.fill(0)
      }
    },

    async hasSecret({ secretId }) {
      const entry = secretEntry(secretId)
      if (entry === null) return success(false)
      const found = await stores.get(entry)
      if (!found.ok) return found
      found.value?.value.fill(0)
      return success(found.value !== null)
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
  return failed({ code: 'key-refused', detail } as const)
}
