/** An entry of the history as it is compared with the lines of a statement. */
import type { EntryId, MerchantOrderId, NetMinorUnits, OrderId, ProfileId } from '../brands.ts'
import { minorUnitDigits } from '../gateway/numbers/currencies.ts'
import { mostDigits } from '../gateway/numbers/money.ts'
import { createsOrder, directionOf, operations, type OperationId } from '../gateway/operations/operations.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import type { EntryState } from '../model/history/history.ts'
import type { IdName, LineKind } from './statement-line.ts'

/** `hold`: money was held, released, or moved between others. */
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
  /** What moved; null while nothing did, or where the amount is not known. */
  readonly net: NetMinorUnits | null
  readonly releasesHold: boolean
  readonly orderId: OrderId | null
  readonly merchantOrderId: MerchantOrderId | null
  readonly serialNumber: string | null
  readonly bankReference: string | null
  readonly approvalCode: string | null
  readonly lastFour: string | null
}

/** Entries as one JSON text: passing a text from thread to thread costs a tenth of passing the values. */
export type LedgerText = string & { readonly ledger: unique symbol }

/** Joins entries that are JSON already. */
export function ledgerText(entries: readonly string[]): LedgerText {
  return `[${entries.join(',')}]` as LedgerText
}

/** The entries of such a text. */
export function ledgerEntries(text: LedgerText): readonly JournalEntry[] {
  return JSON.parse(text) as JournalEntry[]
}

/** The facts of an entry that a result keeps: none of them is content that can be removed. */
export interface LedgerEntry {
  readonly entryId: EntryId
  readonly day: string
  readonly kind: EntryKind
  readonly operation: OperationId
  readonly state: EntryState
  readonly currency: string | null
  /** Ten-thousandths of the major unit, with a minus for what leaves the merchant; null where it is not known. */
  readonly amount: bigint | null
  /** Whether money moved for the merchant. */
  readonly moved: boolean
  readonly orderId: OrderId | null
  readonly merchantOrderId: MerchantOrderId | null
}

/** The ids by which it is matched. They are not kept. */
export type EntryIds = Readonly<Partial<Record<IdName, string>>> & { readonly lastFour: string | null }

export interface OfferedEntry {
  readonly entry: LedgerEntry
  readonly ids: EntryIds
}

/** An entry of the journal on a day of the profile's time zone, with its amount as its profile reads minor units. */
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

/** The kind of line under which an entry is counted. */
export function lineKindOf({ kind }: Pick<LedgerEntry, 'kind'>): LineKind {
  return kind === 'hold' ? 'other' : kind
}

function signed(minorAmount: string, kind: EntryKind): string {
  return (kind === 'refund' || kind === 'payout') && minorAmount !== '0' ? `-${minorAmount}` : minorAmount
}

function idOf(name: IdName, value: string | null): Partial<Record<IdName, string>> {
  return value === null ? {} : { [name]: value }
}
