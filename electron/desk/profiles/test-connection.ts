import { operations, type OperationId } from '#shared/gateway/operations.ts'
import type { NotSentFault } from '#shared/gateway/outcome.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { ProfileId } from '#shared/brands.ts'
import type { CheckLine } from '#shared/model/app.ts'
import { failed, success } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { connectionSettingsOf, type OperationSender, type Target } from '../requests/index.ts'
import { networkLines } from './network-lines.ts'
import type { Services } from '../services.ts'

/**
 * Tries a profile with reading calls alone: the status of an order that can't exist, by `control` and, where there is a
 * key, by OAuth. Being refused for the order proves that the signature was accepted.
 */
export async function testConnection(
  { services, sender, findTarget }: DeskContext, id: ProfileId,
): Promise<CallAnswer<'profiles.testConnection'>> {
  const profile = services.profiles.get(id)
  const first = profile?.entryPoints[0]
  if (profile === null || first === undefined) return failed({ code: 'no-such-profile' })
  const target = await findTarget(id, first)
  if (!target.ok) return target
  const lines: CheckLine[] = [{
    id: 'what-is-asked', result: 'good',
    detail: `Asks ${target.value.context.baseUrl} for the status of an order that cannot exist, at ${first.kind} `
      + `${first.id}. Nothing is changed.`,
  }, ...await networkLines(services.gateway, target.value.context.baseUrl, connectionSettingsOf(profile))]
  lines.push(await ask(services, sender, target.value, 'status'))
  lines.push(await ask(services, sender, target.value, 'status-v4'))
  return success(lines)
}

async function ask(services: Services, sender: OperationSender, target: Target, id: OperationId): Promise<CheckLine> {
  const operation = operations[id]
  const values = { merchantOrderId: `connection-test-${services.system.randomHex(8)}` }
  const done = await sender.sendOperation({ operation, target, values, reason: null })
  const hasControl = operation.authentication.kind === 'control'
  const scheme = hasControl ? 'Control checksum (version 2)' : 'OAuth signature (version 4)'
  if (!done.ok) return lineOfFailure(id, scheme, done.failure.code)
  const { answer } = done.value
  const clock = clockSentence(answer.clockOffsetSeconds)
  const said = (result: CheckLine['result'], detail: string): CheckLine =>
    ({ id, result, detail: `${scheme}: ${detail}` })
  const good = (detail: string): CheckLine => said('good', detail)
  const bad = (detail: string): CheckLine => said('bad', detail)
  switch (answer.outcome.kind) {
    case 'refused':
      return answer.hints.includes('check-login-and-secret')
        ? bad(`refused as wrong. Check login, control secret, endpoint and environment.${clock}`)
        : good(`accepted. The order is not known there, as expected.${clock}`)
    case 'answered':
    case 'failed':
    case 'accepted':
      return good(`accepted.${clock}`)
    case 'access-denied':
      return bad(`access denied. The key is not registered at the gateway, or the clock is wrong.${clock}`)
    case 'not-sent':
      return bad(notReached(answer.outcome.fault))
    case 'unknown':
      return said('warning', `the answer is not readable (${answer.outcome.fault}).${clock}`)
  }
}

function notReached(fault: NotSentFault): string {
  switch (fault) {
    case 'proxy-wants-login': return 'the proxy requires a user name and a password, which is not supported. '
      + 'Ask your network administrator to allow this computer without them, or enter another proxy in the profile.'
    case 'authorities-unreadable': return 'the certificate authority file of the profile cannot be used. '
      + 'Restore it, or choose another one in the profile.'
    default: return `the gateway could not be reached (${fault}).`
  }
}

function lineOfFailure(id: OperationId, scheme: string, code: string): CheckLine {
  const missing: { readonly [code: string]: string } = {
    'no-such-secret': 'not tried, no control secret is stored for this profile.',
    'profile-without-key': 'not tried, this profile has no key.',
    'secret-of-other-address': 'not tried, the control secret is for another address, product word or login. Enter it again.',
    'key-not-confirmed': 'not tried, the key is not confirmed for this address, product word and login.',
    'no-such-key': 'not tried, the key of this profile is not in the keychain.',
  }
  const sentence = missing[code]
  return sentence === undefined
    ? { id, result: 'bad', detail: `${scheme}: not tried (${code}).` }
    : { id, result: 'warning', detail: `${scheme}: ${sentence}` }
}

function clockSentence(offset: number | null): string {
  if (offset === null || Math.abs(offset) < 30) return ''
  return ` This computer's clock is ${Math.abs(offset)} s ${offset > 0 ? 'behind' : 'ahead of'} the gateway's.`
}
