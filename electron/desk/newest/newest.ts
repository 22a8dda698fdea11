/**
 * Detects signed content of an old version that somebody put back. A file lists the newest number of each subject, and
 * the vault stores the digest of that list. The file is written before the vault.
 */
import { createHash } from 'node:crypto'
import type { Failure } from '#shared/model/answers/failure.ts'
import {
  listBegunAt, listWith, missingFrom, newestText, numberAfter, freshnessIn, type NewestList, type Present,
} from '#shared/model/history/newest.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { Newest } from '../newest-signed.ts'
import type { Ports } from '../services.ts'

/**
 * `off`: without a keychain nothing is signed lastingly. `begun`: the vault does not have the digest of this list yet.
 */
type Known =
  | { readonly kind: 'off' }
  | { readonly kind: 'kept' | 'begun'; readonly list: NewestList }

const nothing: NewestList = { since: 0, subjects: {} }

const digestOf = (list: NewestList): string => createHash('sha256').update(newestText(list)).digest('hex')

/** Creates the service. `present` returns every signed subject that exists now. */
export function createNewest(
  { vault, newestFile, system, log }: Pick<Ports, 'vault' | 'newestFile' | 'system' | 'log'>,
  present: () => readonly Present[],
): Newest {
  let known: Known | null = null
  /** One change at a time: two at once could lose a number. */
  const inTurn = serialQueue()
  const alone = serialQueue()

  async function load(): Promise<Result<Known, Failure>> {
    if (known !== null) return success(known)
    const kept = await vault.newest()
    if (!kept.ok) return kept
    known = kept.value.kind === 'nothing-kept' ? { kind: 'off' } : read(kept.value.digest)
    return success(known)
  }

  function read(digest: string | null): Known {
    const lists = newestFile.read()
    // After an interruption between both writes, the vault has the digest of the previous list.
    const kept = lists.find((list) => digestOf(list) === digest)
    return kept === undefined
      ? { kind: 'begun', list: listBegunAt(system.now(), lists, present()) } : { kind: 'kept', list: kept }
  }

  async function write(before: NewestList, list: NewestList): Promise<Result<null, Failure>> {
    try {
      newestFile.write([list, before])
    } catch (error) {
      log('newest-not-kept', { error: error instanceof Error ? error.name : typeof error })
      return failed({ code: 'settings-unwritable', detail: 'The list of signed settings and profiles cannot be saved.' })
    }
    const kept = await vault.keepNewest({ digest: digestOf(list) })
    if (!kept.ok) {
      log('newest-not-kept', { code: kept.failure.code })
      return kept
    }
    known = { kind: 'kept', list }
    return success(null)
  }

  async function note(one: Present, removed?: true): Promise<Result<null, Failure>> {
    const now = await load()
    if (!now.ok) return now
    if (now.value.kind === 'off') return success(null)
    const { list } = now.value
    return await write(list, listWith(list, one, removed))
  }

  return {
    alone,
    check: (one) => inTurn(async () => {
      const now = await load()
      if (!now.ok) return now
      if (now.value.kind === 'off') return success('newest')
      const freshness = freshnessIn(now.value.list, one.subject, one.number)
      if (freshness === 'ahead') await note(one)
      return success(freshness === 'older' ? 'older' : 'newest')
    }),
    numberFor: (one) => inTurn(async () => {
      const now = await load()
      if (!now.ok) return now
      if (now.value.kind === 'off') return success(numberAfter(nothing, one))
      const { kind, list } = now.value
      // The vault records the list before anything is signed. Otherwise a list begun later would classify that
      // signature as older.
      const begun = kind === 'kept' ? success(null) : await write(list, list)
      return begun.ok ? success(numberAfter(list, one)) : begun
    }),
    kept: (one) => inTurn(async () => { await note(one) }),
    removing: (one) => inTurn(async () => {
      const now = await load()
      if (!now.ok) return now
      const list = now.value.kind === 'off' ? nothing : now.value.list
      return await note({ ...one, number: numberAfter(list, one) }, true)
    }),
    async missing() {
      const now = await inTurn(load)
      return now.ok && now.value.kind !== 'off' ? missingFrom(now.value.list, present()) : []
    },
    forget() { known = null },
  }
}
