/**
 * Messages between the sandbox's issuer and a browser: method data, challenge request and response, and the messages of
 * version 1. Their content is invented, their outer form is not.
 */
import { issuerSeal, type Verdict } from './issuer-seal.ts'
import type { Order } from '../orders/orders.ts'
import { derivedUuid } from '../orders/references.ts'

/** The ids of an order's authentication; always the same for one order. */
export function authenticationIds({ orderId }: Order) {
  return {
    serverTransactionId: derivedUuid('3-D Secure server transaction', orderId),
    issuerTransactionId: derivedUuid('issuer transaction', orderId),
    /** Version 1: identifies the authentication. */
    exchangeId: derivedUuid('version 1 authentication', orderId),
    /** Version 1: the merchant returns it with the response. */
    merchantData: Buffer.from(derivedUuid('version 1 merchant data', orderId)).toString('base64'),
  }
}

type Message = Readonly<Record<string, unknown>>

/** A message as JSON in base64url, as version 2 sends it. */
export function writeMessage(message: Message): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}

/** A message as JSON in base64, as version 1 of this sandbox sends it. */
function writeOldMessage(message: Message): string {
  return Buffer.from(JSON.stringify(message)).toString('base64')
}

/** Parses a message in either form; null for other text. */
export function readMessage(text: string): Message | null {
  if (!/^[A-Za-z0-9+/_=-]+$/.test(text)) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** The data for a method page. */
export function methodData(order: Order, notificationUrl: string): string {
  return writeMessage({
    threeDSServerTransID: authenticationIds(order).serverTransactionId, threeDSMethodNotificationURL: notificationUrl,
  })
}

/** The challenge request; contains the address for the issuer's answer. */
export function challengeRequest(order: Order, notificationUrl: string): string {
  const { serverTransactionId, issuerTransactionId } = authenticationIds(order)
  return writeMessage({
    threeDSServerTransID: serverTransactionId, acsTransID: issuerTransactionId, messageType: 'CReq',
    messageVersion: '2.2.0', challengeWindowSize: '05', notificationURL: notificationUrl,
  })
}

/** The challenge response, sealed by the issuer. */
export function challengeResponse(order: Order, verdict: Verdict, issuerKey: string): string {
  const { serverTransactionId, issuerTransactionId } = authenticationIds(order)
  return writeMessage({
    threeDSServerTransID: serverTransactionId, acsTransID: issuerTransactionId, messageType: 'CRes',
    messageVersion: '2.2.0', challengeCompletionInd: 'Y', transStatus: verdict,
    seal: issuerSeal(issuerKey, order.orderId, verdict),
  })
}

/** The authentication request of version 1. */
export function authenticationRequest(order: Order): string {
  const { orderId, amount, currency } = order
  return writeOldMessage({ message: 'PaReq', xid: authenticationIds(order).exchangeId, orderId, amount, currency })
}

/** The authentication response of version 1, sealed by the issuer. */
export function authenticationResponse(order: Order, verdict: Verdict, issuerKey: string): string {
  return writeOldMessage({
    message: 'PaRes', xid: authenticationIds(order).exchangeId, status: verdict,
    seal: issuerSeal(issuerKey, order.orderId, verdict),
  })
}
