/** The browser data that are uploaded with the result of the method page (§2.11). */
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import { uploadAfter } from '#shared/gateway/orders/three-d-secure.ts'

const otherFields: readonly FieldKey[] = [
  'orderId', 'merchantOrderId', 'threeDSecureServerTransactionId', 'methodCompletion', 'notificationUrl',
]

/** The fields that describe a browser, in wire order. */
export const browserFields: readonly FieldKey[] = uploadAfter('method').fields
  .filter(({ key, need }) => need !== 'supplied' && !otherFields.includes(key))
  .map(({ key }) => key)

/** What a page can read about its browser. */
export interface BrowserFacts {
  readonly navigator: Pick<Navigator, 'language' | 'userAgent'>
  readonly screen: Pick<Screen, 'colorDepth' | 'height' | 'width'>
  /** Minutes from local time to UTC, as `Date.getTimezoneOffset` returns them. */
  readonly timeZoneOffset: number
}

/**
 * The browser data of this computer, on which the issuer's page opens. The customer's IP address and the accept header
 * are left out, as a page cannot read them. Java is reported as not available.
 */
export function browserDataOf({ navigator, screen, timeZoneOffset }: BrowserFacts): FieldValues {
  return {
    browserAcceptLanguage: navigator.language,
    browserColorDepth: String(screen.colorDepth),
    browserJavaEnabled: 'false',
    browserJavascriptEnabled: 'true',
    browserUserAgent: navigator.userAgent,
    browserTimeZone: String(timeZoneOffset),
    browserScreenHeight: String(screen.height),
    browserScreenWidth: String(screen.width),
  }
}
