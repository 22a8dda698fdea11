/** The one path of every operation: compose, sign, write the intent, send once, write the outcome (architecture). */
import type { EntryId, Masked, MerchantOrderId, OrderId, SerialNumber, CardReference } from '#shared/brands.ts'
import { outcomeWithoutEcho, sentSecrets } from '#shared/gateway/echo.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import type { Operation, OperationId } from '#shared/gateway/operations.ts'
import { composeRequest, enumeratedMinorAmounts, maskedFields, type UnsignedRequest } from '#shared/gateway/request.ts'
import type { Answer } from '#shared/model/answer.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SendReport } from '../gateway/port.ts'
import type { Intent, OutcomeRecord } from '../journal/port.ts'
import type { Ages } from './ages.ts'
import { answerOf, outcomeRecordOf } from './answer.ts'
import type { Deed } from './deed.ts'
import { merchantAt } from './merchant.ts'
import type { Place } from './place.ts'
import type { Rooms } from './rooms.ts'
import type { Sign, Signed } from './sign.ts'
import { utcTime } from './time.ts'

export type { Deed } from './deed.ts'

/** What came of a deed that was sent. */
export interface Done {
  readonly answer: Answer
  readonly report: SendReport
}

/** What is known of a send with an effect once its outcome was written, or could not be: then why. */
interface Acted {
  readonly report: SendReport
  readonly outcome: OutcomeRecord
  readonly notKept: string | null
}

export interface Exchange {
  /**
   * Sends and keeps: a durable intent first where the operation has an effect, one entry afterwards where it reads.
   * With a `request`, which was composed of the deed for its review, just that one is signed and sent.
   */
  perform(deed: Deed, request?: UnsignedRequest): Promise<Result<Done, Failure>>
  /** Sends a reading operation and keeps nothing; for polls, which fold under the entry they are about. */
  ask(deed: Deed, about: EntryId): Promise<Result<Done, Failure>>
  /** The operation with an effect that is under way; null when there is none. */
  sending(): OperationId | null
  /** From now on nothing is sent; resolves when what is under way has its outcome in the journal. */
  close(): Promise<void>
}

/**
 * Makes the exchange. `ages` learns of every send and reply; `changed` is called after an entry with an effect was
 * written or got its outcome.
 */
