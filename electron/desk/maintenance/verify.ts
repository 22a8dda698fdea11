import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Verification } from '#shared/model/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { Walk, WalkedPart } from '../../journal/port.ts'
import type { JournalEnd } from '../../vault/port.ts'
import { seldom } from '../../common/seldom.ts'
import { checkSeals, isThere } from './check-seals.ts'
import { verifyHeads } from './verify-heads.ts'
import { repairList } from './repair-list.ts'
import type { Services, Emit } from '../services.ts'

/** Links looked at in one turn of the journal: some milliseconds, so that a charge does not wait. */
const linksAtOnce = 400

type VerifyServices = Pick<Services, 'journal' | 'vault' | 'system'>
type Break = NonNullable<Verification['firstBreak']>
type Counts = { -readonly [Name in 'links' | 'sealed' | 'sealedByAnotherKey' | 'removed']: number }

/**
 * Walks the whole chain: every link and the digest of every content is computed again, every seal is checked by the
 * vault, and the end is compared with the one that the keychain remembers. Where all of it holds, the list is compared
 * with the events and put right. Needs the vault: without it nothing could be proven, so that its failure is the answer.
 */
export async function verifyHistory(services: VerifyServices, emit: Emit): Promise<CallAnswer<'maintenance.verify'>> {
  const { journal, vault } = services
  // Before the journal is asked: what is written meanwhile only adds to it.
  const remembered = await vault.journalEnd()
  if (!remembered.ok) return remembered
  const ends = await journal.chainEnds()
  if (!ends.ok) return ends
  const total = ends.value.position + ends.value.newestEvent
  const report = seldom(services.system, (done: number) => { emit('maintenance.progress', { task: 'verify', done, total }) })
  const walked = await walkThrough(services, ends.value.position, (position) => { report(position) })
  if (!walked.ok) return walked
  const { counts, walk: { position }, firstBreak: chainBreak } = walked.value
  const atEnd = chainBreak === null && remembered.value !== null
    ? await endBreak(services, remembered.value) : success(chainBreak)
  if (!atEnd.ok) return atEnd
  const heads = await verifyHeads(services, remembered.value)
  if (!heads.ok) return heads
  const epochs = await journal.epochs()
  if (!epochs.ok) return epochs
  const firstBreak = atEnd.value ?? heads.value.broken
  const repaired = firstBreak === null
    ? await repairList(services, (seq) => { report(position + seq) }) : success(null)
  if (!repaired.ok) return repaired
  const changedRules = await journal.changedRules()
  if (!changedRules.ok) return changedRules
  const unproven = await journal.unprovenLinks()
  if (!unproven.ok) return unproven
  report(total, true)
  return success({
    ...counts,
    ...unproven.value,
    unsealed: Math.max(0, position - (ends.value.sealed?.position ?? 0)),
    repaired: repaired.value,
    changedRules: changedRules.value,
    heads: heads.value.heads,
    epochs: epochs.value,
    firstBreak,
  })
}

/** Walks the chain through a position, links and seals, up to the first break; `from` where it is known to hold. */
export async function walkThrough(
  services: VerifyServices, through: number, report: (position: number) => void, begin: Walk | null = null,
): Promise<Result<{ counts: Counts; firstBreak: Break | null; walk: Walk }, Failure>> {
  const counts: Counts = { links: 0, sealed: 0, sealedByAnotherKey: 0, removed: 0 }
  let from = begin
  for (;;) {
    const part: Result<WalkedPart, Failure> = await services.journal.walkChain({
      from, through, limit: linksAtOnce,
    })
    if (!part.ok) return part
    const { links, removed, done, broken } = part.value
    const seals = await checkSeals(services, part.value)
    if (!seals.ok) return seals
    counts.links += links
    counts.removed += removed
    counts.sealed += seals.value.right
    counts.sealedByAnotherKey += seals.value.byAnotherKey
    from = part.value.walk
    // The seals are those of links before the break: a wrong one comes first.
    const { wrong } = seals.value
    const sealBreak = wrong === null ? success(null) : await services.journal.breakAt(wrong)
    if (!sealBreak.ok) return sealBreak
    const firstBreak = sealBreak.value ?? broken
    if (firstBreak !== null || done) return success({ counts, firstBreak, walk: from })
    report(from.position)
  }
}

/** A break when the journal does not hold the link that the keychain remembers as its sealed end. */
async function endBreak(services: VerifyServices, end: JournalEnd): Promise<Result<Break | null, Failure>> {
  const stands = await isThere(services, end)
  if (!stands.ok || stands.value) return stands.ok ? success(null) : stands
  return success({ link: end.position, what: 'end-cut-off', at: end.at as Break['at'], entryId: null })
}
