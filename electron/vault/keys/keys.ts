import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyId, UtcTime } from '#shared/brands.ts'
import type { DamagedKey, KeyDescription, KeySize } from '#shared/model/keys/key.ts'
import { judgePassphrase } from '#shared/model/persons/passphrase-strength.ts'
import { failed, success } from '#shared/result.ts'
import { randomHex } from '../../common/signatures/random-hex.ts'
import { fingerprintOf } from '../../common/signatures/key-fingerprint.ts'
import { maxRecordBytes } from '../keychain/keychain.ts'
import type { Stores } from '../keychain/stores.ts'
import type { Keep, VaultAnswer, VaultPort } from '../port.ts'
import { rsaSha256 } from '../signing/request-signatures.ts'
import type { KeyMerchants } from './key-merchants.ts'
import { belongTogether, numbersOf, rebuildKey, takePrimes } from './key-primes.ts'
import { decodeKey, encodeKey, keyEntry, keyIdOf, type KeyRecord } from './key-record.ts'
import { conflictOf, type KnownKey } from './key-strength.ts'

export type KeyMethods = Pick<
  VaultPort,
  | 'listKeys' | 'damagedKeys' | 'generateKey' | 'cancelGeneration' | 'importKey' | 'exportPublicKey' | 'provePair' | 'removeKey'
  | 'backUpKey' | 'confirmKey' | 'keyMerchants' | 'signRsaSha256'
>

interface OpenKey {
  readonly description: KeyDescription
  readonly privateKey: KeyObject
  readonly publicPem: string
}

const generatePair = promisify(generateKeyPair)
const noSuchKey = failed({ code: 'no-such-key' } as const)
const cancelled = failed({ code: 'cancelled' } as const)
const maxNameCharacters = 100

/** Generates an RSA private key with the exponent 65537, off the main thread. */
export async function generatePrivateKey(bits: KeySize): Promise<KeyObject> {
  const { privateKey } = await generatePair('rsa', { modulusLength: bits, publicExponent: 65537 })
  return privateKey
}

/**
 * Creates the methods of RSA key pairs. Opened keys stay in this process as key objects until it ends, so that signing
 * is faster.
 */
