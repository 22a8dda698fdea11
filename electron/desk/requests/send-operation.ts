/**
 * The path of every operation: compose, sign, write the intent, claim it in a team, send once, write the outcome
 * (architecture).
 */
import { setImmediate as otherWork } from 'node:timers/promises'
import type { EntryId, Masked, MerchantOrderId, OrderId, SerialNumber, CardReference, UtcTime } from '#shared/brands.ts'
import { outcomeWithoutEcho, sentSecrets } from '#shared/gateway/requests/echo.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { createsOrder, effectOf, type Operation, type OperationId } from '#shared/gateway/operations/operations.ts'
import { statusOperation } from '#shared/gateway/operations/status-operation.ts'
import { composeRequest, enumeratedMinorAmounts, maskedFields, type UnsignedRequest } from '#shared/gateway/requests/request.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { Intent, OutcomeRecord } from '../../journal/port.ts'
import type { Ages } from './ages.ts'
import { answerOf, outcomeRecordOf } from './answer.ts'
import type { OperationRequest } from './form.ts'
import type { GatewayHealth } from './gateway-health.ts'
import type { KeyProofs } from './key-proofs.ts'
import type { Paces } from './pace.ts'
import { merchantOfTarget } from './target.ts'
import type { HistoryGuard } from '../history-guard.ts'
import type { Services } from '../services.ts'
import type { Team } from '../team/index.ts'
import type { Sign, Signed } from './sign.ts'
import { keepOutcome } from './until-kept.ts'
import { utcTime } from '../../common/processes/time.ts'
import { whoActs } from '../maintenance/index.ts'

/** The result of an operation that was sent. */
export interface SendResult {
  readonly answer: Answer
  readonly report: SendReport
}

/** A send with an effect, after its outcome was written. `notKept`: why it could not be written; null if it was. */
interface SentWithEffect {
  readonly report: SendReport
  readonly outcome: OutcomeRecord
  readonly notKept: string | null
}

export interface OperationSender {
  /**
   * Sends and records: an operation with an effect has a durable intent before the send, a read gets one entry after
   * it. A `request` that a review composed is signed and sent unchanged.
   */
  sendOperation(operationRequest: OperationRequest, request?: UnsignedRequest): Promise<Result<SendResult, Failure>>
  /** Sends a reading operation without recording it; for polls, whose results belong to the entry `about`. */
  query(operationRequest: OperationRequest, about: EntryId): Promise<Result<SendResult, Failure>>
  /** The operation with an effect that is being sent; null without one. */
  sending(): OperationId | null
  /** Stops new sends; resolves when a send in progress has its outcome in the journal. */
  close(): Promise<void>
  /** The same until `release`, while the desk is locked. A request that was being prepared is not sent afterwards. */
  hold(): Promise<void>
  release(): void
}

