/**
 * The transactions of an order, as far as they can be distinguished (§2.9, addendum 8). Sale and refund share the order
 * id, and a status reply does not identify the refund that it reports. The serial number in the query does, or the
 * acquirer's id, or the kind if only one transaction has it. Unclear replies are never assigned by guessing.
 */
import type { UtcTime } from '../../brands.ts'
import { transactionTypeOf } from '../../gateway/operations/made-transactions.ts'
import { effectOf, operations, touchesMoney } from '../../gateway/operations/operations.ts'
import { isFinalStatus } from '../../gateway/replies/order-status.ts'
import type { ReplyFieldName } from '../../gateway/fields/reply-fields.ts'
import { isLaterTransaction, readTransactionType } from '../../gateway/catalogue/transaction-types.ts'
import { isUndone, type EntryDetail } from '../history/history.ts'
import { checksOf, fieldsOf, type StatusCheck } from './order-checks.ts'

/** The references of a transaction at the gateway, the acquirer and the bank, in display order. */
export const referenceNames = [
  'serial-number', 'processor-rrn', 'approval-code', 'processor-tx-id', 'receipt-id', 'terminal-id',
] as const satisfies readonly ReplyFieldName[]
type ReferenceName = (typeof referenceNames)[number]

export interface OrderTransaction {
  readonly key: string
  /** The request that created it; null if only status replies report it, as it was sent from elsewhere. */
  readonly entry: EntryDetail | null
  /** The gateway's word for its kind; null if not known. */
  readonly type: string | null
  /** The newest status of the gateway, or the state of its entry. */
  readonly status: string
  readonly errorCode: string | null
  readonly errorText: string | null
  readonly at: UtcTime
  /** When a final status was first seen; null if none was. */
  readonly finalAt: UtcTime | null
  /** The newest value of each reference, from replies about this transaction only. */
  readonly references: Readonly<Partial<Record<ReferenceName, string>>>
  /** Its status checks, oldest first. */
  readonly checks: readonly StatusCheck[]
}

export interface OrderTransactions {
  /** Oldest first. */
  readonly transactions: readonly OrderTransaction[]
  /** Status checks that may be about more than one transaction, oldest first. */
  readonly unassigned: readonly StatusCheck[]
}

/** Distinguishes the transactions of an order by all its entries and by a reply that they do not contain yet. */
export function orderTransactions(
  entries: readonly EntryDetail[], fresh: StatusCheck | null = null,
): OrderTransactions {
  const sent = entries.filter(({ row }) => touchesMoney(operations[row.operation]))
  const known = sent.map((entry): Known => (
    { key: entry.row.entryId, entry, type: transactionTypeOf(entry.row.operation), checks: [] }))
  const unassigned: StatusCheck[] = []
  const checks = [...entries.flatMap(checksOf), ...(fresh === null ? [] : [fresh])].sort(byTime)
  // Queries by serial number come first: they are the most certain and help to distinguish the others.
  for (const check of checks.toSorted((one, other) => certainty(other) - certainty(one))) {
    const found = ownerOf(check, known, entries)
    if (found === null) unassigned.push(check)
    else if (known.includes(found)) found.checks.push(check)
    else known.push({ ...found, checks: [check] })
  }
  return {
    transactions: known.map(described).sort(byTime),
    unassigned: unassigned.sort(byTime),
  }
}

/** The number of replies to status checks, and the time of the last one. */
export function countChecks(
  checks: readonly StatusCheck[],
): { readonly count: number; readonly lastAt: UtcTime | null } {
  const newest = checks.reduce<UtcTime | null>((last, { lastAt }) =>
    (last === null || Date.parse(lastAt) > Date.parse(last) ? lastAt : last), null)
  return { count: checks.reduce((sum, { times }) => sum + times, 0), lastAt: newest }
}

interface Known {
  readonly key: string
  readonly entry: EntryDetail | null
  readonly type: string | null
  readonly checks: StatusCheck[]
}

/** Highest for main's own query about an entry, then for one by serial number, then for one about the order. */
function certainty({ isOwn, askedSerialNumber }: StatusCheck): number {
  if (isOwn) return 2
  return askedSerialNumber === null ? 0 : 1
}

/** The transaction that a check is about, possibly a new one; null if that is not clear. */
function ownerOf(check: StatusCheck, known: readonly Known[], entries: readonly EntryDetail[]): Known | null {
  const { type, transactionId, askedSerialNumber } = check
  const ofItsKind = known.filter((one) => fits(one, type))
  const own = check.isOwn ? known.find(({ entry }) => entry?.row.entryId === check.entryId) : undefined
  if (own !== undefined && (type === null || fits(own, type))) return own
  const byId = transactionId === null ? [] : ofItsKind.filter((one) => idsOf(one).includes(transactionId))
  if (byId.length === 1) return byId[0] ?? null
  if (askedSerialNumber !== null) {
    const queried = known.find((one) => serialNumbersOf(one, entries).includes(askedSerialNumber))
    // If kind and number contradict each other, neither is used.
    if (queried !== undefined) return fits(queried, type) ? queried : null
  }
  // Some acquirers give several transactions the same id; it then identifies none.
  if (byId.length > 1) return null
  return isLaterTransaction(type) ? laterOwner(check, ofItsKind) : creatorOf(check, known)
}

