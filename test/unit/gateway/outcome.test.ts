import { describe, expect, it } from 'vitest'
import { judgeReply, type RequestIds } from '#shared/gateway/replies/outcome.ts'
import {
  effectOf, operationIds, operations, replyKindOf, touchesMoney, type OperationId,
} from '#shared/gateway/operations/operations.ts'
import { readReply } from '#shared/gateway/replies/reply.ts'

const requestsOf: RequestIds = { merchantOrderId: 'order-1', orderId: null }

function judge(
  operation: OperationId, body: string, httpStatus = 200, about: RequestIds = requestsOf, delimited = true,
): string {
  const reply = readReply({ httpStatus, contentType: 'text/html;charset=utf-8', body, delimited }, 'gw')
  const outcome = judgeReply(operations[operation], reply, about)
  if (outcome.kind === 'accepted') return `accepted ${outcome.status} ${outcome.orderId}`
  return outcome.kind === 'unknown' ? `unknown ${outcome.fault}` : outcome.kind
}

const money = operationIds.filter((id) => touchesMoney(operations[id]))
const readsOrRegisters = operationIds.filter((id) => ['reads', 'registers'].includes(effectOf(operations[id])))
const movesOrContinues = operationIds
  .filter((id) => touchesMoney(operations[id]) || effectOf(operations[id]) === 'continues-order')
const refusal = 'type=validation-error\n&serial-number=1-2\n&error-message=no\n&error-code=2\n'
const accepted = 'type=async-response\n&serial-number=1-2\n&merchant-order-id=order-1\n&gw-order-id=77\n'

