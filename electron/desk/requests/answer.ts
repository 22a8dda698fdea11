import type { EntryId, Masked, MerchantOrderId, OrderId, SerialNumber } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { maskFreeText, maskRawReply } from '#shared/gateway/requests/masking.ts'
import { effectOf, replyKindOf, touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { Outcome } from '#shared/gateway/replies/outcome.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import { filledReplyField, type Reply } from '#shared/gateway/replies/reply.ts'
import { reportsWrongControl } from '#shared/gateway/orders/resolution.ts'
import type { Answer, HintCode, MoneyVerdict, ShownOutcome } from '#shared/model/answers/answer.ts'
import { shownReplyFields } from '#shared/model/answers/shown-reply.ts'
import { longestId } from '#shared/model/values/branded.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { OutcomeRecord } from '../../journal/port.ts'
import type { OperationRequest } from './form.ts'
import type { Services } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'

/** The complete answer to one send for the page, masked. */
export async function answerOf(
  services: Services, operationRequest: OperationRequest, record: OutcomeRecord, report: SendReport, signedText: Masked,
): Promise<Answer> {
  const { operation, target, values } = operationRequest
  const { outcome } = report
  const reply = replyOf(outcome)
  const shown = shownOutcome(operation, outcome)
  const { entryId, at, orderId, serialNumber, errorCode, errorText } = record
  return {
    entryId,
    at,
    operation: operation.id,
    profileId: target.profile.id,
    environment: target.profile.environment,
    entryPoint: target.entryPoint,
    outcome: shown,
    money: moneyVerdict(operation, shown, reply === null ? null : filledReplyField(reply, 'status')),
    merchantOrderId: (values.merchantOrderId ?? idIn(reply, 'merchant-order-id')) as MerchantOrderId | null,
    orderId,
    serialNumber,
    errorCode,
    errorText,
    hints: await hintsFor(services, operationRequest, outcome),
    reply: reply === null || record.reply === null ? null : {
      httpStatus: reply.httpStatus,
      fields: shownReplyFields(reply),
      raw: record.reply,
    },
    signedText,
    durationMs: report.durationMs,
    clockOffsetSeconds: report.clockOffsetSeconds,
  }
}

/** An id of a reply. A text too long for an id is dropped: the bridge would refuse the whole answer, after the send. */
function idIn(reply: Reply | null, name: ReplyFieldName): string | null {
  const id = reply === null ? null : filledReplyField(reply, name)
  return id === null || id.length > longestId ? null : id
}

/** The journal's record of a send's outcome, masked. It makes no calls, so it can be written first. */
export function outcomeRecordOf(
  { system }: Pick<Services, 'system'>, { operation, values }: OperationRequest, entryId: EntryId, report: SendReport,
): OutcomeRecord {
  const { outcome } = report
  const reply = replyOf(outcome)
  const found = (name: ReplyFieldName): string | null => (reply === null ? null : filledReplyField(reply, name))
  const errorCode = found('error-code')
  const errorText = found('error-message')
  return {
    entryId,
    at: utcTime(system.now()),
    kind: outcome.kind,
    fault: outcome.kind === 'not-sent' || outcome.kind === 'unknown' ? outcome.fault : null,
    httpStatus: report.httpStatus,
    status: outcome.kind === 'accepted' ? outcome.status : found('status'),
    stage: found('order-stage'),
    orderId: (orderIdIn(operation, outcome) ?? values.orderId ?? null) as OrderId | null,
    serialNumber: idIn(reply, 'serial-number') as SerialNumber | null,
    errorCode: errorCode === null ? null : maskFreeText(errorCode),
    errorText: errorText === null ? null : maskFreeText(errorText),
    lastFour: found('last-four-digits'),
    reply: reply === null ? null : maskRawReply(reply),
    durationMs: report.durationMs,
  }
}

/**
 * The order id in a reply. If the reply is not trusted, its id is kept only if the request may have created or changed
 * that order, and the reply is not about another order.
 */
function orderIdIn(operation: Operation, outcome: Outcome): string | null {
  const mayBeAnother = outcome.kind === 'unknown' && (effectOf(operation) === 'reads' || outcome.fault === 'another-order')
  return mayBeAnother ? null : idIn(replyOf(outcome), 'gw-order-id')
}

/** The reply of an outcome; null without one. */
export function replyOf(outcome: Outcome): Reply | null {
  return outcome.kind === 'not-sent' ? null : outcome.reply
}

function shownOutcome(operation: Operation, outcome: Outcome): ShownOutcome {
  switch (outcome.kind) {
    case 'accepted': return { kind: 'accepted', status: outcome.status, final: isFinalStatus(outcome.status) }
    case 'answered': {
      const status = filledReplyField(outcome.reply, 'status')
      // A registration whose status is not approved failed, whatever its type is (§2.3).
      const failed = effectOf(operation) === 'registers' && status !== null && status !== 'approved'
      return failed ? { kind: 'failed', status } : { kind: 'answered' }
    }
    case 'refused': return { kind: 'refused' }
    case 'access-denied': return { kind: 'access-denied' }
    case 'not-sent': return { kind: 'not-sent', fault: outcome.fault }
    case 'unknown': return { kind: 'unknown', fault: outcome.fault }
  }
}

function moneyVerdict(operation: Operation, outcome: ShownOutcome, status: string | null): MoneyVerdict {
  if (replyKindOf(operation) === 'order-status') {
    return outcome.kind === 'answered' && status !== null ? verdictOfStatus(status) : 'not-concerned'
  }
  if (effectOf(operation) === 'continues-order') return verdictOfUpload(outcome)
  if (!touchesMoney(operation)) return 'not-concerned'
  switch (outcome.kind) {
    case 'accepted': return verdictOfStatus(outcome.status)
    case 'refused':
    case 'access-denied':
    case 'not-sent':
      return 'not-moved'
    case 'answered':
    case 'failed':
    case 'unknown':
      return 'may-have-moved'
  }
}

/** An upload moves nothing itself, but the order that it continues may then move money (§2.11). */
function verdictOfUpload(outcome: ShownOutcome): MoneyVerdict {
  switch (outcome.kind) {
    case 'accepted':
    case 'answered':
      return 'under-way'
    case 'unknown':
    case 'failed':
      return 'may-have-moved'
    case 'refused':
    case 'access-denied':
    case 'not-sent':
      return 'not-concerned'
  }
}

function verdictOfStatus(status: string): MoneyVerdict {
  if (!isFinalStatus(status)) return 'under-way'
  switch (status) {
    case 'approved': return 'moved'
    case 'declined':
    case 'filtered':
      return 'not-moved'
    // The result at the bank may still need clearing up (addendum 7).
    case 'error': return 'may-have-moved'
  }
}

/** A keychain that waits for the person takes longer; the answer to a charge does not wait for it. */
const hintsWaitMs = 2_000

async function hintsFor(services: Services, operationRequest: OperationRequest, outcome: Outcome): Promise<HintCode[]> {
  if (outcome.kind === 'access-denied') {
    const keys = await inTime(services, hintsWaitMs, services.vault.listKeys())
    const { environment } = operationRequest.target.profile
    const several = keys?.ok === true && keys.value.filter((key) => key.environment === environment).length > 1
    return several ? ['check-key-and-clock', 'second-key-not-confirmed'] : ['check-key-and-clock']
  }
  const reply = replyOf(outcome)
  if (reply === null || !reportsWrongControl(reply)) return []
  const causes: HintCode[] = ['check-login-and-secret', 'check-environment', 'check-endpoint-or-group']
  const { operation: { authentication }, values } = operationRequest
  if (authentication.kind !== 'control') return causes
  if (authentication.recipe.some((part) => part.when === 'unless-switched-off')) {
    causes.push('switch-recurrent-control-entry-point')
  }
  // A request about the whole sends no amount.
  const signsAmount = values.amount !== undefined && authentication.recipe.some((part) => part.from === 'minor-amount')
  if (signsAmount && minorUnitDigits(values.currency ?? '') !== 2) causes.push('switch-minor-unit-digits')
  return causes
}

/** The result of `question` if it resolves within `milliseconds`; null if it is late or fails. */
async function inTime<Value>(
  { system }: Pick<Services, 'system'>, milliseconds: number, question: Promise<Value>,
): Promise<Value | null> {
  return await new Promise((resolve) => {
    const cancel = system.schedule(milliseconds, () => { resolve(null) })
    void question.catch(() => null).then((answer) => {
      cancel()
      resolve(answer)
    })
  })
}
