import type { EntryId, MerchantKey, MerchantOrderId, MinorUnits, ProfileId, UtcTime } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { EntryState, HistoryRow } from '#shared/model/history.ts'
import type { EntryPoint } from '#shared/model/profile.ts'
import { optionalText, text, type Row } from '../row.ts'

/** A row of the table `entry` as the history shows it; the inverse of what `reading-tables.ts` writes. */
export function historyRow(row: Row): HistoryRow {
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
    reviewed: null, netMinorAmount: null, cardBrand: null, cardholder: null, bankReference: null, approvalCode: null,
    finalAt: null, reason: null, comment: null, paymentEntryId: null,
  }
}
