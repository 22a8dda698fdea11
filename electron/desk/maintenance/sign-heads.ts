/** Has the vault sign where the sealed journal ends, so that somebody else can verify a copy of it. */
import type { UtcTime } from '#shared/brands.ts'
import { isHeadSigned, publicKeyIn } from '../../common/head-signature.ts'
import { utcTime } from '../../common/time.ts'
import type { JournalHead, SignedHead } from '#shared/model/journal-head.ts'
import type { Link, Walk } from '../../journal/port.ts'
import type { Services } from '../services.ts'
import { walkThrough } from './verify.ts'

export interface HeadSigner {
  /**
   * Signs a head at a sealed link; while an earlier one is still being signed, for the first proof of a long history
   * takes its time, that is the answer. Answers the newest head that this run kept, or null; what keeps it from signing
   * is said in the log.
   */
  sign(end: Link): Promise<JournalHead | null>
  /** Another chain took the place of this one: nothing of it is proven yet. */
  forget(): void
}

/**
 * Makes the signer. SECURITY: what is signed is what somebody else believes, so that only what was walked and holds,
 * links, contents, seals and removals, is signed: all of it before the first head, then what came since the last one.
 */
export function headSigner(services: Pick<Services, 'journal' | 'vault' | 'system' | 'log'>): HeadSigner {
  const { journal, vault, system, log } = services
  let proven: Walk | null = null
  let isBroken = false
  let underWay: Promise<JournalHead | null> | null = null
  let chain = 0
  let kept: SignedHead | null = null

  /** Where the proof goes on: behind the newest head, if this vault signed it. */
  async function provenBefore(): Promise<Walk | null> {
    const newest = await journal.newestHead()
    if (!newest.ok || newest.value === null) return null
    const key = await vault.journalHeadKey({ signedBefore: true })
    if (!key.ok || key.value === null) return null
    if (!isHeadSigned(newest.value, publicKeyIn(key.value.publicKey))) return null
    const { position, link } = newest.value
    const walk = await journal.walkAt({ position, link })
    return walk.ok ? walk.value : null
  }

  async function walkTo({ position, link }: Link): Promise<void> {
    const own = chain
    for (let from = proven ?? await provenBefore(); ;) {
      const walked = await walkThrough(services, position, () => undefined, from)
      if (own !== chain || !walked.ok) return
      const { firstBreak, walk } = walked.value
      if (firstBreak === null && walk.position === position && walk.link === link) {
        proven = walk
        return
      }
      if (from === null) {
        isBroken = true
        log('journal-head-not-signed', { state: firstBreak?.what ?? 'changed' })
        return
      }
      // What came since the last head is to blame, or what the head stands on: all of it is walked.
      from = null
    }
  }

  async function signAt({ position, link }: Link, at: UtcTime): Promise<void> {
    const remembered = await vault.journalEnd()
    if (!remembered.ok) return
    const newest = await journal.newestHead()
    if (!newest.ok || (newest.value !== null && newest.value.position >= position)) return
    const known = remembered.value?.head ?? null
    const head = await journal.nextHead({ position, link, at, remembered: known })
    if (!head.ok) return
    const signedBefore = newest.value !== null || known !== null
    const signed = await vault.signJournalHead({ head: head.value, signedBefore })
    if (!signed.ok) log('journal-head-not-signed', { code: signed.failure.code })
    if (!signed.ok || signed.value === null) return
    const recorded = await journal.recordHead(signed.value)
    if (!recorded.ok) log('journal-head-not-signed', { code: recorded.failure.code })
    else if (recorded.value) kept = signed.value
  }

  async function signNow(end: Link): Promise<JournalHead | null> {
    const own = chain
    if (!isBroken && (proven?.position ?? 0) < end.position) await walkTo(end)
    // SECURITY: what was proven of another chain is not signed for this one.
    if (own === chain && !isBroken && proven !== null) await signAt(proven, utcTime(system.now()))
    if (own !== chain || kept === null) return null
    const { keyId: _key, signature: _signature, ...head } = kept
    return head
  }

  return {
    async sign(end) {
      underWay ??= signNow(end).finally(() => { underWay = null })
      return await underWay
    },
    forget() {
      chain += 1
      proven = null
      isBroken = false
      kept = null
    },
  }
}
