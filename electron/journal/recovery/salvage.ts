import type { DatabaseSync } from 'node:sqlite'
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { EntryState, OutcomeKind } from '#shared/model/history/history.ts'
import type { Salvage } from '#shared/model/history/maintenance.ts'
import { linkDigest, newestLink } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import { applicationEnded, applicationEndedFault, columnsOfAction, columnsOfNewOrder } from '../recording/record.ts'
import type { SignedRemoval } from '../records.ts'
import { integer } from '../row.ts'
import { brokeUniqueIndex, diskReason } from '../sqlite-failure.ts'
import { movedAmountOf, viewOf } from '../write/entry-view.ts'
import {
  appendCopy, appendRecord, countRepeat, historyOf, isClaimed, newestEvent, type EntryHistory,
} from '../write/events.ts'
import { deriveEntry } from '../write/reading-tables.ts'
import { readableRows } from './readable-rows.ts'
import { copyAudit } from './salvage-audit.ts'
import { copyBatches } from './salvage-batches.ts'
import { salvageSource, type KeptEntry, type KeptEvent } from './salvage-source.ts'

/** Entries in one transaction; other work can run between two of them. */
const batch = 100

export type Progress = (done: number, total: number | null) => void

/**
 * Adds every readable entry of another journal, oldest first, with the original times; adds missing events to known
 * entries. An entry without an outcome becomes `unknown` at `at`, as its application has ended. If it fails half-way
 * (a full disk throws), added entries stay, and a repetition continues. Also adds batches and the audit trail.
 */
export async function salvage(
  target: Connection, from: DatabaseSync, { at, progress, breathe }: {
    at: UtcTime; progress: Progress; breathe: () => Promise<void>
  },
): Promise<Salvage> {
  const beyond = sharedBeginning(target, from)
  const source = await salvageSource(from, beyond, breathe)
  const counts = { added: 0, known: 0, waiting: 0, unusable: 0 }
  const before = integer(target.first('SELECT count(*) AS entries FROM entry') ?? {}, 'entries')
  let done = 0
  for (const entries of inBatches(source.entries())) {
    const results = target.transaction(() => entries.map((entry) => addReadable(target, entry, at)))
    for (const result of results) counts[result] += 1
    done += entries.length
    progress(done, source.readable)
    await breathe()
  }
  copyBatches(target, from)
  copyAudit(target, from)
  const lost = source.lost()
  const { added, waiting, unusable } = counts
  // Entries of the shared beginning were not read one by one.
  const known = beyond === 0 ? counts.known : before
  return { added, known, waiting, lost: lost === null ? null : lost + unusable }
}

/**
 * The number of the newest event up to which both journals are equal; 0 if they are not. A link of the chain covers
 * everything before it, so it is enough to compare this journal's newest link.
 */
function sharedBeginning(target: Connection, from: DatabaseSync): number {
  const here = newestLink(target)
  if (here.position === 0) return 0
  const [there] = readableRows(from, 'SELECT link FROM chain WHERE position = ?', [here.position], (row) => linkDigest(row))
  // If the chain is not readable, everything is compared.
  return there === here.link ? newestEvent(target) : 0
}

type Added = 'added' | 'known' | 'waiting' | 'unusable'

/** Adds an entry. Omits events whose text can be read but is damaged. */
function addReadable(target: Connection, entry: KeptEntry, at: UtcTime): Added {
  const add = (later: readonly KeptEvent[]) => () => addEntry(target, { ...entry, later }, at)
  const whole = unlessDamaged(target, add(entry.later))
  if (whole !== null) return whole
  let readable: readonly KeptEvent[] = []
  for (const event of entry.later) {
    const more = [...readable, event]
    if (unlessDamaged(target, add(more), { undo: true }) !== null) readable = more
  }
  return unlessDamaged(target, add(readable)) ?? 'unusable'
}

/** The result of `work`; null, without a change, if it meets a value that no record has. */
function unlessDamaged(target: Connection, work: () => Added, { undo } = { undo: false }): Added | null {
  let added: Added | null = null
  target.run('SAVEPOINT readable')
  try {
    added = work()
  } catch (error) {
    if (diskReason(error) !== null) throw error
  }
  if (undo || added === null) target.run('ROLLBACK TO readable')
  target.run('RELEASE readable')
  return added
}

function addEntry(target: Connection, { seq: otherSeq, intent, later }: KeptEntry, at: UtcTime): Added {
  if (intent === null) return addMissing(target, otherSeq, later) ? 'known' : 'waiting'
  const entryId = entryIdOf(intent)
  if (entryId === null) return 'unusable'
  const found = target.first('SELECT seq FROM entry WHERE entry_id = ?', entryId)
  if (found !== null) {
    return addMissing(target, integer(found, 'seq'), later) ? 'known' : 'waiting'
  }
  const add = (first: KeptEvent) => () => {
    const seq = appendCopy(target, null, first)
    for (const event of later) copy(target, seq, event)
    if (!later.some(({ kind }) => kind === 'outcome')) appendRecord(target, seq, 'outcome', applicationEnded(entryId, at))
    deriveEntry(target, seq)
  }
  // Only the unique indexes decide here: they contain the rules of "money moves once".
  const broken = refusingIndexOf(target, add(intent))
  if (broken === null) return 'added'
  if (broken === columnsOfAction) return 'waiting'
  // Both orders exist at the gateway. This journal's entry keeps the id as the one that created its order; the added
  // entry only refers to it.
  return refusingIndexOf(target, add(withoutCreatingOrder(intent))) === null ? 'added' : 'waiting'
}

