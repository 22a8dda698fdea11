/** The operations as a merchant would call them, with room for one thing that is not as it should be. */
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

/** Sends a call as it stands, or with some pairs changed after it was signed. */
export function call(
  at: Address, { path, pairs }: Call, changes: Readonly<Record<string, string | null>> = {},
): Promise<Reply> {
  return send(api(at, path), form(changed(pairs, changes)))
}

/** Sends a version 4 call, signed. */
export function callSigned(at: Address, path: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const url = api(at, path)
  const { body, authorization } = signed(url, Object.entries(fields))
  return send(url, body, { authorization })
}

/** Asks for an order's status by its merchant order id alone. */
export async function statusOf(at: Address, clientOrderId: string): Promise<Readonly<Record<string, string>>> {
  return (await call(at, status({ client_orderid: clientOrderId }))).fields
}
