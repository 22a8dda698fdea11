/** The texts of documents: confirmations for the customer, and the investigation report for gateway support. */
import type { ClosingKind } from '../model/history/history.ts'

/** What a confirmation shows of a payment and of a refund; each is the label of a value. */
type ConfirmationLabel =
  | 'amount' | 'paidAt' | 'refundedAt' | 'card' | 'reference' | 'refunded' | 'ofPayment' | 'bankReference' | 'statusAt'

/** What the report shows of the order and of each request; each is the label of a value. */
type ReportLabel =
  | 'written' | 'environment' | 'login' | 'endpoint' | 'group' | 'orderId' | 'merchantOrderId' | 'requests' | 'time'
  | 'serialNumber' | 'askedSerialNumber' | 'amount' | 'state' | 'address' | 'fields' | 'signedText' | 'outcome'
  | 'received' | 'status' | 'code' | 'message' | 'reply' | 'reason' | 'statusChecked'
  | 'threeDSecureStep' | 'contentRemoved' | 'callbackChecked' | 'callbackFields'

export interface DocumentTexts {
  /** Of every document that is not about production. */
  readonly test: string
  readonly payment: { readonly title: string; readonly text: string }
  /** Names no date of arrival: the customer's bank decides it. */
  readonly refund: { readonly title: string; readonly text: string; readonly arrival: string }
  /** The last sentence of both. Never the word for a fiscal receipt. */
  readonly noInvoice: string
  readonly labels: Readonly<Record<ConfirmationLabel, string>>
  readonly report: {
    readonly title: string
    readonly text: string
    /** Whether a saved file ends with a signature of this desk; a printed copy has none. */
    readonly signed: string
    readonly unsigned: string
    readonly labels: Readonly<Record<ReportLabel, string>>
    readonly closed: Readonly<Record<ClosingKind, string>>
    /** The heading of a request: `{number}` counts from 1, `{operation}` is its name at the gateway. */
    readonly request: string
    /** How many requests the report has; `newestOnly` where older ones are left out. */
    readonly oldestFirst: string
    readonly newestOnly: string
    /** When an answer came: `{time}`, and `{ms}` milliseconds later. */
    readonly after: string
    readonly minorUnits: string
    readonly none: string
    readonly notKnown: string
    /** In the place of a control or an `Authorization` value. */
    readonly leftOut: string
    readonly callback: { readonly title: string; readonly text: string }
  }
}
