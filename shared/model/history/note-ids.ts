import type { HistoryRow } from './history.ts'

/** The ids of a payment that its notes may contain although their digits could be a card number. */
export function noteIdsOf(
  rows: readonly Pick<HistoryRow, 'merchantOrderId' | 'orderId' | 'serialNumber' | 'cardReference'>[],
): string[] {
  const ids = rows.flatMap(({ merchantOrderId, orderId, serialNumber, cardReference }) =>
    [merchantOrderId, orderId, serialNumber, cardReference])
  return [...new Set(ids)].filter((id) => id !== null)
}