export function exchange(rooms: Rooms, sign: Sign, ages: Ages, changed: () => void): Exchange {
  const underWay = new Map<Promise<unknown>, OperationId>()
  let closed = false

  async function prepare(
    deed: Deed, request = composeRequest(deed.operation, deed.values, deed.place.context),
  ): Promise<Result<{ request: UnsignedRequest; signed: Signed }, Failure>> {
    if (closed) return failed({ code: 'quitting' })
    if (request === null) return failed({ code: 'group-not-possible' })
    const signed = await sign(request, deed.place)
    return signed.ok ? success({ request, signed: signed.value }) : signed
  }

  async function perform(deed: Deed, composed?: UnsignedRequest): Promise<Result<Done, Failure>> {
    const prepared = await prepare(deed, composed)
    if (!prepared.ok) return prepared
    const { request, signed } = prepared.value
    if (deed.operation.effect === 'reads') return success(await read(deed, request, signed, true, newEntryId(rooms)))
    if (closed) return failed({ code: 'quitting' })
    const acted = await track(deed.operation, act(deed, request, signed))
    if (!acted.ok) return acted
    const { report, outcome, notKept } = acted.value
    const answer = await answerOf(rooms, deed, outcome, report, signed.signedText)
    return success({ answer: notKept === null ? answer : { ...answer, notKept }, report })
  }

  /** SECURITY: from here on nobody sees what a gateway quotes of the secrets it was sent. */
  async function send({ place }: Deed, request: UnsignedRequest, signed: Signed): Promise<SendReport> {
    const report = await rooms.gateway.send(signed.request)
    ages.heard({ ...merchantAt(place.profile), url: signed.request.url }, report)
    return { ...report, outcome: outcomeWithoutEcho(report.outcome, sentSecrets(request, signed.request)) }
  }

  async function read(
    deed: Deed, request: UnsignedRequest, signed: Signed, keep: boolean, about: EntryId,
  ): Promise<Done> {
    const intent = intentOf(rooms, ages, deed, request, signed.signedText, about)
    const report = await send(deed, request, signed)
    const outcome = outcomeRecordOf(rooms, deed, about, report)
    if (keep) {
      const kept = await rooms.journal.recordRead({ intent, outcome })
      if (!kept.ok) rooms.log('read-not-kept', { code: kept.failure.code })
    }
    return { answer: await answerOf(rooms, deed, outcome, report, signed.signedText), report }
  }

  /** Sends what has an effect; when this answers the outcome is in the journal, unless `notKept` says why not. */
  async function act(deed: Deed, request: UnsignedRequest, signed: Signed): Promise<Result<Acted, Failure>> {
    const entryId = newEntryId(rooms)
    const written = await rooms.journal.recordIntent(intentOf(rooms, ages, deed, request, signed.signedText, entryId))
    // Nothing has left yet, and without a durable intent nothing will.
    if (!written.ok) return written
    ages.sending(entryId)
    changed()
    const report = await send(deed, request, signed)
    // SECURITY: on the disk before anything else is asked of anybody: an end of the application loses it no more.
    const outcome = outcomeRecordOf(rooms, deed, entryId, report)
    const kept = await rooms.journal.recordOutcome(outcome)
    changed()
    if (kept.ok) return success({ report, outcome, notKept: null })
    // The intent stands without an outcome then, and the next start calls it unknown: true, if less than is known here.
    rooms.log('outcome-not-kept', { entry: entryId, code: kept.failure.code })
    return success({ report, outcome, notKept: 'detail' in kept.failure ? kept.failure.detail : '' })
  }

  function track<Value>(operation: Operation, work: Promise<Value>): Promise<Value> {
    underWay.set(work, operation.id)
    return work.finally(() => underWay.delete(work))
  }

  return {
    perform,
    async ask(deed, about) {
      const prepared = await prepare(deed)
      if (!prepared.ok) return prepared
      return success(await read(deed, prepared.value.request, prepared.value.signed, false, about))
    },
    sending: () => underWay.values().next().value ?? null,
    async close() {
      closed = true
      await Promise.allSettled([...underWay.keys()])
    },
  }
}

/** A saved profile has an address; one without keeps what earlier versions kept, and is told apart by its profile. */
function merchantOf({ profile }: Place): Pick<Intent, 'merchantKey'> {
  const { merchantKey } = merchantAt(profile)
  return merchantKey === null ? {} : { merchantKey }
}

function newEntryId(rooms: Rooms): EntryId {
  return rooms.computer.randomHex(16) as EntryId
}

function intentOf(
  rooms: Rooms, ages: Ages, deed: Deed, request: UnsignedRequest, signedText: Masked, entryId: EntryId,
): Intent {
  const { operation, place, values } = deed
  return {
    entryId,
    at: utcTime(rooms.computer.now()),
    who: rooms.computer.description.osUser,
    profileId: place.profile.id,
    profileName: place.profile.name,
    ...merchantOf(place),
    environment: place.profile.environment,
    operation: operation.id,
    effect: operation.effect,
    createsOrder: operation.createsOrder,
    entryPoint: place.entryPoint,
    merchantOrderId: (values.merchantOrderId ?? null) as MerchantOrderId | null,
    orderId: (values.orderId ?? null) as OrderId | null,
    askedSerialNumber: (values.serialNumber ?? null) as SerialNumber | null,
    cardReference: (values.cardReference ?? null) as CardReference | null,
    minorAmount: request.minorAmount,
    currency: values.currency ?? null,
    enumeratedMinorAmounts: enumeratedMinorAmounts(values, place.context),
    fields: maskedFields(request),
    url: request.url,
    login: place.context.login,
    gatewayAt: ages.gatewayTime({ ...merchantAt(place.profile), url: request.url }),
    signedText,
    reason: deed.reason === null ? null : maskFreeText(deed.reason),
  }
}
