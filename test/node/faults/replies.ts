/** Correct replies of a gateway. */
import type { Received } from '../gateway/servers.ts'

const serial = 'serial-number=00000000-0000-0000-0000-0000000000a1\n'

/** The body of the reply to a request, by its path; it names the order that was asked about. */
export function goodBody(request: Received): string {
  const order = `merchant-order-id=${new URLSearchParams(request.body).get('client_orderid') ?? ''}\n`
  const [, path = ''] = request.head.split(' ')
  if (path.includes('/status/')) {
    return [
      'type=status-response\n', serial, order, 'gw-order-id=7001\n', 'status=approved\n', 'transaction-type=sale\n',
      'amount=10.15\n', 'currency=USD\n', 'order-stage=sale_approved\n',
    ].join('&')
  }
  if (path.includes('/get-card-info/')) {
    return ['type=get-card-info-response\n', serial, 'last-four-digits=1111\n', 'expire-year=2039\n', 'expire-month=12\n'].join('&')
  }
  return ['type=async-response\n', serial, order, 'gw-order-id=7001\n'].join('&')
}

/** A complete refusal (§7.1); its error code comes last. */
export const refusalBody = ['type=validation-error\n', serial, 'error-message=x\n', 'error-code=1\n'].join('&')

/** A body without one of its fields. */
export function without(body: string, field: string): string {
  return body.split('&').filter((pair) => !pair.startsWith(`${field}=`)).join('&')
}

/** A body with another value for one of its fields. */
export function withValue(body: string, field: string, value: string): string {
  return body.split('&').map((pair) => (pair.startsWith(`${field}=`) ? `${field}=${value}\n` : pair)).join('&')
}
