import { expect, it } from 'vitest'
import type { Outcome } from '#shared/gateway/replies/outcome.ts'
import { readReply } from '#shared/gateway/replies/reply.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { success } from '#shared/result.ts'
import { queryOrder, type OrderAt } from '../../../electron/desk/orders/order-snapshot.ts'
import type { OperationSender } from '../../../electron/desk/requests/index.ts'

const order = {
  target: { profile: { switches: defaultSwitches } }, orderId: '17', merchantOrderId: 'gc-17',
} as unknown as OrderAt

/** The failure of `queryOrder` for a status query with this outcome; null if it succeeds. */
async function failureOf(outcome: Outcome, more: Parameters<typeof queryOrder>[3] = {}) {
  const sender = {
    sendOperation: async () => success({ answer: { errorText: 'masked words' }, report: { outcome } }),
  } as unknown as OperationSender
  const result = await queryOrder(sender, order, null, more)
  return result.ok ? null : result.failure
}

const replyOf = (body: string) => readReply({ httpStatus: 200, body, delimited: true } as Parameters<typeof readReply>[0], 'gw')
const refused = (body: string): Outcome => ({ kind: 'refused', reply: replyOf(body) })
const notFound = 'type=validation-error\n&serial-number=1\n&error-message=Order not found\n&error-code=1\n'
const unclear = { code: 'not-possible-now', why: 'status-not-known' }

it('an order that the gateway reports as unknown is not found, with the gateway’s masked message', async () => {
  expect(await failureOf(refused(notFound))).toEqual({ code: 'order-not-found', answered: 'masked words' })
})

it.each<[string, Outcome]>([
  ['a refusal that was cut', refused(notFound.trimEnd())],
  ['a refusal without a message', refused(notFound.replace('Order not found', ''))],
  ['a refused control', refused(notFound.replace('Order not found', 'INVALID_CONTROL_CODE'))],
  ['a refused parameter', refused(notFound.replace('Order not found', 'Parameter orderid is wrong'))],
  ['a failure of the gateway', refused(notFound.replace('validation-error', 'error'))],
  ['a refused signature', { kind: 'access-denied', reply: replyOf(notFound) }],
  ['a reply that cannot be trusted', { kind: 'unknown', fault: 'http-status', reply: replyOf(notFound) }],
  ['a lost reply', { kind: 'unknown', fault: 'connection-lost', reply: null }],
  ['a query that did not leave', { kind: 'not-sent', fault: 'connection-refused' }],
])('%s leaves the status unknown', async (_name, outcome) => {
  expect(await failureOf(outcome)).toEqual(unclear)
})

it('an unknown serial number does not show that the order is unknown', async () => {
  expect(await failureOf(refused(notFound), { serialNumber: '0000-42' })).toEqual(unclear)
})