/** A refund, void or capture with an unknown id: it was sent from elsewhere, unless it may be one of ours. */
function laterOwner(
  { at, type, transactionId, askedSerialNumber }: StatusCheck, ofItsKind: readonly Known[],
): Known | null {
  const mayBeOurs = ofItsKind.some((one) => mayExist(one) && idsOf(one).length === 0
    && (one.entry === null || Date.parse(one.entry.row.at) <= Date.parse(at))
    && (askedSerialNumber === null || one.entry?.row.serialNumber === null))
  const id = transactionId ?? askedSerialNumber
  return mayBeOurs || id === null ? null : { key: id, entry: null, type, checks: [] }
}

/**
 * The transaction that created the order; null if unclear: a reply without a kind may be about a later transaction, and
 * so may one of an undocumented kind whose status contradicts the final one.
 */
function creatorOf({ type, status }: StatusCheck, known: readonly Known[]): Known | null {
  if (type === null && known.some((one) => isLaterTransaction(one.type) && mayExist(one))) return null
  const creators = known.filter((one) => !isLaterTransaction(one.type) && isCertain(one))
  if (creators.length > 1) return null
  const ended = creators[0]?.entry?.row.state ?? ''
  if (type !== null && readTransactionType(type) === null && isFinalStatus(ended) && status !== ended) return null
  return creators[0] ?? { key: 'made-elsewhere', entry: null, type, checks: [] }
}

function fits(one: Known, type: string | null): boolean {
  return isLaterTransaction(type) || isLaterTransaction(one.type) ? one.type === type : true
}

/** True if the gateway may know it: it was sent and not refused. */
function mayExist({ entry }: Known): boolean {
  return entry === null || !isUndone(entry.row.state)
}

/** True if the gateway certainly accepted it. Unclear transactions get no replies assigned. */
function isCertain(one: Known): boolean {
  return mayExist(one) && (one.entry === null || !['unknown', 'sending', 'not-found'].includes(one.entry.row.state))
}

function idsOf({ checks }: Known): string[] {
  return checks.flatMap(({ transactionId }) => transactionId ?? [])
}

/** Its own serial numbers; the serial number of an upload belongs to the order's first transaction. */
function serialNumbersOf(one: Known, entries: readonly EntryDetail[]): string[] {
  const own = one.entry?.row.serialNumber ?? null
  const queried = one.checks.flatMap(({ askedSerialNumber }) => askedSerialNumber ?? [])
  const uploads = isLaterTransaction(one.type) ? [] : entries.flatMap(({ row }) =>
    (effectOf(operations[row.operation]) === 'continues-order' && row.serialNumber !== null ? [row.serialNumber] : []))
  return [...(own === null ? [] : [own]), ...queried, ...uploads]
}

function byTime(one: { readonly at: UtcTime }, other: { readonly at: UtcTime }): number {
  return Date.parse(one.at) - Date.parse(other.at)
}

function described({ key, entry, type, checks: unsorted }: Known): OrderTransaction {
  const checks = unsorted.toSorted(byTime)
  const newest = checks.at(-1)
  // A check recorded with another entry may be newer than this entry's state.
  const isNews = newest !== undefined && newest.entryId !== entry?.row.entryId
    && (entry === null || isNewerThan(entry, newest))
  const status = isNews ? newest.status : entry?.row.state ?? ''
  return {
    key, entry, checks, status,
    // A stage is less precise than the operation that created it.
    type: newest?.field('transaction-type') ?? type ?? newest?.type ?? null,
    errorCode: isNews ? newest.field('error-code') : entry?.row.errorCode ?? null,
    errorText: isNews ? newest.field('error-message') : entry?.row.errorText ?? null,
    at: entry?.row.at ?? checks[0]?.at ?? '' as UtcTime,
    finalAt: checks.find((check) => isFinalStatus(check.status))?.at ?? null,
    references: referencesOf(entry, checks),
  }
}

/**
 * True if a check overrides the entry's state: only a final status does, as in the journal (addendum 7). The gateway's
 * `unknown` means an order in progress, unlike our state of that name.
 */
function isNewerThan({ row, events }: EntryDetail, { at, status }: StatusCheck): boolean {
  const last = events.at(-1)
  const recordedAt = last === undefined ? row.at : last.kind === 'observation' ? last.lastAt : last.at
  return Date.parse(at) >= Date.parse(recordedAt) && isFinalStatus(status)
}

function referencesOf(entry: EntryDetail | null, checks: readonly StatusCheck[]): OrderTransaction['references'] {
  const sources = [...checks.map(({ field }) => field), ...(entry === null ? [] : ownReplies(entry))]
  const queried = checks.find(({ askedSerialNumber }) => askedSerialNumber !== null)?.askedSerialNumber ?? null
  // A status reply's own serial number identifies the query.
  const own = entry?.row.serialNumber ?? (entry === null ? queried : null)
  const values = referenceNames.map((name) => [
    name, name === 'serial-number' ? own : sources.map((field) => field(name)).findLast((value) => value !== null) ?? null,
  ] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== null))
}

function ownReplies({ events }: EntryDetail): StatusCheck['field'][] {
  return events.flatMap((event) => (event.kind === 'outcome' && event.reply !== null ? [fieldsOf(event.reply)] : []))
}
