import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import type { SealPurpose, VaultAnswer, VaultPort } from './port.ts'
import {
  decodeJournalEnd, decodeJournalKey, encodeJournalEnd, encodeJournalKey, journalEndEntry, journalKeyBytes,
  journalKeyEntry, type JournalKeyRecord,
} from './records.ts'
import type { Stores } from './stores.ts'

export type JournalSealMethods = Pick<
  VaultPort, 'sealJournal' | 'checkJournalSeals' | 'keepJournalEnd' | 'journalEnd'
>

interface JournalKey {
  readonly id: string
  readonly since: number
  readonly key: KeyObject
}

const digest = /^[0-9a-f]{64}$/
const lost = failed({
  code: 'keychain-doubtful',
  detail: 'The key that seals the history is missing from the keychain or damaged. No other one was created: what is written '
    + 'to the history stays unsealed. Restore the keychain from a backup.',
} as const)

/**
 * Seals on the journal. The key stays in this process as a key object until it ends, and never leaves it: who can write
 * the journal's file still can't seal.
 */
export function createJournalSeals(stores: Stores, now: () => Date): JournalSealMethods {
  let opened: JournalKey | undefined

  const known = async (): VaultAnswer<JournalKey | null> => {
    if (opened !== undefined) return success(opened)
    const found = await stores.get(journalKeyEntry)
    if (!found.ok) return found
    if (found.value === null) return success(null)
    const record = decodeJournalKey(found.value.value)
    found.value.value.fill(0)
    if (record === null) return lost
    opened = takeKey(record)
    return success(opened)
  }

  const make = async (sealedBefore: boolean, since: number): VaultAnswer<JournalKey> => {
    const names = await stores.list()
    if (!names.ok && names.failure.code !== 'keychain-missing') return names
    // SECURITY: a name without its entry is either a write that broke off, or a key that was taken away. The second
    // must not go by unnoticed.
    if (names.ok && names.value.includes(journalKeyEntry) && sealedBefore) return lost
    const key = randomBytes(journalKeyBytes)
    const name = randomBytes(8).toString('hex')
    const keep = async (id: string, where: 'keychain' | 'this-run') => {
      const bytes = encodeJournalKey({ id, createdAt: now().toISOString() as UtcTime, since, key })
      try {
        return await stores.put(journalKeyEntry, bytes, where)
      } finally {
        bytes.fill(0)
      }
    }
    const kept = await keep(name, 'keychain')
    // Its id says where it really is, so that a later run does not take its seals for those of a key that was lost.
    const renamed = kept.ok && kept.value === 'this-run' ? await keep(`run-${name}`, 'this-run') : kept
    if (!renamed.ok) {
      key.fill(0)
      return renamed
    }
    opened = takeKey({ id: renamed.value === 'this-run' ? `run-${name}` : name, since, key })
    return success(opened)
  }

  // One at a time: two first calls must not make two keys.
  let making: VaultAnswer<JournalKey> | null = null
  const knownOrMade = async (sealedBefore: boolean, since: number): VaultAnswer<JournalKey> => {
    const before = await known()
    if (!before.ok) return before
    if (before.value !== null) return success(before.value)
    // Made while this call was asking.
    if (opened !== undefined) return success(opened)
    making ??= make(sealedBefore, since).finally(() => { making = null })
    return await making
  }

  return {
    async sealJournal({ purpose, digests, sealedBefore, since }) {
      if (!digests.every((text) => digest.test(text))) throw new TypeError('only digests are sealed')
      const key = await knownOrMade(sealedBefore, since)
      if (!key.ok) return key
      return success({ keyId: key.value.id, seals: digests.map((text) => sealOf(key.value, purpose, text).toString('hex')) })
    },

    async checkJournalSeals({ purpose, keyId, seals }) {
      const key = await known()
      if (!key.ok) return key
      const { value } = key
      if (value?.id !== keyId) return success({ known: false, since: value?.since ?? null })
      const firstWrong = seals.findIndex(({ digest: text, seal }) => !isSeal(sealOf(value, purpose, text), seal))
      return success({ known: true, firstWrong: firstWrong === -1 ? null : firstWrong })
    },

    async keepJournalEnd(end) {
      const kept = await stores.put(journalEndEntry, encodeJournalEnd(end), 'keychain')
      return kept.ok ? success(null) : kept
    },

    async journalEnd() {
      const found = await stores.get(journalEndEntry)
      if (!found.ok) return found
      return success(found.value === null ? null : decodeJournalEnd(found.value.value))
    },
  }
}

function takeKey({ id, since, key }: Pick<JournalKeyRecord, 'id' | 'since' | 'key'>): JournalKey {
  const taken = { id, since, key: createSecretKey(key) }
  key.fill(0)
  return taken
}

/** The purpose goes in first, with a byte that ends it. */
function sealOf({ key }: JournalKey, purpose: SealPurpose, text: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\0`).update(text, 'hex').digest()
}

function isSeal(expected: Buffer, seal: string): boolean {
  const given = Buffer.from(seal, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
