/** An entry of the history in the form that is compared with the lines of a statement. */
import type { EntryId, MerchantOrderId, NetMinorUnits, OrderId, ProfileId } from '../brands.ts'
import { minorUnitDigits } from '../gateway/numbers/currencies.ts'
import { mostDigits } from '../gateway/numbers/money.ts'
import { createsOrder, directionOf, operations, type OperationId } from '../gateway/operations/operations.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import type { EntryState } from '../model/history/history.ts'
import type { IdName, LineKind } from './statement-line.ts'

/** `hold`: money was held, released, or moved between third parties. */
export type EntryKind = 'payment' | 'refund' | 'payout' | 'hold'

/** An entry as the journal returns it. */
export interface JournalEntry {
  readonly entryId: EntryId
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number
  readonly profileId: ProfileId
  readonly operation: OperationId
  readonly state: EntryState
  readonly currency: string | null
  /** The amount sent or reviewed, in minor units. */
  readonly minorAmount: string | null
  /** The amount that moved; null if none did yet, or if it is not known. */
  readonly net: NetMinorUnits | null
  readonly releasesHold: boolean
  readonly orderId: OrderId | null
  readonly merchantOrderId: MerchantOrderId | null
  readonly serialNumber: string | null
  readonly bankReference: string | null
  readonly approvalCode: string | null
  readonly lastFour: string | null
}

/** Entries as one JSON text: passing a text between threads costs a tenth of passing the values. */
export type LedgerText = string & { readonly ledger: unique symbol }

/** Joins entries that are already JSON. */
export function ledgerText(entries: readonly string[]): LedgerText {
  return `[${entries.join(',')}]` as LedgerText
}

/** Parses the entries of such a text. */
export function ledgerEntries(text: LedgerText): readonly JournalEntry[] {
  return JSON.parse(text) as JournalEntry[]
}

/** The facts of an entry that are stored with a result. None of them is removable content. */
export interface LedgerEntry {
  readonly entryId: EntryId
  readonly day: string
  readonly kind: EntryKind
  readonly operation: OperationId
  readonly state: EntryState
  readonly currency: string | null
  /** Ten-thousandths of the major unit, with a minus for outgoing money; null if not known. */
  readonly amount: bigint | null
  /** True if money moved to or from the merchant. */
  readonly moved: boolean
  readonly orderId: OrderId | null
  readonly merchantOrderId: MerchantOrderId | null
}

/** The ids used for matching. They are not stored with the result. */
export type EntryIds = Readonly<Partial<Record<IdName, string>>> & { readonly lastFour: string | null }

export interface OfferedEntry {
  readonly entry: LedgerEntry
  readonly ids: EntryIds
}

/** Converts an entry of the journal: its day is in the profile's time zone, its amount read as the profile reads it. */
export function offeredEntry(from: JournalEntry, day: string, reading: Switches['minorUnitDigits']): OfferedEntry {
  const { entryId, operation, state, currency, orderId, merchantOrderId, lastFour, net } = from
  const kind = from.releasesHold ? 'hold' : entryKindOf(operation)
  const minor = net ?? (from.minorAmount === null ? null : signed(from.minorAmount, kind))
  const digits = minorUnitDigits(currency ?? '', reading) ?? 0
  return {
    entry: {
      entryId, day, kind, operation, state, currency, orderId, merchantOrderId,
      amount: minor === null ? null : BigInt(minor) * 10n ** BigInt(mostDigits - digits),
      moved: state === 'approved' && kind !== 'hold',
    },
    ids: {
      lastFour,
      ...idOf('orderId', orderId), ...idOf('merchantOrderId', merchantOrderId),
      ...idOf('serialNumber', from.serialNumber), ...idOf('bankReference', from.bankReference),
      ...idOf('approvalCode', from.approvalCode),
    },
  }
}

/** The kind of an operation's movement. */
function entryKindOf(operation: OperationId): EntryKind {
  const entry = operations[operation]
  const direction = directionOf(entry)
  if (direction === 'none') return 'hold'
  if (direction === 'in') return 'payment'
  return createsOrder(entry) ? 'payout' : 'refund'
}

/** The kind of line whose sums include the entry. */
export function lineKindOf({ kind }: Pick<LedgerEntry, 'kind'>): LineKind {
  return kind === 'hold' ? 'other' : kind
}

function signed(minorAmount: string, kind: EntryKind): string {
  return (kind === 'refund' || kind === 'payout') && minorAmount !== '0' ? `-${minorAmount}` : minorAmount
}

function idOf(name: IdName, value: string | null): Partial<Record<IdName, string>> {
  return value === null ? {} : { [name]: value }
}
