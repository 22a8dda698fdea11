/** The operations as a merchant would call them, with an option to make one thing wrong. */
import { changed, form, send, sha1, signed, type Pairs, type Reply } from './wire.ts'
import { secret } from './with-sandbox.ts'

export const login = 'sandbox-merchant'
export const firstOrder = { client_orderid: 'first-payment-1', orderid: '9007199254740993' }

export interface Address {
  readonly url: string
}

export interface Call {
  readonly path: string
  readonly pairs: Pairs
}

export function api(at: Address, path: string): string {
  return `${at.url}/gw/api${path}`
}

export function charge(
  fields: Readonly<Record<string, string>> = {}, entryPoint = '1001', path = '/v2/make-rebill-sale/',
): Call {
  const values: Record<string, string> = {
    client_orderid: 'order-1', login, cardrefid: '1000001', order_desc: 'A book', amount: '10.15', currency: 'USD',
    ipaddress: '203.0.113.7', ...fields,
  }
  const { client_orderid = '', cardrefid = '', amount = '', currency = '' } = values
  const [whole = '', fraction = ''] = amount.split('.')
  const minor = (whole + fraction.padEnd(2, '0')).replace(/^0+(?=\d)/, '')
  const control = sha1(entryPoint, values.login ?? '', client_orderid, cardrefid, minor, currency, secret)
  const group = entryPoint.startsWith('2') ? 'group/' : ''
  return { path: `${path}${group}${entryPoint}`, pairs: Object.entries({ ...values, control }) }
}

export function status(fields: Readonly<Record<string, string>>, entryPoint = '1001'): Call {
  const control = sha1(login, fields.client_orderid ?? '', fields.orderid ?? '', secret)
  const group = entryPoint.startsWith('2') ? 'group/' : ''
  return { path: `/v2/status/${group}${entryPoint}`, pairs: Object.entries({ login, ...fields, control }) }
}

export function register(fields: Readonly<Record<string, string>> = firstOrder): Call {
  const control = sha1(login, fields.client_orderid ?? '', fields.orderid ?? '', secret)
  return { path: '/v2/create-card-ref/1001', pairs: Object.entries({ login, ...fields, control }) }
}

export function cardInfo(cardrefid: string): Call {
  return { path: '/v2/get-card-info/1001', pairs: Object.entries({ login, cardrefid, control: sha1(login, cardrefid, secret) }) }
}

/** Sends a call unchanged, or with some pairs changed after signing. */
export function call(
  at: Address, { path, pairs }: Call, changes: Readonly<Record<string, string | null>> = {},
): Promise<Reply> {
  return send(api(at, path), form(changed(pairs, changes)))
}

/** Sends a signed version 4 call. */
export function callSigned(at: Address, path: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const url = api(at, path)
  const { body, authorization } = signed(url, Object.entries(fields))
  return send(url, body, { authorization })
}

/** Requests an order's status by its merchant order id alone. */
export async function statusOf(at: Address, clientOrderId: string): Promise<Readonly<Record<string, string>>> {
  return (await call(at, status({ client_orderid: clientOrderId }))).fields
}

/** Sale or preauthorisation of a typed card. */
export function sale(
  fields: Readonly<Record<string, string>> = {}, path = '/v2/sale/', entryPoint = '1001',
): Call {
  const values: Record<string, string> = {
    client_orderid: 'order-1', order_desc: 'A book', amount: '10.15', currency: 'USD', ipaddress: '203.0.113.7',
    credit_card_number: testCards.none, card_printed_name: 'CARLA CARD', expire_month: '7', expire_year: '31', cvv2: '123',
    email: 'carla@example.com', ...fields,
  }
  const [whole = '', fraction = ''] = (values.amount ?? '').split('.')
  const minor = (whole + fraction.padEnd(2, '0')).replace(/^0+(?=\d)/, '')
  const control = sha1(entryPoint, values.client_orderid ?? '', minor, values.email ?? '', secret)
  const group = entryPoint.startsWith('2') ? 'group/' : ''
  return { path: `${path}${group}${entryPoint}`, pairs: Object.entries({ ...values, control }) }
}

/** The sandbox's test card numbers, as in its README. */
export const testCards = {
  none: '4000000000001000', frictionless: '4000000000002107', challenge: '4000000000002206',
  failedChallenge: '4000000000002305', version1: '4000000000001109', failedVersion1: '4000000000001208',
}

/** One of the three 3-D Secure uploads for an order. */
export function upload(
  name: 'method-url' | 'cres' | 'pares', order: { orderid: string; client_orderid?: string },
  fields: Readonly<Record<string, string>>, entryPoint = '1001',
): Call {
  const { orderid, client_orderid = 'order-1' } = order
  const control = sha1(login, client_orderid, orderid, secret)
  const pairs = Object.entries({ orderid, 'client-order-id': client_orderid, login, ...fields, control })
  return { path: `/3ds/v1/upload-${name}-result/${entryPoint}`, pairs }
}

/** Return, void or capture of an order. */
export function later(
  operation: 'return' | 'void' | 'capture', orderid: string, fields: Readonly<Record<string, string>> = {},
): Call {
  const values: Record<string, string> = { login, client_orderid: 'order-1', orderid, ...fields }
  const [whole = '', fraction = ''] = (values.amount ?? '').split('.')
  const minor = values.amount === undefined ? '' : (whole + fraction.padEnd(2, '0')).replace(/^0+(?=\d)/, '')
  const signedAmount = operation === 'void' ? [] : [minor, values.currency ?? '']
  const control = sha1(login, values.client_orderid ?? '', orderid, ...signedAmount, secret)
  return { path: `/v2/${operation}/1001`, pairs: Object.entries({ ...values, control }) }
}

/** Creates an order that must be accepted and returns its order id. */
export async function orderIdOf(at: Address, made: Call): Promise<string> {
  const { fields } = await call(at, made)
  const orderId = fields['gw-order-id']
  if (fields.type !== 'async-response' || orderId === undefined) throw new Error(JSON.stringify(fields))
  return orderId
}
