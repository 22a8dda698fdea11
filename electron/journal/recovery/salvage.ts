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

/** Entries between two commits, and between two turns of other work. */
const batch = 100

export type Progress = (done: number, total: number | null) => void

/**
 * Adds every readable entry of another journal, oldest first, each with its own times; to known entries it adds
 * missing events. An entry without an outcome becomes `unknown` at `at`: its application has ended. When it ends
 * half-way (a full disk throws), added entries stay, and a repetition continues. Batches and the audit trail follow.
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
  // Entries equal in both were not read one by one.
  const known = beyond === 0 ? counts.known : before
  return { added, known, waiting, lost: lost === null ? null : lost + unusable }
}

/**
 * The number of the newest event up to which both journals are equal, 0 when they are not. A link of the chain covers
 * everything before it, so comparing the newest one here is enough.
 */
function sharedBeginning(target: Connection, from: DatabaseSync): number {
  const here = newestLink(target)
  if (here.position === 0) return 0
  const [there] = readableRows(from, 'SELECT link FROM chain WHERE position = ?', [here.position], (row) => linkDigest(row))
  // Without a readable chain, everything is compared.
  return there === here.link ? newestEvent(target) : 0
}

type Added = 'added' | 'known' | 'waiting' | 'unusable'

/** Adds an entry without the events whose text is damaged, although it can be read. */
function addReadable(target: Connection, entry: KeptEntry, at: UtcTime): Added {
  const add = (later: readonly KeptEvent[]) => () => addEntry(target, { ...entry, later }, at)
  const whole = undamaged(target, add(entry.later))
  if (whole !== null) return whole
  let readable: readonly KeptEvent[] = []
  for (const event of entry.later) {
    const more = [...readable, event]
    if (undamaged(target, add(more), { undo: true }) !== null) readable = more
  }
  return undamaged(target, add(readable)) ?? 'unusable'
}

/** The result of `work`; null, without a change, where it meets a value that no record has. */
function undamaged(target: Connection, work: () => Added, { undo } = { undo: false }): Added | null {
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

function addEntry(target: Connection, { seq: theirs, intent, later }: KeptEntry, at: UtcTime): Added {
  if (intent === null) return addMissing(target, theirs, later) ? 'known' : 'waiting'
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
  // The rules of "money moves once" are in the indexes, which alone decide.
  const broken = whichIndexRefuses(target, add(intent))
  if (broken === null) return 'added'
  if (broken === columnsOfAction) return 'waiting'
  // Both orders exist at the gateway. The entry here keeps the id as its own; this one only refers to it.
  return whichIndexRefuses(target, add(notClaimingItsId(intent))) === null ? 'added' : 'waiting'
}

/**
 * Adds missing events of a known entry: its outcome where it has none, observations of other times. False when they
 * would open it beside another one of its order, or when it stays unclear here and is not there.
 */
function addMissing(target: Connection, seq: number, later: readonly KeptEvent[]): boolean {
  if (later.length === 0) return true
  const { later: here, notes, removal } = historyOf(target, seq)
  const moments = new Set(here.map(({ record }) => record.at))
  const claimed = isClaimed(target, seq)
  const missing = later.filter((event) => {
    const { kind, at } = event
    if (kind === 'outcome') return here.every((one) => one.kind !== 'outcome')
    // Content here stays, whatever was removed there; requested erasures are recorded, to be repeated.
    if (kind === 'removal') return isErasure(event) && (removal === null || removal.at < at)
    if (kind === 'note') return !isKnownNote(event, notes)
    return kind === 'claim' ? !claimed : !moments.has(at)
  })
  const isAdded = missing.length === 0 || null === whichIndexRefuses(target, () => {
    for (const event of missing) copy(target, seq, event)
    deriveEntry(target, seq)
  })
  return isAdded && !isKnownBetterThere(target, seq, later)
}

function isKnownNote({ facts, at }: KeptEvent, here: EntryHistory['notes']): boolean {
  const { noteId, change } = JSON.parse(facts) as Partial<EntryHistory['notes'][number]>
  return here.some((note) => note.noteId === noteId && note.change === change && note.at === at)
}

/**
 * Whether the entry is unclear here because the application ended, while the other journal has its real outcome. An
 * entry has exactly one outcome, so it cannot be copied. A status of the gateway resolves the entry, and until then
 * the file must not count as resolved.
 */
function isKnownBetterThere(target: Connection, seq: number, later: readonly KeptEvent[]): boolean {
  const history = historyOf(target, seq)
  const { state } = viewOf(history).row
  const contradicting = outcomesKnownBetter(state)
  const endedHere = history.later.some((event) => event.kind === 'outcome' && event.record.fault === applicationEndedFault)
  return endedHere && later.some(({ kind, facts }) =>
    kind === 'outcome' && contradicting.some((known) => known === Reflect.get(JSON.parse(facts) as object, 'kind')))
}

/** The outcomes that know more than an entry's state, or contradict it. */
function outcomesKnownBetter(state: EntryState): readonly OutcomeKind[] {
  if (state === 'unknown') return ['accepted', 'answered', 'refused', 'access-denied', 'not-sent']
  return state === 'not-found' ? ['accepted', 'answered'] : []
}

function copy(target: Connection, seq: number, event: KeptEvent): void {
  const copied = event.kind === 'removal' ? explainingNothing(event, historyOf(target, seq)) : event
  const id = appendCopy(target, seq, copied)
  if (event.lastAt === null) return
  for (let repeat = 0; repeat < event.repeats; repeat += 1) countRepeat(target, id, event.lastAt)
}

/** Does `work` completely or not at all; the columns of the index that refused it, or null when it succeeded. */
function whichIndexRefuses(target: Connection, work: () => void): string | null {
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
 * Its signature covers the removals beside it in the other journal. SECURITY: its moved amount counts only where no
 * event here has one.
 */
function explainingNothing(removal: KeptEvent, here: EntryHistory): KeptEvent {
  const facts = JSON.parse(removal.facts) as SignedRemoval
  const movedMinorAmount = movedAmountOf(here) ?? facts.movedMinorAmount
  const copied = { ...facts, covers: 0, movedMinorAmount, signature: null } satisfies SignedRemoval
  return { ...removal, facts: JSON.stringify(copied) }
}

function notClaimingItsId(intent: KeptEvent): KeptEvent {
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
