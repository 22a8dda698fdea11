import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Verification } from '#shared/model/history/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { Link, ProofKey, Walk, WalkedPart } from '../../journal/port.ts'
import type { JournalEnd } from '../../vault/port.ts'
import { dropFrequent } from '../../common/processes/drop-frequent.ts'
import { proofKey } from './proof-key.ts'
import { note } from './audit.ts'
import { checkDerived } from './check-derived.ts'
import type { Services, Emit } from '../services.ts'

/** Links verified per turn of the journal: some milliseconds, so that a charge does not wait. */
const linksAtOnce = 400

type VerifyServices = Pick<Services, 'journal' | 'vault' | 'system'>
type Break = NonNullable<Verification['firstBreak']>

/** The counts of a verification. */
export type Counts = Pick<WalkedPart, 'links' | 'removed' | 'removedOnRequest' | 'heads' | 'headsByAnotherKey'>

/**
 * Verifies the whole chain: recomputes every link and the digest of every content, checks the newest head's signature,
 * and compares the end with the keychain's record. If everything is valid, derived data is compared with the events and
 * corrected. Needs the vault; fails if it is not available, as nothing can be proven without it.
 */
export async function verifyHistory(services: VerifyServices, emit: Emit): Promise<CallAnswer<'maintenance.verify'>> {
  const { journal, vault } = services
  // Read before the journal: rows written meanwhile only add to it.
  const remembered = await vault.journalEnd()
  if (!remembered.ok) return remembered
  const proof = await proofKey(services, remembered.value)
  if (!proof.ok) return proof
  const { key, lost: keyLost } = proof.value
  const ends = await journal.chainEnds()
  if (!ends.ok) return ends
  const total = ends.value.position + ends.value.newestEvent
  const report = dropFrequent(services.system, (done: number) => { emit('maintenance.progress', { task: 'verify', done, total }) })
  const walked = await walkThrough(services, { through: ends.value.position, key, report })
  if (!walked.ok) return walked
  const { counts, walk: { position }, firstBreak: chainBreak } = walked.value
  const head = await journal.checkNewestHead({ key })
  if (!head.ok) return head
  const found = chainBreak ?? head.value.broken
  const atEnd = found === null ? await endBreak(services, remembered.value) : success(found)
  if (!atEnd.ok) return atEnd
  const missing = atEnd.value === null && !keyLost ? await missingHead(services, remembered.value) : atEnd
  if (!missing.ok) return missing
  const epochs = await journal.epochs()
  if (!epochs.ok) return epochs
  const firstBreak = missing.value
  const repaired = firstBreak === null
    ? await checkDerived(services, (seq) => { report(position + seq) }) : success(null)
  if (!repaired.ok) return repaired
  const changedRules = await journal.changedRules()
  if (!changedRules.ok) return changedRules
  const unproven = await journal.unprovenLinks()
  if (!unproven.ok) return unproven
  report(total, true)
  const { newest, unsigned } = head.value
  return success({
    links: counts.links, removed: counts.removed, removedOnRequest: counts.removedOnRequest,
    unsigned, ...unproven.value,
    repaired: repaired.value,
    changedRules: changedRules.value,
    heads: {
      valid: newest === null ? 0 : counts.heads,
      byAnotherKey: keyLost ? 0 : counts.headsByAnotherKey,
      newest: newest === null ? null : { position: newest.position, at: newest.at },
      keyLost,
    },
    epochs: epochs.value,
    firstBreak,
  })
}

/** Records a verification in the audit trail. Today shows the last one. */
export async function noteVerification(services: Services, { links, firstBreak }: Verification): Promise<void> {
  if (firstBreak === null) await note(services, 'history-verified', 'History', '', links)
  else await note(services, 'verification-failed', 'History', `At link ${firstBreak.link}: ${firstBreak.what}.`, links)
}

/**
 * Verifies the chain up to a position or the first break. Starts at `begin`, up to which the chain is known to be
 * valid.
 */
export async function walkThrough(
  { journal }: Pick<Services, 'journal'>, { through, key, begin = null, report = () => undefined }: {
    through: number; key: ProofKey | null; begin?: Walk | null; report?: (position: number) => void
  },
): Promise<Result<{ counts: Counts; firstBreak: Break | null; walk: Walk }, Failure>> {
  const counts = { links: 0, removed: 0, removedOnRequest: 0, heads: 0, headsByAnotherKey: 0 }
  for (let from = begin; ;) {
    const part: Result<WalkedPart, Failure> = await journal.walkChain({ from, through, limit: linksAtOnce, key })
    if (!part.ok) return part
    const { walk, done, broken } = part.value
    for (const name of ['links', 'removed', 'removedOnRequest', 'heads', 'headsByAnotherKey'] as const) counts[name] += part.value[name]
    if (done) return success({ counts, firstBreak: broken, walk })
    from = walk
    report(from.position)
  }
}

/** Whether the journal has a link. */
export async function holdsLink(
  { journal }: Pick<Services, 'journal'>, { position, link }: Link,
): Promise<Result<boolean, Failure>> {
  const there = await journal.linkAt({ position })
  return there.ok ? success(there.value === link) : there
}

/** A break if the journal lacks the link that the keychain has as its signed end. */
async function endBreak(services: VerifyServices, end: JournalEnd | null): Promise<Result<Break | null, Failure>> {
  if (end === null) return success(null)
  const held = await holdsLink(services, end)
  if (!held.ok || held.value) return held.ok ? success(null) : held
  return success({ link: end.position, what: 'end-cut-off', at: end.at as Break['at'], entryId: null })
}

/** A break if the journal lacks the newest head that the keychain has. */
async function missingHead(
  { journal }: Pick<Services, 'journal'>, remembered: JournalEnd | null,
): Promise<Result<Break | null, Failure>> {
  if (remembered?.head === undefined) return success(null)
  const missing = await journal.isHeadMissing(remembered.head)
  if (!missing.ok) return missing
  const { position, at } = remembered.head
  return success(missing.value ? { link: position, what: 'head-missing', at, entryId: null } : null)
}
