import type { EntryId, MerchantKey, MerchantOrderId, MinorUnits, ProfileId, UtcTime } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { EntryState, HistoryRow } from '#shared/model/history/history.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import type { Connection } from '../connection.ts'
import { viewOf } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import { factsIn, listFacts, type ListFacts } from '../write/list-entry.ts'
import { integer, optionalText, text, type Row } from '../row.ts'

/** Converts a row of the table `entry` to a row of the history. */
export function historyRow(connection: Connection, row: Row): HistoryRow {
  const seq = integer(row, 'seq')
  return { ...ownColumns(row), ...factsOf(connection, seq), paymentEntryId: paymentEntryId(connection, row) }
}

/** The stored facts of an entry. If its row was removed, they are derived from its events. */
function factsOf(connection: Connection, seq: number): ListFacts {
  const kept = connection.first('SELECT facts FROM list_entry WHERE seq = ?', seq)
  return kept === null ? listFacts(viewOf(historyOf(connection, seq))) : factsIn(text(kept, 'facts'))
}

/** The id of the entry that created the order: the entry itself, or the merchant's oldest entry that did. */
function paymentEntryId(connection: Connection, row: Row): EntryId | null {
  if (row.creates_order === 1) return text<EntryId>(row, 'entry_id')
  const payment = paymentOf(connection, row)
  return payment === null ? null : text<EntryId>(payment, 'entry_id')
}

/** The entry that created another entry's order: `seq` and `entry_id`; null if it is not recorded here. */
export function paymentOf(connection: Connection, row: Row): Row | null {
  if (row.order_id === null) return null
  return connection.first(
    `SELECT entry.seq, entry.entry_id FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE kind = 'order' AND value = ? AND creates_order = 1 AND order_id = value
        AND (merchant_key = ? OR profile_id = ?) ORDER BY entry.seq LIMIT 1`,
    text(row, 'order_id'), text(row, 'merchant_key'), text(row, 'profile_id'),
  )
}

/** Converts the columns that `reading-tables.ts` wrote. */
function ownColumns(row: Row): Omit<HistoryRow, keyof ListFacts | 'paymentEntryId'> {
  return {
    entryId: text<EntryId>(row, 'entry_id'),
    at: text<UtcTime>(row, 'at'),
    who: text(row, 'who'),
    profileId: text<ProfileId>(row, 'profile_id'),
    profileName: text(row, 'profile_name'),
    merchantKey: text<MerchantKey>(row, 'merchant_key'),
    environment: text<HistoryRow['environment']>(row, 'environment'),
    operation: text<OperationId>(row, 'operation'),
    effect: text<HistoryRow['effect']>(row, 'effect'),
    entryPoint: JSON.parse(text(row, 'entry_point')) as EntryPoint,
    state: text<EntryState>(row, 'state'),
    collision: optionalText<'open' | 'closed'>(row, 'collision'),
    merchantOrderId: optionalText<MerchantOrderId>(row, 'merchant_order_id'),
    orderId: optionalText<NonNullable<HistoryRow['orderId']>>(row, 'order_id'),
    serialNumber: optionalText<NonNullable<HistoryRow['serialNumber']>>(row, 'serial_number'),
    cardReference: optionalText<NonNullable<HistoryRow['cardReference']>>(row, 'card_reference'),
    lastFour: optionalText(row, 'last_four'),
    minorAmount: optionalText<MinorUnits>(row, 'minor_amount'),
    enumeratedMinorAmounts: JSON.parse(text(row, 'enumerated_minor_amounts')) as MinorUnits[],
    currency: optionalText(row, 'currency'),
    errorCode: optionalText(row, 'error_code'),
    errorText: optionalText<NonNullable<HistoryRow['errorText']>>(row, 'error_text'),
  }
}