/** Creates the sender. It passes every send and reply to `ages`, `health` and `paces`, and answers to `proofs`. */
export function operationSender(
  services: Services & {
    readonly team: Pick<Team, 'claiming' | 'claim' | 'refuses'>; readonly history: HistoryGuard
    readonly health: Pick<GatewayHealth, 'recordReply'>; readonly paces: Pick<Paces, 'sending' | 'recordReply'>
  }, sign: Sign, ages: Ages, proofs: KeyProofs,
): OperationSender {
  const underWay = new Map<Promise<unknown>, OperationId>()
  let closed = false
  let held = false
  let timesHeld = 0

  async function outcomesOfAll(): Promise<void> {
    await Promise.allSettled([...underWay.keys()])
  }

  /** SECURITY: checked again after signing, as the desk may have joined a team meanwhile. */
  const isRefused = ({ target }: OperationRequest): boolean => services.team.refuses(target.profile.environment)

  async function prepare(
    operationRequest: OperationRequest,
    request = composeRequest(operationRequest.operation, operationRequest.values, operationRequest.target.context),
  ): Promise<Result<{ request: UnsignedRequest; signed: Signed }, Failure>> {
    const at = timesHeld
    if (held) return failed({ code: 'desk-locked' })
    if (closed) return failed({ code: 'quitting' })
    if (request === null) return failed({ code: 'group-not-possible' })
    const signed = await sign(request, operationRequest.target)
    // SECURITY: after a lock, no request may be sent that was begun before it.
    if (at !== timesHeld) return failed({ code: 'desk-locked' })
    if (isRefused(operationRequest)) return failed({ code: 'production-in-rehearsal' })
    return signed.ok ? success({ request, signed: signed.value }) : signed
  }

  async function sendOperation(
    operationRequest: OperationRequest, composed?: UnsignedRequest,
  ): Promise<Result<SendResult, Failure>> {
    if (isRefused(operationRequest)) return failed({ code: 'production-in-rehearsal' })
    const permitted = await permittedByHistory(operationRequest)
    if (!permitted.ok) return permitted
    const prepared = await prepare(operationRequest, composed)
    if (!prepared.ok) return prepared
    const { request, signed } = prepared.value
    if (effectOf(operationRequest.operation) === 'reads') return success(await read(operationRequest, request, signed, true, newEntryId(services)))
    if (held) return failed({ code: 'desk-locked' })
    if (closed) return failed({ code: 'quitting' })
    const sent = await track(operationRequest.operation, sendWithEffect(operationRequest, request, signed))
    if (!sent.ok) return sent
    const { report, outcome, notKept } = sent.value
    const answer = await answerOf(services, operationRequest, outcome, report, signed.signedText)
    await proofs.recordAnswer(signed.keyId, operationRequest.target, answer)
    return success({ answer: notKept === null ? answer : { ...answer, notKept }, report })
  }

  /** SECURITY: an older history does not show everything that was sent. */
  async function permittedByHistory(operationRequest: OperationRequest): Promise<Result<null, Failure>> {
    const at = timesHeld
    const { operation, target, values, reason } = operationRequest
    if (effectOf(operation) === 'reads') return success(null)
    const merchantOrderId = (values.merchantOrderId ?? null) as MerchantOrderId | null
    const permitted = await services.history.permit(
      { operation: operation.id, environment: target.profile.environment, merchantOrderId, reason },
      () => queryByMerchantOrderId(operationRequest),
    )
    return permitted.ok && at !== timesHeld ? failed({ code: 'desk-locked' }) : permitted
  }

  async function queryByMerchantOrderId(
    { operation, target, values }: OperationRequest,
  ): Promise<Result<SendReport['outcome'], Failure>> {
    const { merchantOrderId } = values
    const queried = await sendOperation({
      operation: statusOperation(operation, target.profile.switches), target, values: { merchantOrderId }, reason: null,
    })
    return queried.ok ? success(queried.value.report.outcome) : queried
  }

  /** SECURITY: removes from the reply whatever the gateway echoed of our secrets. */
  async function send({ target }: OperationRequest, request: UnsignedRequest, signed: Signed): Promise<SendReport> {
    services.paces.sending(target.profile.id)
    const report = await services.gateway.send(signed.request)
    const { environment } = target.profile
    const gateway = { ...merchantOfTarget(target), url: signed.request.url, environment }
    ages.recordReply(gateway, report)
    services.health.recordReply(gateway, report)
    services.paces.recordReply(target.profile.id, report)
    // Reading a long reply took time, so other waiting work runs first.
    await otherWork()
    return { ...report, outcome: outcomeWithoutEcho(report.outcome, sentSecrets(request, signed.request)) }
  }

  async function read(
    operationRequest: OperationRequest, request: UnsignedRequest, signed: Signed, keep: boolean, about: EntryId,
  ): Promise<SendResult> {
    const intent = intentOf(services, ages, operationRequest, request, signed.signedText, about)
    const report = await send(operationRequest, request, signed)
    const outcome = outcomeRecordOf(services, operationRequest, about, report)
    const kept = keep ? await services.journal.recordRead({ intent, outcome }) : success(null)
    if (!kept.ok) services.log('read-not-kept', { code: kept.failure.code })
    const answer = await answerOf(services, operationRequest, outcome, report, signed.signedText)
    await proofs.recordAnswer(signed.keyId, operationRequest.target, answer)
    // A batch of reads must stop if results cannot be stored; elsewhere a person has the answer on screen.
    if (kept.ok || intent.batch === undefined) return { answer, report }
    return { answer: { ...answer, notKept: kept.failure.code }, report }
  }

  /**
   * Sends an operation with an effect. When it resolves, the outcome is in the journal unless `notKept` states why not.
   */
  async function sendWithEffect(
    operationRequest: OperationRequest, request: UnsignedRequest, signed: Signed,
  ): Promise<Result<SentWithEffect, Failure>> {
    const entryId = newEntryId(services)
    const composed = intentOf(services, ages, operationRequest, request, signed.signedText, entryId)
    const intent = services.team.claiming(composed)
    const { dayLimit } = operationRequest
    const written = await services.journal.recordIntent(dayLimit === undefined ? intent : { ...intent, dayLimit })
    // Nothing was sent yet, and without a durable intent nothing will be.
    if (!written.ok) return written
    await services.history.aboutToSend(intent.environment)
    const permitted = await permission(operationRequest, intent, timesHeld)
    if (!permitted.ok) return permitted
    ages.sending(entryId)
    operationRequest.onSending?.(entryId)
    const report = await send(operationRequest, request, signed)
    // SECURITY: durable before any other call, so that the end of the application cannot lose it.
    const outcome = outcomeRecordOf(services, operationRequest, entryId, report)
    return success({ report, outcome, notKept: await keepOutcome(services, outcome) })
  }

  /**
   * SECURITY: in a team, a request with a claim is sent only with the team's permission, stored on disk first. That
   * takes time, so it is not sent if the desk was locked meanwhile.
   */
  async function permission(
    { reason, acceptDuplicateOf }: OperationRequest, intent: Intent, at: number,
  ): Promise<Result<null, Failure>> {
    if (intent.claims !== 'before') return success(null)
    const reply = await services.team.claim(intent, { reason, duplicateOf: acceptDuplicateOf ?? null })
    const claimed = reply.ok && at !== timesHeld ? failed({ code: 'desk-locked' } as const) : reply
    if (claimed.ok) return claimed
    // If this is not written, the next start has the same result, as no permission is recorded.
    await keepOutcome(services, notClaimed(intent.entryId, utcTime(services.system.now())))
    return claimed
  }

  function track<Value>(operation: Operation, work: Promise<Value>): Promise<Value> {
    underWay.set(work, operation.id)
    return work.finally(() => underWay.delete(work))
  }

  return {
    sendOperation,
    async query(operationRequest, about) {
      const prepared = await prepare(operationRequest)
      if (!prepared.ok) return prepared
      return success(await read(operationRequest, prepared.value.request, prepared.value.signed, false, about))
    },
    sending: () => underWay.values().next().value ?? null,
    async close() {
      closed = true
      await outcomesOfAll()
    },
    async hold() {
      held = true
      timesHeld += 1
      await outcomesOfAll()
    },
    release() { held = false },
  }
}