describe('what is accepted of a reply (addendum 6)', () => {
  it('a reply about another serial number than requested is unknown', () => {
    const about = { merchantOrderId: 'order-1', orderId: null, serialNumber: '1-2' }
    expect(judge('status', 'type=status-response\n&status=declined\n&by-request-sn=1-3\n', 200, about)).toBe('unknown another-order')
    expect(judge('status', 'type=status-response\n&status=declined\n&by-request-sn=1-2\n', 200, about)).toBe('answered')
  })

  it.each(operationIds)('%s: only 200 is accepted, and 401 and 403 mean denied in version 4 only', (id) => {
    for (const status of [100, 201, 204, 301, 400, 404, 421, 429, 500, 502, 503]) {
      expect(judge(id, accepted, status)).toBe('unknown http-status')
    }
    const denied = operations[id].version === 'v4' ? 'access-denied' : 'unknown http-status'
    expect([judge(id, '<html/>', 401), judge(id, '<html/>', 403)]).toEqual([denied, denied])
  })

  it.each(operationIds)('%s: an empty, HTML or foreign body is unknown, never declined', (id) => {
    expect(judge(id, '')).toBe('unknown empty-body')
    expect(judge(id, '\n <!doctype html><p>declined</p>')).toBe('unknown html-body')
    expect(judge(id, '{"status":"declined"}')).toBe('unknown unreadable-body')
    expect(judge(id, 'stat')).toBe('unknown unreadable-body')
    expect(judge(id, 'end-point-id=5\n')).toBe('unknown mandatory-field-missing')
  })

  it.each(operationIds)('%s: a reply of more than 500 fields is unknown, whatever its content and HTTP status', (id) => {
    for (const body of [refusal, accepted, 'type=status-response\n&status=declined\n']) {
      const most = body + '&x=1\n'.repeat(500 - body.split('&').length)
      expect(judge(id, most)).not.toBe('unknown too-many-fields')
      for (const status of [200, 401, 403]) expect(judge(id, `${most}&x=1\n`, status)).toBe('unknown too-many-fields')
    }
  })

  it.each(operationIds)("%s: another order's id is unknown, even in a refusal", (id) => {
    expect(judge(id, 'type=validation-error\n&merchant-order-id=order-2\n')).toBe('unknown another-order')
    const about = { merchantOrderId: null, orderId: '77' }
    expect(judge(id, 'type=validation-error\n&gw-order-id=78\n', 200, about)).toBe('unknown another-order')
  })

  it.each(movesOrContinues)('%s: a complete refusal is a refusal, and may echo our own id in any spelling', (id) => {
    expect(judge(id, refusal)).toBe('refused')
    expect(judge(id, refusal.replaceAll('\n', ''))).toBe('refused')
    for (const own of ['merchant-order-id', 'client_orderid', 'client-order-id', 'Merchant-Order-Id']) {
      expect(judge(id, `${refusal}&${own}=order-1\n`)).toBe('refused')
    }
    expect(judge(id, `${refusal}&gw-order-id=\n&status=\n&end-point-id=22903\n&x=1\n`)).toBe('refused')
  })

  it.each(movesOrContinues)('%s: type error leaves the money’s outcome unknown', (id) => {
    for (const more of ['', '&gw-order-id=77\n']) {
      expect(judge(id, `${refusal.replace('validation-error', 'error')}${more}`)).toBe('unknown error-on-money')
    }
  })

  it.each(movesOrContinues)('%s: a cut reply, which only looks like a refusal because the connection ended, is unknown', (id) => {
    expect(judge(id, refusal, 200, requestsOf, false)).toBe('unknown length-not-stated')
  })

  it.each(movesOrContinues)('%s: half a refusal, without its serial number or its code, is unknown', (id) => {
    for (const part of ['serial-number=1-2', 'error-code=2']) {
      expect(judge(id, refusal.replace(`&${part}\n`, ''))).toBe('unknown refusal-incomplete')
      expect(judge(id, refusal.replace(part, part.replace(/=.*/, '=')))).toBe('unknown refusal-incomplete')
    }
  })

  it.each(movesOrContinues)('%s: Order-ID in upper case, with underscores, of another product word: a refusal that names an order is unknown', (id) => {
    for (const name of ['gw-order-id', 'Gw-Order-Id', 'ORDER-ID', 'orderid', 'orderId', 'order_id', 'paynet-order-id', 'Paynet.OrderID']) {
      expect(judge(id, `${refusal}&${name}=77\n`)).toBe('unknown refusal-with-order-id')
    }
  })

  it.each(movesOrContinues)('%s: a refusal with the status or stage of an order is unknown', (id) => {
    for (const reported of ['status=processing', 'Status=declined', 'order-stage=sale_approved', 'ORDER_STAGE=sale_approved']) {
      expect(judge(id, `${refusal}&${reported}\n`)).toBe('unknown refusal-with-status')
    }
  })

  it.each(movesOrContinues)('%s: another merchant order id, however it is spelt, is unknown', (id) => {
    for (const name of ['merchant-order-id', 'client_orderid', 'Client-Order-ID']) {
      expect(judge(id, `${refusal}&${name}=order-2\n`)).toBe('unknown another-order')
    }
    expect(judge(id, `${refusal}&client_orderid=order-2\n`, 200, { merchantOrderId: null, orderId: null }))
      .toBe('unknown refusal-with-order-id')
  })

  it.each(movesOrContinues)('%s: a body that ends where a field or a value would begin is unknown', (id) => {
    expect(judge(id, `${refusal}&`)).toBe('unknown reply-cut')
    expect(judge(id, `${refusal.replaceAll('\n', '')}&gw-order-id=`)).toBe('unknown reply-cut')
    expect(judge(id, `${accepted}&`)).toBe('unknown reply-cut')
  })

  it.each(operationIds)('%s: a type or another decisive field that occurs twice is not accepted', (id) => {
    expect(judge(id, `${refusal}&type=async-response\n`)).toBe('unknown field-repeated')
    expect(judge(id, `${accepted}&Type=validation-error\n`)).toBe('unknown field-repeated')
    for (const name of ['status', 'Order_Stage', 'serial-number', 'error-code', 'gw-order-id', 'merchant-order-id', 'amount']) {
      expect(judge(id, `type=status-response\n&${name}=1\n&${name.toLowerCase()}=1\n`)).toBe('unknown field-repeated')
    }
  })

  it.each(money)('%s: an accepted reply that names two orders is unknown', (id) => {
    expect(judge(id, `${accepted}&Order-ID=78\n`)).toBe('unknown another-order')
    expect(judge(id, `${accepted}&orderid=77\n`)).toBe('accepted processing 77')
  })

  it.each(money)('%s: in an accepted reply without a stated length, neither an id without its line end nor a final status is used', (id) => {
    const judgeOpen = (body: string) => judge(id, body, 200, requestsOf, false)
    expect(judgeOpen(accepted)).toBe('accepted processing 77')
    expect(judgeOpen(accepted.replaceAll('\n', ''))).toBe('unknown reply-cut')
    expect(judgeOpen(`${accepted}&status=declined\n`)).toBe('unknown length-not-stated')
  })

  it.each(money.filter((id) => operations[id].version === 'v4'))('%s: a 403 with the reply to an accepted request is not a denial', (id) => {
    expect([judge(id, accepted, 403), judge(id, refusal, 401)]).toEqual(['unknown http-status', 'unknown http-status'])
    expect([judge(id, '', 403), judge(id, 'Access denied', 401)]).toEqual(['access-denied', 'access-denied'])
  })

  it.each(money)('%s: an id without its line end is not used, whatever length the reply stated', (id) => {
    expect(judge(id, accepted.slice(0, -2))).toBe('unknown reply-cut')
    expect(judge(id, 'type=validation-error\n&error-code=2')).toBe('unknown reply-cut')
    // Not every gateway ends its values with a line feed: if none of them has one, none is missing.
    expect(judge(id, accepted.replaceAll('\n', ''))).toBe('accepted processing 77')
  })

  it.each(readsOrRegisters)('%s moves nothing: both kinds of refusal are refusals', (id) => {
    expect(judge(id, 'type=validation-error\n&gw-order-id=77\n')).toBe('refused')
    expect(judge(id, 'type=error\n')).toBe('refused')
  })

  it.each(money.filter((id) => replyKindOf(operations[id]) === 'async-response'))('%s is accepted only by a complete async-response', (id) => {
    expect(judge(id, accepted)).toBe('accepted processing 77')
    expect(judge(id, `${accepted}&status=declined\n`)).toBe('accepted declined 77')
    expect(judge(id, accepted.replace('&gw-order-id=77\n', ''))).toBe('unknown mandatory-field-missing')
    expect(judge(id, accepted.replace('serial-number=1-2', 'serial-number='))).toBe('unknown mandatory-field-missing')
    expect(judge(id, 'type=status-response\n&status=declined\n')).toBe('unknown unexpected-type')
    expect(judge(id, 'status=declined\n')).toBe('unknown unexpected-type')
  })

  it.each([
    ['status', 'type=status-response\n&status=approved\n', 'answered'],
    ['status', 'status=approved\n', 'answered'],
    ['status', 'type=status-response\n', 'unknown mandatory-field-missing'],
    ['status', accepted, 'unknown unexpected-type'],
    ['get-card-info', 'type=get-card-info-response\n&last-four-digits=1111\n', 'answered'],
    ['get-card-info', 'type=get-card-info-response\n', 'unknown mandatory-field-missing'],
    ['create-card-ref-v2', 'type=create-card-ref-response\n&status=approved\n&card-ref-id=9\n', 'answered'],
    ['create-card-ref-v4', 'type=create-card-ref-response\n&status=declined\n', 'answered'],
    ['create-card-ref-v4', 'type=create-card-ref-response\n', 'unknown mandatory-field-missing'],
    ['transfer-v4', 'type=async-response\n', 'unknown mandatory-field-missing'],
    ['pan-eligibility-send', 'type=something\n', 'answered'],
    ['pan-eligibility-send', accepted, 'answered'],
  ] as const)('%s with the reply %j: %s', (id, body, outcome) => { expect(judge(id, body)).toBe(outcome) })
})
