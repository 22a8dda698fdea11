/** The texts of documents: confirmations for the customer, and the investigation report for gateway support. */
import type { ClosingKind } from '../model/history/history.ts'

/** The labels of values in a confirmation of a payment or refund. */
type ConfirmationLabel =
  | 'amount' | 'paidAt' | 'refundedAt' | 'card' | 'reference' | 'refunded' | 'ofPayment' | 'bankReference' | 'statusAt'

/** The labels of values of the order and its requests in the report. */
type ReportLabel =
  | 'written' | 'environment' | 'login' | 'endpoint' | 'group' | 'orderId' | 'merchantOrderId' | 'requests' | 'time'
  | 'serialNumber' | 'askedSerialNumber' | 'amount' | 'state' | 'address' | 'fields' | 'signedText' | 'outcome'
  | 'received' | 'status' | 'code' | 'message' | 'reply' | 'reason' | 'statusChecked'
  | 'threeDSecureStep' | 'contentRemoved' | 'callbackChecked' | 'callbackFields'

export interface DocumentTexts {
  /** Shown on every document outside production. */
  readonly test: string
  readonly payment: { readonly title: string; readonly text: string }
  /** Names no date of arrival: the customer's bank decides it. */
  readonly refund: { readonly title: string; readonly text: string; readonly arrival: string }
  /** The last sentence of both confirmations. Never uses the word for a fiscal receipt. */
  readonly noInvoice: string
  readonly labels: Readonly<Record<ConfirmationLabel, string>>
  readonly report: {
    readonly title: string
    readonly text: string
    /** States whether the saved file ends with a signature of this desk; a printed copy has none. */
    readonly signed: string
    readonly unsigned: string
    readonly labels: Readonly<Record<ReportLabel, string>>
    readonly closed: Readonly<Record<ClosingKind, string>>
    /** The heading of a request: `{number}` counts from 1, `{operation}` is its name at the gateway. */
    readonly request: string
    /** The number of requests in the report; `newestOnly` if older ones are left out. */
    readonly oldestFirst: string
    readonly newestOnly: string
    /** The time of a reply: `{time}`, `{ms}` milliseconds after the request. */
    readonly after: string
    readonly minorUnits: string
    readonly none: string
    readonly notKnown: string
    /** Replaces a control or an `Authorization` value. */
    readonly leftOut: string
    readonly callback: { readonly title: string; readonly text: string }
  }
}
