/** The wait after wrong passphrases: 1, 2, 4 … 60 seconds. The count is in the keychain, so a restart does not help. */
import type { PersonId, UtcTime } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Keychain, KeychainAnswer, KeychainFailure } from '../keychain/keychain.ts'
import { join, split } from '../keychain/record.ts'
import type { VaultFailure } from '../port.ts'

export interface Clocks {
  readonly now: () => Date
  /** Milliseconds of the monotonic clock; not comparable across restarts. */
  readonly monotonic: () => number
}

type Refusal = Extract<VaultFailure, { code: 'passphrase-refused' }>

export interface Tries {
  /** The milliseconds that the next try must wait: 0 to 60,000. */
  remaining(): KeychainAnswer<number>
  /** Counts a try of a person before it is checked, or refuses it as `too-soon` without counting. */
  begin(id: PersonId): Promise<Result<null, KeychainFailure | Refusal>>
  /** Resets a person's count, after a correct passphrase or the person's removal. */
  forget(id: PersonId): Promise<void>
}

interface Record {
  /** Wrong tries in a row by person, including the one being checked. */
  readonly counts: Readonly<{ [id: string]: number }>
  readonly last: PersonId
  readonly at: UtcTime
}

export const triesEntry = 'tries'
const longestWaitMs = 60_000
const mostCounted = 30

/** The wait after so many wrong tries, in milliseconds. */
const waitAfter = (wrong: number): number =>
  wrong <= 0 ? 0 : Math.min(1_000 * 2 ** (Math.min(wrong, mostCounted) - 1), longestWaitMs)

/**
 * Creates the tries. They are counted by person, so that a person who knows one passphrase cannot reset the count of
 * another. The next try of any person waits because of the last wrong one.
 */
export function createTries(keychain: Keychain, { now, monotonic }: Clocks): Tries {
  /** The record that this run read or wrote last, and when. */
  let seen: { readonly at: UtcTime; readonly monotonic: number; readonly elapsedMs: number } | undefined

  const read = async (): KeychainAnswer<Record | null> => {
    const found = await keychain.get(triesEntry)
    return found.ok ? success(found.value === null ? null : recordIn(found.value)) : found
  }

  /** The milliseconds since a record: by the monotonic clock if this run has seen it, else by the wall clock. */
  const elapsedSince = (at: UtcTime): number => {
    if (seen?.at !== at) {
      // If the wall clock was set back in between, the wait begins now.
      seen = { at, monotonic: monotonic(), elapsedMs: Math.max(now().getTime() - Date.parse(at), 0) }
    }
    return seen.elapsedMs + monotonic() - seen.monotonic
  }

  const waitOf = (record: Record | null): number => record === null
    ? 0
    : Math.max(Math.ceil(waitAfter(record.counts[record.last] ?? 0) - elapsedSince(record.at)), 0)

  const write = async (record: Record): KeychainAnswer<null> => {
    const written = await keychain.set(triesEntry, join({ record: 'tries', ...record }))
    if (written.ok) seen = { at: record.at, monotonic: monotonic(), elapsedMs: 0 }
    return written
  }

  return {
    async remaining() {
      const record = await read()
      return record.ok ? success(waitOf(record.value)) : record
    },

    async begin(id) {
      const record = await read()
      if (!record.ok) return record
      const retryInMs = waitOf(record.value)
      if (retryInMs > 0) return failed({ code: 'passphrase-refused', why: 'too-soon', retryInMs })
      const counts = record.value?.counts ?? {}
      return await write({
        counts: { ...counts, [id]: Math.min((counts[id] ?? 0) + 1, mostCounted) },
        last: id, at: now().toISOString() as UtcTime,
      })
    },

    async forget(id) {
      const record = await read()
      if (!record.ok || record.value === null) return
      const { [id]: _forgotten, ...counts } = record.value.counts
      // If it cannot be written, the only effect is a longer wait after the next wrong try.
      await write({ ...record.value, counts })
    },
  }
}

function recordIn(bytes: Buffer): Record | null {
  const header = split(bytes)?.header
  if (header?.record !== 'tries') return null
  const { counts, last, at } = header
  if (typeof counts !== 'object' || counts === null || typeof last !== 'string' || typeof at !== 'string') return null
  const numbers = Object.entries(counts).filter((pair): pair is [string, number] => typeof pair[1] === 'number')
  if (Number.isNaN(Date.parse(at))) return null
  return { counts: Object.fromEntries(numbers), last: last as PersonId, at: at as UtcTime }
}
