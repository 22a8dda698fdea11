/** The documents that a payment offers. Main checks the status before it creates a confirmation. */
import type { Switches } from '#shared/gateway/operations/switches.ts'
import { isRefund } from '#shared/gateway/orders/order-actions.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import type { WantedDocument } from '#shared/model/payments/document.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Translate } from '../../../i18n/index.ts'
import { localTime } from '../../../ui/values/time.ts'
import { amountText } from '../../shared/entry/amounts.ts'
import type { JudgedOrder } from '../../shared/order/order-facts.ts'

export interface OfferedDocument {
  readonly value: string
  readonly wanted: WantedDocument
  readonly label: string
  readonly hint?: string
}

/** A payment confirmation while part of it is paid, one for each approved refund of this desk, and the report. */
export function offeredDocuments(
  { state, transactions }: Pick<JudgedOrder, 'state' | 'transactions'>, createdBy: HistoryRow | null,
  reading: Switches['minorUnitDigits'], t: Translate,
): OfferedDocument[] {
  const kind = createdBy === null ? 'charge' : operations[createdBy.operation].kind
  const isPaid = ['done', 'captured', 'partly-refunded'].includes(state.kind) && (kind === 'charge' || kind === 'hold')
  const refunds = transactions.flatMap(({ entry, status }) => {
    const row = entry?.row
    const isReturn = row !== undefined && isRefund(row.operation) && row.releasesHold !== true && status === 'approved'
    return isReturn ? [row] : []
  })
  return [
    ...(isPaid
      ? [{ value: 'payment', wanted: { kind: 'payment' }, label: t('documents.payment'), hint: t('documents.paymentHint') } as const]
      : []),
    ...refunds.map((row) => ({
      value: row.entryId, wanted: { kind: 'refund', entryId: row.entryId } as const,
      label: t('documents.refund', { amount: refundedText(row, reading), day: localTime(row.at, 'day') }),
    })),
    {
      value: 'investigation', wanted: { kind: 'investigation' }, label: t('documents.investigation'),
      hint: t('documents.investigationHint'),
    },
  ]
}

function refundedText(row: HistoryRow, reading: Switches['minorUnitDigits']): string {
  const { reviewed } = row
  return amountText(row, reading)
    || (reviewed === null ? '' : amountText({ ...reviewed, enumeratedMinorAmounts: [] }, reading))
}
