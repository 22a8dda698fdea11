/**
 * Tells the newest signed content from one that somebody put back. A file lists the newest number of each subject, the
 * vault keeps the digest of that list. The file is written first.
 */
import { createHash } from 'node:crypto'
import type { Failure } from '#shared/model/failure.ts'
import {
  listWithout, missingFrom, newestText, numberAfter, standingIn, type NewestList, type Present,
} from '#shared/model/newest.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Newest } from '../newest-signed.ts'
import type { Ports } from '../services.ts'

/** `off`: nothing lasting is signed. `lost`: the list that the vault remembers is not there. */
type Known =
  | { readonly kind: 'off' }
  | { readonly kind: 'known' | 'lost'; readonly list: NewestList }

const digestOf = (list: NewestList): string => createHash('sha256').update(newestText(list)).digest('hex')

/** Creates it. `present` lists everything signed that is there now. */
export function createNewest(
  { vault, newestFile, log }: Pick<Ports, 'vault' | 'newestFile' | 'log'>, present: () => readonly Present[],
): Newest {
  let known: Known | null = null
  let turn: Promise<unknown> = Promise.resolve()

  /** One after the other: two at once must not lose a number. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = turn.then(work, work)
    turn = next.catch(() => undefined)
    return next
  }

  async function load(): Promise<Result<Known, Failure>> {
    if (known !== null) return success(known)
    const kept = await vault.newest()
    if (!kept.ok) return kept
    known = kept.value.kind === 'nothing-kept' ? { kind: 'off' } : read(kept.value.digest)
    return success(known)
  }

  function read(digest: string | null): Known {
    const { current, previous } = newestFile.read()
    const there = present()
    if (digest === null) {
      const isFirst = Object.keys(current).length === 0 && there.every(({ number }) => number === 0)
      return isFirst ? { kind: 'known', list: {} } : { kind: 'lost', list: listWithout([current, previous], there) }
    }
    // Ended between file and vault, the list before is the one that the vault remembers.
    const list = [current, previous].find((candidate) => digestOf(candidate) === digest)
    return list === undefined ? { kind: 'lost', list: listWithout([current, previous], there) } : { kind: 'known', list }
  }

  async function write(before: NewestList, list: NewestList): Promise<Result<null, Failure>> {
    try {
      newestFile.write({ current: list, previous: before })
    } catch (error) {
      log('newest-not-kept', { error: error instanceof Error ? error.name : typeof error })
      return failed({ code: 'settings-unwritable', detail: 'The list of signed settings and profiles cannot be saved.' })
    }
    const kept = await vault.keepNewest({ digest: digestOf(list) })
    if (!kept.ok) {
      log('newest-not-kept', { code: kept.failure.code })
      return kept
    }
    known = { kind: 'known', list }
    return success(null)
  }

  async function note({ subject, name, number }: Present, removed?: true): Promise<Result<null, Failure>> {
    const now = await load()
    if (!now.ok) return now
    if (now.value.kind === 'off') return success(null)
    const { list } = now.value
    return await write(list, { ...list, [subject]: { number, name, ...removed !== undefined && { removed } } })
  }

  return {
    check: (one) => inTurn(async () => {
      const now = await load()
      if (!now.ok) return now
      if (now.value.kind === 'off') return success('newest')
      const standing = standingIn(now.value.list, one.subject, one.number)
      if (standing === 'ahead' && one.number > 0) await note(one)
      return success(standing === 'older' || one.number === 0 ? 'older' : 'newest')
    }),
    numberFor: (one) => inTurn(async () => {
      const now = await load()
      if (!now.ok) return now
      if (now.value.kind === 'off') return success(numberAfter({}, one))
      // The vault remembers a list before the first signature: one without is not taken for the first later.
      if (now.value.kind === 'known' && Object.keys(now.value.list).length === 0) {
        const begun = await write({}, {})
        if (!begun.ok) return begun
      }
      return success(numberAfter(now.value.list, one))
    }),
    kept: (one) => inTurn(async () => { await note(one) }),
    removing: (one) => inTurn(async () => {
      const now = await load()
      if (!now.ok) return now
      const list = now.value.kind === 'off' ? {} : now.value.list
      return await note({ ...one, number: numberAfter(list, one) }, true)
    }),
    async missing() {
      const now = await inTurn(load)
      return now.ok && now.value.kind === 'known' ? missingFrom(now.value.list, present()) : []
    },
    forget() { known = null },
  }
}
