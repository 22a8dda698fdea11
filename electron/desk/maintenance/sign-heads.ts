/** Has the vault sign heads of the journal, the only signatures of the history. */
import type { UtcTime } from '#shared/brands.ts'
import { isHeadSigned, publicKeyIn } from '../../common/signatures/head-signature.ts'
import { utcTime } from '../../common/processes/time.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { JournalHead, SignedHead } from '#shared/model/history/journal-head.ts'
import { success, type Result } from '#shared/result.ts'
import type { Link, ProofKey, Walk } from '../../journal/port.ts'
import type { Services } from '../services.ts'
import { proofKey } from './proof-key.ts'
import { walkThrough } from './verify.ts'

/**
 * Creates the signer. SECURITY: a signature is trusted later, here and elsewhere. So only verified links, contents and
 * removals are signed: all of them for the first head, then those added since the last one.
 */
export function headSigner(services: Pick<Services, 'journal' | 'vault' | 'system' | 'log'>) {
  const { journal, vault, system, log } = services
  let proven: Walk | null = null
  let isBroken = false
  let running: Promise<Result<JournalHead | null, Failure>> | null = null
  let chain = 0
  let kept: SignedHead | null = null

  /** The start of the next verification: after the newest head, if this vault signed it. */
  async function provenBefore(key: ProofKey | null): Promise<Walk | null> {
    const newest = await journal.newestHead()
    if (!newest.ok || newest.value === null || key === null) return null
    if (!isHeadSigned(newest.value, publicKeyIn(key.publicKey))) return null
    const { position, link } = newest.value
    const walk = await journal.walkAt({ position, link })
    return walk.ok ? walk.value : null
  }

  async function walkTo({ position, link }: Link): Promise<Result<null, Failure>> {
    const own = chain
    const proof = await proofKey(services, null)
    if (!proof.ok) return proof
    const { key } = proof.value
    for (let begin = proven ?? await provenBefore(key); ;) {
      const walked = await walkThrough(services, { through: position, key, begin })
      if (!walked.ok) return walked
      if (own !== chain) return success(null)
      const { firstBreak, walk } = walked.value
      if (firstBreak === null && walk.position === position && walk.link === link) {
        proven = walk
        return success(null)
      }
      if (begin === null) {
        isBroken = true
        log('journal-head-not-signed', { state: firstBreak?.what ?? 'changed' })
        return success(null)
      }
      // Either the rows since the last head are wrong or those before it, so the whole chain is verified.
      begin = null
    }
  }

  async function signAt({ position, link }: Link, at: UtcTime): Promise<Result<null, Failure>> {
    const remembered = await vault.journalEnd()
    if (!remembered.ok) return remembered
    const newest = await journal.newestHead()
    if (!newest.ok) return newest
    if (newest.value !== null && newest.value.position >= position) return success(null)
    const known = remembered.value?.head ?? null
    const head = await journal.nextHead({ position, link, at, remembered: known })
    if (!head.ok) return head
    const signedBefore = newest.value !== null || known !== null
    const signed = await vault.signJournalHead({ head: head.value, signedBefore })
    if (!signed.ok) return signed
    if (signed.value === null) return success(null)
    const recorded = await journal.recordHead(signed.value)
    if (!recorded.ok) return recorded
    if (recorded.value) kept = signed.value
    return success(null)
  }

  async function signNow(end: Link): Promise<Result<JournalHead | null, Failure>> {
    const own = chain
    const walked = !isBroken && (proven?.position ?? 0) < end.position ? await walkTo(end) : success(null)
    if (!walked.ok) return walked
    // SECURITY: a verification of another chain does not permit signing this one.
    const signed = own === chain && !isBroken && proven !== null
      ? await signAt(proven, utcTime(system.now())) : success(null)
    if (!signed.ok) return signed
    if (own !== chain || kept === null) return success(null)
    const { keyId: _key, signature: _signature, ...head } = kept
    return success(head)
  }

  return {
    /**
     * Signs a head at a link. While an earlier call is running its result is returned, as the first verification of a
     * long history takes time. Returns the newest head of this run; null without a keychain, and for a broken chain.
     * Fails if the vault or the journal fails.
     */
    async sign(end: Link): Promise<Result<JournalHead | null, Failure>> {
      running ??= signNow(end).finally(() => { running = null })
      return await running
    },
    /** Another chain replaced this one, so nothing of it is verified yet. */
    forget() {
      chain += 1
      proven = null
      isBroken = false
      kept = null
    },
  }
}
