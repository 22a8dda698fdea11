import type { EntryId, Masked, ProfileId, UtcTime } from '#shared/brands.ts'
import { describeReplyField } from '#shared/gateway/fields/reply-fields.ts'
import type { NotSentFault, UnknownFault } from '#shared/gateway/replies/outcome.ts'
import type { Answer, ShownOutcome } from '#shared/model/answers/answer.ts'
import { operationOf, type Cell, type Column } from './matrix.ts'

/** An answer for a cell of the matrix, as the page would receive it; parts that no sentence uses are empty. */
export function exampleAnswer(cell: Cell, column: Column): Answer {
  const fields = cell.outcome === 'answered' ? { 'status': 'approved', 'transaction-type': 'sale' } : {}
  return {
    entryId: 'entry' as EntryId,
    at: '2026-11-20T09:41:07.120Z' as UtcTime,
    operation: operationOf[column],
    profileId: 'profile' as ProfileId,
    environment: 'staging',
    entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' },
    outcome: outcomeOf(cell),
    money: cell.money,
    merchantOrderId: null,
    orderId: null,
    serialNumber: null,
    errorCode: null,
    errorText: null,
    hints: cell.outcome === 'access-denied' ? ['check-key-and-clock'] : [],
    reply: {
      httpStatus: 200,
      fields: Object.entries(fields)
        .map(([name, value]) => ({ ...describeReplyField(name), name, value: value as Masked })),
      raw: '' as Masked,
    },
    signedText: '' as Masked,
    durationMs: 0,
    clockOffsetSeconds: null,
  }
}

function outcomeOf({ outcome, fault }: Cell): ShownOutcome {
  switch (outcome) {
    case 'accepted': return { kind: 'accepted', status: 'processing', final: false }
    case 'not-sent': return { kind: 'not-sent', fault: fault as NotSentFault }
    case 'unknown': return { kind: 'unknown', fault: fault as UnknownFault }
    case 'answered':
    case 'refused':
    case 'access-denied':
      return { kind: outcome }
  }
}
