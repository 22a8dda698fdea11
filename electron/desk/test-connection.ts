import { operations, type OperationId } from '#shared/gateway/operations.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { ProfileId } from '#shared/brands.ts'
import type { CheckLine } from '#shared/model/app.ts'
import { failed, success } from '#shared/result.ts'
import type { Exchange } from './exchange.ts'
import type { FindPlace, Place } from './place.ts'
import type { Rooms } from './rooms.ts'

/**
 * Tries a profile with reading calls alone: the status of an order that can't exist, by `control` and, where there is a
 * key, by OAuth. Being refused for the order proves that the signature was accepted.
 */
export async function testConnection(
  rooms: Rooms, exchange: Exchange, findPlace: FindPlace, id: ProfileId,
): Promise<CallAnswer<'profiles.testConnection'>> {
  const profile = rooms.profiles.get(id)
  const first = profile?.entryPoints[0]
  if (profile === null || first === undefined) return failed({ code: 'no-such-profile' })
  const place = await findPlace(id, first)
  if (!place.ok) return place
  const lines: CheckLine[] = [{
    id: 'what-is-asked', result: 'good',
    detail: `Asks ${place.value.context.baseUrl} for the status of an order that can't exist, at ${first.kind} ${first.id}. Nothing is changed by it.`,
  }]
  lines.push(await ask(rooms, exchange, place.value, 'status'))
  lines.push(await ask(rooms, exchange, place.value, 'status-v4'))
  return success(lines)
}

async function ask(rooms: Rooms, exchange: Exchange, place: Place, id: OperationId): Promise<CheckLine> {
  const operation = operations[id]
  const values = { merchantOrderId: `connection-test-${rooms.computer.randomHex(8)}` }
  const done = await exchange.perform({ operation, place, values, reason: null })
  const scheme = operation.authentication.kind === 'control' ? 'Control checksum (version 2)' : 'OAuth signature (version 4)'
  if (!done.ok) return lineOfFailure(id, scheme, done.failure.code)
  const { answer } = done.value
  const clock = clockSentence(answer.clockOffsetSeconds)
  switch (answer.outcome.kind) {
    case 'refused':
      return answer.hints.includes('check-login-and-secret')
        ? { id, result: 'bad', detail: `${scheme}: refused as wrong. Check login, control secret, endpoint and environment.${clock}` }
        : { id, result: 'good', detail: `${scheme}: accepted. The order is not known there, as expected.${clock}` }
    case 'answered':
    case 'failed':
    case 'accepted':
      return { id, result: 'good', detail: `${scheme}: accepted.${clock}` }
    case 'access-denied':
      return { id, result: 'bad', detail: `${scheme}: access denied. The gateway does not know this key, or the clock is off.${clock}` }
    case 'not-sent':
      return { id, result: 'bad', detail: `${scheme}: the gateway was not reached (${answer.outcome.fault}).` }
    case 'unknown':
      return { id, result: 'doubtful', detail: `${scheme}: the answer can't be read as one of this gateway (${answer.outcome.fault}).${clock}` }
  }
}

function lineOfFailure(id: OperationId, scheme: string, code: string): CheckLine {
  const missing: { readonly [code: string]: string } = {
    'no-such-secret': 'not tried, no control secret is stored for this profile.',
    'profile-without-key': 'not tried, this profile has no key.',
    'no-such-key': 'not tried, the key of this profile is not in the keychain.',
  }
  const sentence = missing[code]
  return sentence === undefined
    ? { id, result: 'bad', detail: `${scheme}: not tried (${code}).` }
    : { id, result: 'doubtful', detail: `${scheme}: ${sentence}` }
}

function clockSentence(offset: number | null): string {
  if (offset === null || Math.abs(offset) < 30) return ''
  return ` This computer's clock is ${Math.abs(offset)} s ${offset > 0 ? 'behind' : 'ahead of'} the gateway's.`
}
