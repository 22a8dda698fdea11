/** Keyed digests recognise equal values later. Nobody without the key can find a value by trying. */
import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { success } from '#shared/result.ts'
import { split } from '../keychain/record.ts'
import { putRecord, type Stores } from '../keychain/stores.ts'
import type { DigestPurpose, VaultAnswer, VaultPort } from '../port.ts'
import { createKeptKey } from './kept-key.ts'

const keyEntry = 'digest-key'
const keyBytes = 32
const lostDetail = 'The key that recognises payouts to the same destination is damaged in the keychain. No other one was '
  + 'created. Restore the keychain from a backup.'

/** SECURITY: prefixes of the hashed text, so that a digest for one purpose differs from that for another. */
const prefixes: Readonly<Record<DigestPurpose, string>> = {
  'destination': 'Gateway Console destination\n', 'batch-row': 'Gateway Console batch row\n',
}
const markText = 'Gateway Console key\n'

const mostAtOnce = 10_000
const markDigits = 8
const allDigits = 64

/**
 * Creates the digests. The key stays in this process until it ends, and never leaves it. `ofTeam` returns the team's
 * key for destinations, null if this vault has none.
 */
export function createKeyedDigests(
  stores: Stores, ofTeam: () => VaultAnswer<KeyObject | null>,
): Pick<VaultPort, 'keyedDigests'> {
  const kept = createKeptKey<KeyObject>(stores, { entry: keyEntry, lostDetail, read: keyIn })

  const create = async (): VaultAnswer<KeyObject> => {
    const bytes = randomBytes(keyBytes)
    const [key, text] = [createSecretKey(bytes), Buffer.from(bytes.toString('hex'))]
    bytes.fill(0)
    const written = await putRecord(stores, keyEntry, { record: keyEntry }, text)
    return written.ok ? success(key) : written
  }

  return {
    async keyedDigests({ purpose, digests }) {
      // SECURITY: accepts only a limited number of SHA-256 digests, so that no caller can have another text signed.
      if (!Object.hasOwn(prefixes, purpose) || digests.length > mostAtOnce || !digests.every(isSha256)) {
        throw new TypeError('only SHA-256 digests are accepted')
      }
      const shared = purpose === 'destination' ? await ofTeam() : success(null)
      if (!shared.ok) return shared
      const key = shared.value === null ? await kept.knownOrCreated(false, create) : success(shared.value)
      if (!key.ok) return key
      const hashed = (text: string): string => createHmac('sha256', key.value).update(text).digest('hex')
      const mark = hashed(markText).slice(0, markDigits)
      const digestOf = (text: string): string => hashed(prefixes[purpose] + text).slice(0, allDigits - markDigits)
      return success(digests.map((digest) => mark + digestOf(digest)))
    },
  }
}

function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

function keyIn(bytes: Buffer): KeyObject | null {
  const parts = split(bytes)
  if (parts?.header.record !== keyEntry) return null
  const text = parts.body.toString('latin1')
  if (!isSha256(text)) return null
  const key = Buffer.from(text, 'hex')
  try {
    return createSecretKey(key)
  } finally {
    key.fill(0)
  }
}