/**
 * Adds missing events of a known entry: its outcome if it has none, and observations of other times. False if they
 * would open the entry while another one of its order is open, or if only the other journal has its real outcome.
 */
function addMissing(target: Connection, seq: number, later: readonly KeptEvent[]): boolean {
  if (later.length === 0) return true
  const { later: here, notes, removal } = historyOf(target, seq)
  const moments = new Set(here.map(({ record }) => record.at))
  const claimed = isClaimed(target, seq)
  const missing = later.filter((event) => {
    const { kind, at } = event
    if (kind === 'outcome') return here.every((one) => one.kind !== 'outcome')
    // Content here stays even if the other journal removed it. Erasures on request are recorded, to be repeated.
    if (kind === 'removal') return isErasure(event) && (removal === null || removal.at < at)
    if (kind === 'note') return !isKnownNote(event, notes)
    return kind === 'claim' ? !claimed : !moments.has(at)
  })
  const isAdded = missing.length === 0 || null === refusingIndexOf(target, () => {
    for (const event of missing) copy(target, seq, event)
    deriveEntry(target, seq)
  })
  return isAdded && !isOutcomeOnlyThere(target, seq, later)
}

function isKnownNote({ facts, at }: KeptEvent, here: EntryHistory['notes']): boolean {
  const { noteId, change } = JSON.parse(facts) as Partial<EntryHistory['notes'][number]>
  return here.some((note) => note.noteId === noteId && note.change === change && note.at === at)
}

/**
 * Whether the entry is uncertain here because the application ended, while the other journal has its real outcome. An
 * entry has exactly one outcome, so the real one cannot be copied. A status check resolves the entry; until then the
 * file must not count as resolved.
 */
function isOutcomeOnlyThere(target: Connection, seq: number, later: readonly KeptEvent[]): boolean {
  const history = historyOf(target, seq)
  const { state } = viewOf(history).row
  const contradicting = betterOutcomes(state)
  const endedHere = history.later.some((event) => event.kind === 'outcome' && event.record.fault === applicationEndedFault)
  return endedHere && later.some(({ kind, facts }) =>
    kind === 'outcome' && contradicting.some((known) => known === Reflect.get(JSON.parse(facts) as object, 'kind')))
}

/** The outcomes that are more certain than an entry's state, or contradict it. */
function betterOutcomes(state: EntryState): readonly OutcomeKind[] {
  if (state === 'unknown') return ['accepted', 'answered', 'refused', 'access-denied', 'not-sent']
  return state === 'not-found' ? ['accepted', 'answered'] : []
}

function copy(target: Connection, seq: number, event: KeptEvent): void {
  const copied = event.kind === 'removal' ? coveringNothing(event, historyOf(target, seq)) : event
  const id = appendCopy(target, seq, copied)
  if (event.lastAt === null) return
  for (let repeat = 0; repeat < event.repeats; repeat += 1) countRepeat(target, id, event.lastAt)
}

/** Does `work` completely or not at all. Returns the columns of the index that refused it; null on success. */
function refusingIndexOf(target: Connection, work: () => void): string | null {
  target.run('SAVEPOINT salvaged')
  try {
    work()
    target.run('RELEASE salvaged')
    return null
  } catch (error) {
    const broken = [columnsOfNewOrder, columnsOfAction].find((columns) => brokeUniqueIndex(error, columns))
    if (broken === undefined) throw error
    target.run('ROLLBACK TO salvaged')
    target.run('RELEASE salvaged')
    return broken
  }
}

function isErasure({ facts }: KeptEvent): boolean {
  return (JSON.parse(facts) as SignedRemoval).ground === 'request'
}

/**
 * A copied removal without its signature, which also covers other removals in the other journal, so that it explains no
 * missing content here. SECURITY: its moved amount counts only if no event here has one.
 */
function coveringNothing(removal: KeptEvent, here: EntryHistory): KeptEvent {
  const facts = JSON.parse(removal.facts) as SignedRemoval
  const movedMinorAmount = movedAmountOf(here) ?? facts.movedMinorAmount
  const copied = { ...facts, covers: 0, movedMinorAmount, signature: null } satisfies SignedRemoval
  return { ...removal, facts: JSON.stringify(copied) }
}

function withoutCreatingOrder(intent: KeptEvent): KeptEvent {
  return { ...intent, facts: JSON.stringify({ ...JSON.parse(intent.facts) as object, createsOrder: false }) }
}

function entryIdOf({ kind, facts }: KeptEvent): EntryId | null {
  const id: unknown = Reflect.get(JSON.parse(facts) as object, 'entryId')
  return kind === 'intent' && typeof id === 'string' ? id as EntryId : null
}

function* inBatches(entries: Iterable<KeptEntry>): Generator<KeptEntry[]> {
  let next: KeptEntry[] = []
  for (const entry of entries) {
    next.push(entry)
    if (next.length < batch) continue
    yield next
    next = []
  }
  if (next.length > 0) yield next
}
