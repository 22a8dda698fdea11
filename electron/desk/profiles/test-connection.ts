import { notSentTexts, unknownTexts } from '#shared/fault-texts.ts'
import { operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { UnknownFault } from '#shared/gateway/replies/outcome.ts'
import { operationUrl } from '#shared/gateway/requests/request.ts'
import { reportsNotFound, reportsWrongControl } from '#shared/gateway/orders/resolution.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { ProfileId } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { CheckLine } from '#shared/model/application/app.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { connectionSettingsOf, type OperationSender, type SendResult, type Target } from '../requests/index.ts'
import { connectionConclusion, type ProbeVerdict } from './connection-conclusion.ts'
import { networkLines } from './network-lines.ts'
import type { Services } from '../services.ts'

/**
 * Tests a profile with reading calls only: status queries of an order that cannot exist, with `control` and, if there
 * is a key, with OAuth. A refusal because of the order proves that the signature was accepted. The first line is the
 * conclusion.
 */
export async function testConnection(
  { services, sender, findTarget }: DeskContext, id: ProfileId,
): Promise<CallAnswer<'profiles.testConnection'>> {
  const session = services.users.session()
  const profile = services.profiles.get(id)
  const first = profile?.entryPoints[0]
  if (profile === null || first === undefined) return failed({ code: 'no-such-profile' })
  const target = await findTarget(id, first)
  if (!target.ok) return target
  const { baseUrl } = target.value.context
  const lines: readonly CheckLine[] = [{
    id: 'what-is-asked', result: 'good',
    detail: `Asks ${baseUrl} for the status of an order that cannot exist, at ${first.kind} `
      + `${first.id}. Nothing is changed.`,
  }, ...await networkLines(services.gateway, baseUrl, connectionSettingsOf(profile), services.system.now())]
  const control = await queryStatus(services, sender, target.value, 'status')
  if (!control.ok) return control
  // SECURITY: the desk was locked during the query; the next person has tested nothing.
  if (session !== services.users.session()) return failed({ code: 'desk-locked' })
  const oauth = await queryWithKey(services, sender, target.value)
  if (!oauth.ok) return oauth
  const conclusion = connectionConclusion(control.value.verdict, oauth.value.verdict)
  return success([...(conclusion === null ? [] : [conclusion]), ...lines, control.value.line, oauth.value.line])
}

/** The result of one query, as a line and for the conclusion. */
interface Probe {
  readonly line: CheckLine
  readonly verdict: ProbeVerdict
}

/** Queries the status of an order that cannot exist, signed with the key of the target's profile. */
export function queryWithKey(
  services: Services, sender: OperationSender, target: Target,
): Promise<Result<Probe, Failure>> {
  return queryStatus(services, sender, target, 'status-v4')
}

/**
 * Queries the status of an order that cannot exist, and reports what the reply proves about the authentication. Fails
 * if a failure does not concern the profile's secret or key.
 */
async function queryStatus(
  services: Services, sender: OperationSender, target: Target, id: OperationId,
): Promise<Result<Probe, Failure>> {
  const operation = operations[id]
  const values = { merchantOrderId: `connection-test-${services.system.randomHex(8)}` }
  const sent = await sender.sendOperation({ operation, target, values, reason: null })
  const hasControl = operation.authentication.kind === 'control'
  const scheme = hasControl ? 'Control checksum (version 2)' : 'OAuth signature (version 4)'
  const url = operationUrl(operation, target.context) ?? ''
  if (sent.ok) return success(probeOf(sent.value, url, { id, scheme, hasControl }))
  const detail = notTriedBecause[sent.failure.code]
  return detail === undefined ? sent
    : success({ line: { id, result: 'warning', detail: `${scheme}: not tried, ${detail}` }, verdict: 'not-tried' })
}

function probeOf(
  { answer, report: { outcome } }: SendResult, url: string,
  { id, scheme, hasControl }: { readonly id: OperationId; readonly scheme: string; readonly hasControl: boolean },
): Probe {
  const clock = clockSentence(answer.clockOffsetSeconds)
  const probe = (verdict: ProbeVerdict, result: CheckLine['result'], detail: string): Probe =>
    ({ verdict, line: { id, result, detail: `${scheme}: ${detail}` } })
  const good = (detail: string): Probe => probe('accepted', 'good', detail)
  const bad = (detail: string): Probe => probe('refused', 'bad', detail)
  switch (outcome.kind) {
    case 'refused': {
      if (reportsWrongControl(outcome.reply)) {
        return bad(`refused as wrong. Check login, control secret, endpoint and environment.${clock}`)
      }
      if (reportsNotFound(outcome.reply)) return good(`accepted. The order is not known there, as expected. ${quoted(answer)}${clock}`)
      const sentence = `the gateway refused the question itself. ${quoted(answer)}`
      // §7.3: a form never refuses a signature. A control is compared after the parameters.
      return hasControl
        ? probe('not-shown', 'warning', `${sentence} This does not show whether the control secret is right.${clock}`)
        : good(`accepted, but ${sentence}${clock}`)
    }
    case 'answered':
    case 'accepted':
      return good(`accepted.${clock}`)
    case 'access-denied':
      return bad(`access denied. The key is not registered at the gateway, or the clock is wrong.${clock}`)
    case 'not-sent':
      return probe('no-answer', 'bad', `not sent. ${notSentTexts[outcome.fault]}`)
    case 'unknown':
      return notUnderstood(answer, url, outcome.fault, probe)
  }
}

/** The code and text of a refusal as received (addendum 11), masked. */
function quoted({ errorCode, errorText }: Answer): string {
  return `It answered: “${errorText ?? 'no message'}” (error code ${errorCode ?? 'missing'}).`
}

/** Faults of a reply that no gateway sends: another program replied, or another page of the gateway. */
const answersOfOthers: readonly UnknownFault[] = ['http-status', 'html-body', 'not-http']

function notUnderstood(
  { reply }: Answer, url: string, fault: UnknownFault,
  probe: (verdict: ProbeVerdict, result: CheckLine['result'], detail: string) => Probe,
): Probe {
  if (!answersOfOthers.includes(fault)) return probe('no-answer', 'warning', `no usable answer from ${url}. ${unknownTexts[fault]}`)
  const status = reply?.httpStatus ?? 0
  if (status >= 500) return probe('no-answer', 'bad', `HTTP ${status} at ${url}. The gateway failed; test again later.`)
  if (status === 429) return probe('no-answer', 'bad', `HTTP 429 at ${url}. The gateway has too many requests; test again later.`)
  const what = fault === 'http-status' && status > 0 ? `HTTP ${status}` : 'no gateway answered'
  return probe('elsewhere', 'bad', `${what} at ${url}. Check the base URL, the product word and the path (“Different paths”).`)
}

/** What the profile lacks for a query, by the code of the failure. */
const notTriedBecause: { readonly [code: string]: string | undefined } = {
  'no-such-secret': 'no control secret is stored for this profile.',
  'profile-without-key': 'this profile has no key.',
  'secret-of-other-address': 'the control secret is for another address, product word or login. Enter it again.',
  'key-not-confirmed': 'the key is not confirmed for this address, product word and login.',
  'no-such-key': 'the key of this profile is not in the keychain.',
}

function clockSentence(offset: number | null): string {
  if (offset === null || Math.abs(offset) < 30) return ''
  return ` This computer's clock is ${Math.abs(offset)} s ${offset > 0 ? 'behind' : 'ahead of'} the gateway's.`
}
