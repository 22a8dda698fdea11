import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { IssuerAddress } from '#shared/gateway/orders/issuer-address.ts'
import { maskValue } from '#shared/gateway/requests/masking.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import {
  notificationUrl, readMoment, uploadFields, uploadOf, waitsForUpload, type ThreeDSecureMoment,
} from '#shared/gateway/orders/three-d-secure.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import type { ThreeDSecureStep } from '#shared/model/payments/three-d-secure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import {
  merchantOfProfile, type OperationSender, readForm, type SendResult, statusOperationOf, type Target,
} from '../requests/index.ts'
import { cardholderLink } from '../resolution/index.ts'
import { longestAnswer, visitIssuer } from './issuer-visit.ts'
import type { Services } from '../services.ts'

/** The 3-D Secure workbench: reads an order's step in the table of §3, and performs it. */
export interface ThreeDSecureSteps {
  /** Queries the order once and shows its step, masked; in production too. */
  look(input: ParsedInput<'threeDSecure.look'>): Promise<CallAnswer<'threeDSecure.look'>>
  /**
   * Queries again, visits the issuer and uploads the result, at most once. The upload is for the visited step: if the
   * order has moved on meanwhile, the gateway refuses it and the answer shows that.
   */
  visit(input: ParsedInput<'threeDSecure.visit'>): Promise<CallAnswer<'threeDSecure.visit'>>
}

/** Creates the workbench. */
export function threeDSecureSteps({ services, sender, findTarget }: DeskContext): ThreeDSecureSteps {
  /** The session of the visit in progress. One of an earlier session ends by itself and does not count. */
  let visitingIn: number | null = null

  async function visit(
    input: ParsedInput<'threeDSecure.visit'>, session: number,
  ): Promise<CallAnswer<'threeDSecure.visit'>> {
    const found = await findTarget(input.profileId, input.entryPoint)
    if (!found.ok) return found
    const target = found.value
    // SECURITY: staff must not authenticate for a cardholder. Main decides this, whatever the page shows.
    if (target.profile.environment === 'production') return failed({ code: 'not-on-production' })
    const queried = await queryOrder(services, sender, target, input)
    if (!queried.ok) return queried
    // SECURITY: the desk was locked during the query; the next person has not asked for this visit.
    if (session !== services.users.session()) return failed({ code: 'desk-locked' })
    const { moment, ids } = queried.value
    if (!waitsForUpload(moment)) return failed({ code: 'no-such-step' })
    const operation = operations[uploadOf(moment)]
    const form = (result: string): Result<FieldValues, Failure> => result.length > longestAnswer
      ? answerTooLong(uploadFields(moment, result))
      : readForm(operation, { ...withNotification(input.values), ...ids, ...uploadFields(moment, result) }, target)
    // Problems of the form are reported before a window opens. U is a result that fits every upload.
    const fillable = form('U')
    if (!fillable.ok) return fillable
    const { end, result } = await visitIssuer(services.issuerPages, moment, isSandbox(target))
    if (result === null) return success({ end, upload: null, uploadFailure: null })
    const values = form(result)
    const done = values.ok
      ? await sender.sendOperation({ operation, target, values: values.value, reason: null })
      : values
    return success(done.ok
      ? { end, upload: done.value.answer, uploadFailure: null }
      : { end, upload: null, uploadFailure: done.failure })
  }

  return {
    async look(input) {
      const target = await findTarget(input.profileId, input.entryPoint)
      if (!target.ok) return target
      const queried = await queryOrder(services, sender, target.value, input)
      if (!queried.ok) return queried
      const { done, moment } = queried.value
      return success({
        answer: done.answer,
        step: moment === null ? null : shownStep(moment),
        sends: waitsForUpload(moment) ? uploadOf(moment) : null,
        redirectTo: moment === null || moment.kind === 'final' ? null : cardholderLink(done, target.value),
      })
    },
    async visit(input) {
      const session = services.users.session()
      if (visitingIn === session) return failed({ code: 'visit-under-way' })
      visitingIn = session
      try {
        return await visit(input, session)
      } finally {
        if (visitingIn === session) visitingIn = null
      }
    },
  }
}

interface QueriedOrder {
  readonly done: SendResult
  readonly moment: ThreeDSecureMoment | null
  /** The ids for an upload about the order. */
  readonly ids: FieldValues
}

/** Queries the order's status and journals it as a separate read (§2.8). Finds a missing merchant order id first. */
async function queryOrder(
  services: Services, sender: OperationSender, target: Target, order: OrderKey,
): Promise<Result<QueriedOrder, Failure>> {
  const merchantOrderId = order.merchantOrderId ?? await knownMerchantOrderId(services, order)
  if (merchantOrderId === null) return failed({ code: 'merchant-order-id-needed' })
  const operation = await statusOperationOf(services, target, { merchantOrderId, orderId: order.orderId })
  const values = readForm(operation, { merchantOrderId, orderId: order.orderId ?? undefined }, target)
  if (!values.ok) return values
  const done = await sender.sendOperation({ operation, target, values: values.value, reason: null })
  if (!done.ok) return done
  const { report, answer } = done.value
  const reply = report.outcome.kind === 'answered' ? report.outcome.reply : null
  return success({
    done: done.value,
    moment: reply === null ? null : readMoment(reply, isSandbox(target)),
    ids: { merchantOrderId, orderId: answer.orderId ?? undefined },
  })
}

async function knownMerchantOrderId(services: Services, { profileId, orderId }: OrderKey) {
  if (orderId === null) return null
  const known = await services.journal.findOrder({ ...merchantOfProfile(services, profileId), orderId })
  return known.ok ? known.value?.merchantOrderId ?? null : null
}

/** The step for the page: the host of an address, and masked payloads. */
function shownStep(moment: ThreeDSecureMoment): ThreeDSecureStep {
  switch (moment.kind) {
    case 'method':
      return {
        kind: 'method', transactionId: moment.transactionId, hasPage: moment.html !== null, ...shownAddress(moment.address),
      }
    case 'challenge':
      return {
        kind: 'challenge', challengeRequest: maskValue('payload', moment.challengeRequest), ...shownAddress(moment.address),
      }
    case 'authentication':
      return {
        kind: 'authentication', authenticationRequest: maskValue('payload', moment.authenticationRequest),
        merchantData: maskValue('payload', moment.merchantData ?? ''), ...shownAddress(moment.address),
      }
    case 'working':
    case 'waiting':
    case 'final':
      return moment
  }
}

function shownAddress(address: IssuerAddress): { readonly host: string | null; readonly addressRefused: boolean } {
  return { host: address.kind === 'usable' ? address.host : null, addressRefused: address.kind === 'refused' }
}

function isSandbox({ profile }: Target): boolean {
  return profile.environment === 'sandbox'
}

/** Without a notification URL, the issuer posts its answer to our window. */
function withNotification(values: FieldValues): FieldValues {
  return (values.notificationUrl ?? '').trim() === '' ? { ...values, notificationUrl } : values
}

function answerTooLong(values: FieldValues): Result<never, Failure> {
  const field = values.challengeResponse === undefined ? 'authenticationResponse' : 'challengeResponse'
  return failed({ code: 'form-invalid', problems: [{ field, code: 'too-long', details: { most: String(longestAnswer) } }] })
}