export function createKeys(stores: Stores, merchants: KeyMerchants, now: () => Date): KeyMethods {
  const opened = new Map<KeyId, OpenKey>()
  const generations = new Map<string, AbortController>()

  const open = async (id: KeyId): VaultAnswer<OpenKey> => {
    const known = opened.get(id)
    if (known !== undefined) return success(known)
    const entry = keyEntry(id)
    if (entry === null) return noSuchKey
    const found = await stores.get(entry)
    if (!found.ok) return found
    if (found.value === null) return noSuchKey
    const record = decodeKey(found.value.value)
    found.value.value.fill(0)
    const privateKey = record === null || record.id !== id ? null : rebuildKey(record.primes)
    record?.primes.fill(0)
    if (record === null || privateKey === null) return damaged(id)
    const key = describe(record, privateKey, found.value.keep)
    opened.set(id, key)
    return success(key)
  }

  const keep = async (
    privateKey: KeyObject,
    request: { name: string; environment: KeyRecord['environment']; origin: KeyRecord['origin']; keep: Keep },
  ): VaultAnswer<KeyDescription> => {
    const primes = takePrimes(privateKey)
    if (!primes.ok) return refused(primes.failure)
    const record: KeyRecord = {
      // `randomHex` has no digits shaped like a card number, which no text of a profile may contain.
      id: randomHex(16) as KeyId,
      name: request.name,
      environment: request.environment,
      createdAt: now().toISOString() as UtcTime,
      origin: request.origin,
      primes: primes.value,
    }
    const bytes = encodeKey(record)
    try {
      const entry = keyEntry(record.id)
      if (entry === null || bytes.length > maxRecordBytes) return refused(nameTooLong)
      const kept = await stores.put(entry, bytes, request.keep)
      if (!kept.ok) return kept
      const key = describe(record, privateKey, kept.value)
      opened.set(record.id, key)
      return success(key.description)
    } finally {
      bytes.fill(0)
      primes.value.fill(0)
    }
  }

  /** Every key that has an entry: the readable ones, oldest first, and the damaged ones. */
  const readAll = async (): VaultAnswer<{ readonly keys: OpenKey[]; readonly damaged: DamagedKey[] }> => {
    const names = await stores.list()
    if (!names.ok) return names
    const keys: OpenKey[] = []
    const broken: DamagedKey[] = []
    for (const id of names.value.map(keyIdOf).filter((one) => one !== null)) {
      const key = await open(id)
      if (key.ok) keys.push(key.value)
      else if (key.failure.code === 'keychain-doubtful') broken.push({ id, detail: key.failure.detail })
      else if (key.failure.code !== 'no-such-key') return key
    }
    keys.sort((one, other) => one.description.createdAt.localeCompare(other.description.createdAt))
    return success({ keys, damaged: broken })
  }

  const remove = async (id: KeyId): VaultAnswer<null> => {
    const entry = keyEntry(id)
    if (entry === null) return noSuchKey
    const unbound = await merchants.removeAll(id)
    if (!unbound.ok) return unbound
    const removed = await stores.delete(entry)
    if (!removed.ok) return removed
    opened.delete(id)
    return removed.value ? success(null) : noSuchKey
  }

  return {
    async listKeys() {
      const found = await readAll()
      return found.ok ? success(found.value.keys.map(({ description }) => description)) : found
    },

    async damagedKeys() {
      const found = await readAll()
      return found.ok ? success(found.value.damaged) : found
    },

    async generateKey({ generationId, bits, ...request }) {
      const name = checkedName(request.name)
      if (name === null) return refused(nameTooLong)
      const generation = new AbortController()
      generations.set(generationId, generation)
      const { signal } = generation
      try {
        // After a cancellation, the key that is still being generated is discarded.
        const privateKey = await Promise.race([generatePrivateKey(bits), aborted(signal)])
        if (privateKey === null) return cancelled
        const kept = await keep(privateKey, { ...request, name, origin: 'made-here' })
        if (!kept.ok || !signal.aborted) return kept
        const removed = await remove(kept.value.id)
        return removed.ok ? cancelled : kept
      } finally {
        generations.delete(generationId)
      }
    },

    async cancelGeneration({ generationId }) {
      generations.get(generationId)?.abort()
      return success(null)
    },

    async importKey({ pem, passphrase, ...request }) {
      const name = checkedName(request.name)
      if (name === null) return refused(nameTooLong)
      // Imported here, because it loads a large library that no other call needs.
      const { readPrivateKey } = await import('./key-import.ts')
      const read = await readPrivateKey(pem, passphrase ?? '')
      if (!read.ok) return read
      // Damaged entries are not compared: the import may restore one of them.
      const others = await readAll()
      if (!others.ok) return others
      const numbers = numbersOf(read.value)
      const conflict = numbers === null ? null : conflictOf(numbers.modulus, others.value.keys.flatMap(knownKey))
      return conflict === null ? keep(read.value, { ...request, name, origin: 'imported' }) : refused(conflict)
    },

    async backUpKey({ keyId, passphrase, known = [] }) {
      const key = await open(keyId)
      if (!key.ok) return key
      const { description, privateKey } = key.value
      const { weakness } = await judgePassphrase(passphrase, [description.name, ...known])
      if (weakness !== null) return failed({ code: 'passphrase-weak', detail: weakness })
      const { encryptedBackup } = await import('./key-backup.ts')
      const pem = await encryptedBackup(privateKey, passphrase)
      return pem === null
        ? failed({ code: 'not-storable', detail: 'The backup could not be opened again, so it was discarded.' } as const)
        : success({ description, pem })
    },

    async exportPublicKey({ keyId }) {
      const key = await open(keyId)
      return key.ok ? success({ description: key.value.description, pem: key.value.publicPem }) : key
    },

    async provePair({ keyId }) {
      const key = await open(keyId)
      return key.ok ? success({ belongsTogether: belongTogether(key.value.privateKey, key.value.publicPem) }) : key
    },

    removeKey: ({ keyId }) => remove(keyId),

    async confirmKey({ keyId, merchant }) {
      const key = await open(keyId)
      return key.ok ? merchants.confirm(keyId, merchant, key.value.description.keep) : key
    },

    keyMerchants: ({ keyId }) => merchants.of(keyId),

    async signRsaSha256({ keyId, environment, merchant, baseString }) {
      const key = await open(keyId)
      if (!key.ok) return key
      const belongsTo = key.value.description.environment
      // SECURITY: a key of a production profile must not sign for a staging one or the reverse (§5.2).
      if (belongsTo !== environment) return failed({ code: 'wrong-environment', belongsTo })
      const confirmed = await merchants.has(keyId, merchant)
      if (!confirmed.ok) return confirmed
      // SECURITY: the operator of one gateway could replay its signature at another.
      if (!confirmed.value) return await merchants.refusal(keyId)
      return success(rsaSha256(baseString, key.value.privateKey))
    },
  }
}

function describe(record: KeyRecord, privateKey: KeyObject, keep: Keep): OpenKey {
  const { id, name, environment, createdAt, origin } = record
  const publicKey = createPublicKey(privateKey)
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  return {
    description: { id, name, environment, bits, fingerprint: fingerprintOf(publicKey), createdAt, origin, keep },
    privateKey,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

function knownKey({ description: { name }, privateKey }: OpenKey): KnownKey[] {
  const numbers = numbersOf(privateKey)
  return numbers === null ? [] : [{ name, modulus: numbers.modulus }]
}

const nameTooLong = `A key needs a name of 1 to ${maxNameCharacters} characters.`

function checkedName(name: string): string | null {
  const trimmed = name.trim()
  return trimmed === '' || trimmed.length > maxNameCharacters || !trimmed.isWellFormed() ? null : trimmed
}

function refused(detail: string) {
  return failed({ code: 'key-refused', detail } as const)
}

function damaged(id: KeyId) {
  return failed({
    code: 'keychain-doubtful',
    detail: `The entry of the key ${id} in the keychain is damaged. Restore the keychain from a backup, or destroy this key, `
      + 'then import its own backup or use another one.',
  } as const)
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => { signal.addEventListener('abort', () => { resolve(null) }, { once: true }) })
}
