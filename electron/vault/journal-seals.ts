import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { createKeptKey } from './kept-key.ts'
import type { JournalEnd, SealPurpose, VaultAnswer, VaultPort } from './port.ts'
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
const lostDetail = 'The key that seals the history is missing from the keychain or damaged. No other one was created: '
  + 'what is written to the history stays unsealed. Restore the keychain from a backup.'

/**
 * Seals on the journal. The key stays in this process as a key object until it ends, and never leaves it: who can write
 * the journal's file still can't seal.
 */
export function createJournalSeals(
  stores: Stores, rosterVersion: () => number | null, now: () => Date,
): JournalSealMethods {
  const kept = createKeptKey(stores, {
    entry: journalKeyEntry, lostDetail,
    read(bytes) {
      const record = decodeJournalKey(bytes)
      return record === null ? null : takeKey(record)
    },
  })

  const make = async (since: number): VaultAnswer<JournalKey> => {
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
    const lasting = await keep(name, 'keychain')
    // Its id says where it really is, so that a later run does not take its seals for those of a key that was lost.
    const renamed = lasting.ok && lasting.value === 'this-run' ? await keep(`run-${name}`, 'this-run') : lasting
    if (!renamed.ok) {
      key.fill(0)
      return renamed
    }
    return success(takeKey({ id: renamed.value === 'this-run' ? `run-${name}` : name, since, key }))
  }

  // Nobody else writes it. Read once, for locking and quitting wait for it.
  let lastEnd: JournalEnd | undefined

  const journalEnd = async (): VaultAnswer<JournalEnd | null> => {
    if (lastEnd !== undefined) return success(lastEnd)
    const found = await stores.get(journalEndEntry)
    if (!found.ok) return found
    const end = found.value === null ? null : decodeJournalEnd(found.value.value)
    lastEnd = end ?? undefined
    return success(end)
  }

  return {
    async sealJournal({ purpose, digests, sealedBefore, since }) {
      if (!digests.every((text) => digest.test(text))) throw new TypeError('only digests are sealed')
      const key = await kept.knownOrMade(sealedBefore, () => make(since))
      if (!key.ok) return key
      return success({ keyId: key.value.id, seals: digests.map((text) => sealOf(key.value, purpose, text).toString('hex')) })
    },

    async checkJournalSeals({ purpose, keyId, seals }) {
      const key = await kept.known(false)
      if (!key.ok) return key
      const { value } = key
      if (value?.id !== keyId) return success({ known: false, since: value?.since ?? null })
      const firstWrong = seals.findIndex(({ digest: text, seal }) => !isSeal(sealOf(value, purpose, text), seal))
      return success({ known: true, firstWrong: firstWrong === -1 ? null : firstWrong })
    },

    async keepJournalEnd(end) {
      const before = await journalEnd()
      if (!before.ok) return before
      // The numbers of epochs and heads go on, whatever takes the place of the journal.
      const epoch = Math.max(before.value?.epoch ?? 0, end.epoch ?? 0)
      const head = end.head ?? before.value?.head
      const numbered = { ...end, ...(epoch > 0 && { epoch }), ...(head !== undefined && { head }) }
      const written = await stores.put(journalEndEntry, encodeJournalEnd(numbered, rosterVersion()), 'keychain')
      if (!written.ok) return written
      lastEnd = numbered
      return success(null)
    },

    journalEnd,
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
