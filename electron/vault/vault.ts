import { randomBytes, randomUUID, createPublicKey } from 'node:crypto'
import { success } from '#shared/result.ts'
import type { Keychain } from './keychain/keychain.ts'
import { createMemoryKeychain } from './keychain/memory-keychain.ts'
import { selfCheckPrefix } from './keychain/record.ts'
import { createStores } from './keychain/stores.ts'
import { createKeyMerchants } from './keys/key-merchants.ts'
import { belongTogether } from './keys/key-primes.ts'
import { keyIdOf } from './keys/key-record.ts'
import { createKeys, generatePrivateKey } from './keys/keys.ts'
import type { VaultPort } from './port.ts'
import { leastWork, type LeastWork } from './protection/derived-key.ts'
import { createProtection } from './protection/protection.ts'
import { createJournalEnds } from './rollback/journal-end.ts'
import { createNewestRecords } from './rollback/newest-records.ts'
import { createMatching } from './secrets/compare-digests.ts'
import { createHeldSecret } from './secrets/held-secret.ts'
import { isSecretEntry } from './secrets/secret-record.ts'
import { createSecretsInText } from './secrets/secrets-in-text.ts'
import { createSecrets } from './secrets/secrets.ts'
import { createHeadSignatures } from './signing/head-signatures.ts'
import { createKeyedDigests } from './signing/keyed-digests.ts'
import { createProfileSignatures } from './signing/profile-signatures.ts'
import { createTeamClientKey } from './team/client-key.ts'
import { createDestinationKey } from './team/destination-key.ts'
import { createTeamHeadKey, createTeamHeads } from './team/heads.ts'
import { createTeamPassword } from './team/password.ts'
import { createTeamSecret } from './team/secret.ts'

/**
 * Creates the whole vault over a keychain. It runs in a separate process; ending that process locks it: see
 * `process.ts`.
 */
export function createVault({
  keychain, keychainName, wasInstalled, nativeModulePath, now = () => new Date(), monotonic = () => performance.now(),
  work = leastWork,
}: {
  keychain: Keychain
  keychainName: string
  wasInstalled: () => boolean
  nativeModulePath: () => string
  now?: () => Date
  /** Milliseconds of the monotonic clock. */
  monotonic?: () => number
  /** The minimum cost of a passphrase. Lower only in tests that unlock hundreds of times. */
  work?: LeastWork
}): VaultPort {
  const protection = createProtection({ keychain, wasInstalled, clocks: { now, monotonic }, leastWork: work })
  const stores = createStores({ keychain: protection.keychain, memory: createMemoryKeychain(), wasInstalled })
  const merchants = createKeyMerchants(stores)
  const secrets = createSecrets(stores)
  const headKey = createTeamHeadKey(stores)
  const destinationKey = createDestinationKey(stores, headKey)

  return {
    ...protection.methods,
    ...secrets,
    ...createHeldSecret(secrets.storeSecret),
    ...createMatching(stores),
    ...createSecretsInText(stores),
    ...createKeys(stores, merchants, now),
    ...createProfileSignatures(stores, () => protection.signing(), now),
    ...createJournalEnds(stores, () => protection.rosterVersion()),
    ...createHeadSignatures(stores, now),
    ...createKeyedDigests(stores, destinationKey.forDigests),
    ...createTeamClientKey(stores),
    ...createTeamHeads(stores, headKey),
    ...destinationKey.methods,
    ...createTeamPassword(stores),
    ...createTeamSecret(stores),
    ...createNewestRecords(stores),

    async describe() {
      const keeping = await stores.keeping()
      if (!keeping.ok) return keeping
      const names = await stores.list()
      if (!names.ok) return names
      return success({
        ...keeping.value,
        keychainName,
        keys: names.value.filter((name) => keyIdOf(name) !== null).length,
        secrets: names.value.filter(isSecretEntry).length,
      })
    },

    async selfCheck() {
      const keychainRoundTrip = await keychainRoundTripSucceeds(keychain)
      const privateKey = await generatePrivateKey(2048)
      const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
      return success({
        nativeModulePath: nativeModulePath(),
        keychainRoundTrip,
        keyGenerationAndSigning: belongTogether(privateKey, pem),
      })
    },
  }
}

/** Writes, reads and removes a random entry; returns whether each step succeeded. */
async function keychainRoundTripSucceeds(keychain: Keychain): Promise<boolean> {
  const name = `${selfCheckPrefix}${randomUUID()}`
  const value = Buffer.from(randomBytes(32).toString('hex'))
  const written = await keychain.set(name, value)
  if (!written.ok) return false
  const read = await keychain.get(name)
  const removed = await keychain.delete(name)
  const last = await keychain.get(name)
  return read.ok && read.value?.equals(value) === true && removed.ok && removed.value && last.ok && last.value === null
}
