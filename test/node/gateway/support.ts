import { createGatewayClient, type GatewayClientOptions } from '../../../electron/gateway/client.ts'
import type { SendReport, SignedRequest } from '../../../electron/gateway/port.ts'

export const acceptedBody = [
  'type=async-response\n', 'serial-number=00000000-0000-0000-0000-0000000000a1\n', 'merchant-order-id=order-1\n',
  'gw-order-id=7001\n',
].join('&')

/** A complete refusal (§7.1). */
export const refusedBody = [
  'type=validation-error\n', 'serial-number=00000000-0000-0000-0000-0000000000a1\n', 'error-message=no\n', 'error-code=2\n',
].join('&')

/** Must never appear in the report of a failed request. */
export const secretInBody = '5ec2e7c0n7201d16e57'

/** A charge as the desk passes it to the client; it moves money. */
export function charge(url: string, changes: Partial<SignedRequest> = {}): SignedRequest {
  return {
    operation: 'recurrent-payment',
    url: `${url}/gw/api/v2/make-rebill-sale/1111`,
    authorization: null,
    body: `client_orderid=order-1&order_desc=Caf%C3%A9&control=${secretInBody}`,
    productWord: 'gw',
    asked: { merchantOrderId: 'order-1', orderId: null },
    ...changes,
  }
}

/** Limits that no machine reaches unless something hangs; a test of a limit sets its own short one. */
const ample = { connectMs: 30_000, headersMs: 30_000, bodyMs: 30_000, totalMs: 60_000 }

/** The product's client without a proxy and without this computer's certificates. */
export function testClient(changes: Partial<GatewayClientOptions> = {}) {
  return createGatewayClient({
    resolveProxy: async () => 'DIRECT',
    userAgent: 'GatewayConsole/test',
    environment: {},
    readSystemCertificates: async () => [],
    ...changes,
    timeouts: { ...ample, ...changes.timeouts },
  })
}

/** Outcome in two words: kind and fault, or kind and status. */
export function inShort({ outcome }: SendReport): string {
  switch (outcome.kind) {
    case 'accepted': return `accepted ${outcome.status}`
    case 'not-sent':
    case 'unknown': return `${outcome.kind} ${outcome.fault}`
    default: return outcome.kind
  }
}