function notClaimed(entryId: EntryId, at: UtcTime): OutcomeRecord {
  return {
    entryId, at, kind: 'not-sent', fault: 'not-claimed', httpStatus: null, status: null, stage: null, orderId: null,
    serialNumber: null, errorCode: null, errorText: null, lastFour: null, reply: null, durationMs: 0,
  }
}

function newEntryId(services: Services): EntryId {
  return services.system.randomHex(16) as EntryId
}

function intentOf(
  services: Services, ages: Ages, operationRequest: OperationRequest, request: UnsignedRequest, signedText: Masked,
  entryId: EntryId,
): Intent {
  const { operation, target, values } = operationRequest
  const { orderCurrency, ...reviewed } = operationRequest.reviewed ?? unreviewed(request, values.currency)
  return {
    entryId,
    at: utcTime(services.system.now()),
    who: whoActs(services),
    ...merchantOfTarget(target),
    profileName: target.profile.name,
    environment: target.profile.environment,
    operation: operation.id,
    effect: effectOf(operation),
    createsOrder: createsOrder(operation),
    entryPoint: target.entryPoint,
    merchantOrderId: (values.merchantOrderId ?? null) as MerchantOrderId | null,
    orderId: (values.orderId ?? null) as OrderId | null,
    askedSerialNumber: (values.serialNumber ?? null) as SerialNumber | null,
    cardReference: (values.cardReference ?? null) as CardReference | null,
    minorAmount: request.minorAmount,
    currency: values.currency ?? orderCurrency ?? null,
    enumeratedMinorAmounts: enumeratedMinorAmounts(values, target.context),
    fields: maskedFields(request),
    url: request.url,
    login: target.context.login,
    gatewayAt: ages.gatewayTime({ ...merchantOfTarget(target), url: request.url }),
    signedText,
    reason: operationRequest.reason === null ? null : maskFreeText(operationRequest.reason),
    ...(operationRequest.destination != null && { destination: operationRequest.destination }),
    ...(operationRequest.batch !== undefined && { batch: operationRequest.batch }),
    ...reviewed,
  }
}

/** The reviewed amount of a request without a review, such as a registration: the amount that is sent. */
function unreviewed(
  { minorAmount }: UnsignedRequest, currency: string | undefined,
): NonNullable<OperationRequest['reviewed']> {
  const reviewed = minorAmount === null || currency === undefined ? null : { minorAmount, currency }
  return { reviewed, releasesHold: false }
}
