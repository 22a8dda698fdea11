/**
 * The one path of every operation: compose, sign, write the intent, claim it in a team, send once, write the outcome
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

/** The facts of a send with an effect once its outcome was written, or why it could not be. */
interface Acted {
  readonly report: SendReport
  readonly outcome: OutcomeRecord
  readonly notKept: string | null
}

export interface OperationSender {
  /**
   * Sends and records: a durable intent first where the operation has an effect, one entry afterwards where it reads.
   * A `request` that a review composed is signed and sent unchanged.
   */
  sendOperation(operationRequest: OperationRequest, request?: UnsignedRequest): Promise<Result<SendResult, Failure>>
  /** Sends a reading operation and records nothing; for polls, which belong to the entry that they are about. */
  ask(operationRequest: OperationRequest, about: EntryId): Promise<Result<SendResult, Failure>>
  /** The operation with an effect that is being sent; null without one. */
  sending(): OperationId | null
  /** From now on nothing is sent; resolves when a send in progress has its outcome in the journal. */
  close(): Promise<void>
  /**
   * The same until `release`, while the desk is locked. A request that was being prepared is not sent after it either.
   */
  hold(): Promise<void>
  release(): void
}

/**
 * Creates the sender. It passes every send and reply to `ages`, `health` and
 * `paces`, and every answer to a signature to
 * `proofs`.
 */
export function operationSender(
  services: Services & {
    readonly team: Pick<Team, 'claiming' | 'claim' | 'refuses'>; readonly history: HistoryGuard
    readonly health: Pick<GatewayHealth, 'heard'>; readonly paces: Pick<Paces, 'sending' | 'heard'>
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
    // SECURITY: after a lock, nothing may be sent that another person began before it.
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
    const acted = await track(operationRequest.operation, act(operationRequest, request, signed))
    if (!acted.ok) return acted
    const { report, outcome, notKept } = acted.value
    const answer = await answerOf(services, operationRequest, outcome, report, signed.signedText)
    await proofs.heard(signed.keyId, operationRequest.target, answer)
    return success({ answer: notKept === null ? answer : { ...answer, notKept }, report })
  }

  /** SECURITY: an older history does not show what was sent before. */
  async function permittedByHistory(operationRequest: OperationRequest): Promise<Result<null, Failure>> {
    const at = timesHeld
    const { operation, target, values, reason } = operationRequest
    if (effectOf(operation) === 'reads') return success(null)
    const merchantOrderId = (values.merchantOrderId ?? null) as MerchantOrderId | null
    const permitted = await services.history.permit(
      { operation: operation.id, environment: target.profile.environment, merchantOrderId, reason },
      () => askByMerchantOrderId(operationRequest),
    )
    return permitted.ok && at !== timesHeld ? failed({ code: 'desk-locked' }) : permitted
  }

  async function askByMerchantOrderId(
    { operation, target, values }: OperationRequest,
  ): Promise<Result<SendReport['outcome'], Failure>> {
    const { merchantOrderId } = values
    const asked = await sendOperation({
      operation: statusOperation(operation, target.profile.switches), target, values: { merchantOrderId }, reason: null,
    })
    return asked.ok ? success(asked.value.report.outcome) : asked
  }

  /** SECURITY: removes from the reply whatever the gateway echoed of our secrets. */
  async function send({ target }: OperationRequest, request: UnsignedRequest, signed: Signed): Promise<SendReport> {
    services.paces.sending(target.profile.id)
    const report = await services.gateway.send(signed.request)
    const { environment } = target.profile
    const gateway = { ...merchantOfTarget(target), url: signed.request.url, environment }
    ages.heard(gateway, report)
    services.health.heard(gateway, report)
    services.paces.heard(target.profile.id, report)
    // A long reply was just read: other waiting work runs before the next steps.
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
    await proofs.heard(signed.keyId, operationRequest.target, answer)
    // Its batch must not ask about one order after another for nothing; elsewhere a person has the answer.
    if (kept.ok || intent.batch === undefined) return { answer, report }
    return { answer: { ...answer, notKept: kept.failure.code }, report }
  }

  /**
   * Sends an operation with an effect. When this resolves the outcome is in the journal, unless `notKept` states why
   * not.
   */
  async function act(
    operationRequest: OperationRequest, request: UnsignedRequest, signed: Signed,
  ): Promise<Result<Acted, Failure>> {
    const entryId = newEntryId(services)
    const composed = intentOf(services, ages, operationRequest, request, signed.signedText, entryId)
    const intent = services.team.claiming(composed)
    const { dayLimit } = operationRequest
    const written = await services.journal.recordIntent(dayLimit === undefined ? intent : { ...intent, dayLimit })
    // Nothing has left yet, and without a durable intent nothing will.
    if (!written.ok) return written
    await services.history.aboutToSend(intent.environment)
    const permitted = await permission(operationRequest, intent, timesHeld)
    if (!permitted.ok) return permitted
    ages.sending(entryId)
    operationRequest.onSending?.(entryId)
    const report = await send(operationRequest, request, signed)
    // SECURITY: on the disk before any other call: an end of the application no longer loses it.
    const outcome = outcomeRecordOf(services, operationRequest, entryId, report)
    return success({ report, outcome, notKept: await keepOutcome(services, outcome) })
  }

  /**
   * SECURITY: in a team, a request with a claim is sent only with the team's permission, stored on the disk first.
   * That takes time: if the desk was locked meanwhile, it is not sent.
   */
  async function permission(
    { reason, acceptDuplicateOf }: OperationRequest, intent: Intent, at: number,
  ): Promise<Result<null, Failure>> {
    if (intent.claims !== 'before') return success(null)
    const asked = await services.team.claim(intent, { reason, duplicateOf: acceptDuplicateOf ?? null })
    const claimed = asked.ok && at !== timesHeld ? failed({ code: 'desk-locked' } as const) : asked
    if (claimed.ok) return claimed
    // Without it the next start finds the same: no permission is recorded.
    await keepOutcome(services, notClaimed(intent.entryId, utcTime(services.system.now())))
    return claimed
  }

  function track<Value>(operation: Operation, work: Promise<Value>): Promise<Value> {
    underWay.set(work, operation.id)
    return work.finally(() => underWay.delete(work))
  }

  return {
    sendOperation,
    async ask(operationRequest, about) {
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
    currency: values.currency ?? null,
    enumeratedMinorAmounts: enumeratedMinorAmounts(values, target.context),
    fields: maskedFields(request),
    url: request.url,
    login: target.context.login,
    gatewayAt: ages.gatewayTime({ ...merchantOfTarget(target), url: request.url }),
    signedText,
    reason: operationRequest.reason === null ? null : maskFreeText(operationRequest.reason),
    ...(operationRequest.destination != null && { destination: operationRequest.destination }),
    ...(operationRequest.batch !== undefined && { batch: operationRequest.batch }),
    ...operationRequest.reviewed ?? unreviewed(request, values.currency),
  }
}

/** The amount that is sent by a request without a review, such as a registration. */
function unreviewed(
  { minorAmount }: UnsignedRequest, currency: string | undefined,
): Pick<Intent, 'reviewed' | 'releasesHold'> {
  const reviewed = minorAmount === null || currency === undefined ? null : { minorAmount, currency }
  return { reviewed, releasesHold: false }
}
