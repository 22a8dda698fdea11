/** What can be done with money, in English: words of the review, the button, the result and a possible duplicate. */

/** Places in the texts: `{amount}`, `{amounts}`, `{currency}`, `{ago}`. */
export interface Verb {
  readonly id: string
  /** The name of the dialog that asks for the confirmation. */
  readonly confirm: string
  readonly amount: string
  readonly oneOf: string
  readonly whole: string
  readonly wholeUnknown: string
  /** Whether it can be undone. */
  readonly undo: string
  /** The same where it cancels a hold (addendum 8); absent where that makes no difference. */
  readonly undoOfHold?: string
  /** What a possible duplicate did. */
  readonly duplicate: string
  /** The same where no card reference tells whether it was the same card; absent where that makes no difference. */
  readonly duplicateWithoutCard?: string
  readonly again: string
  readonly approved: string
  readonly declined: string
}

export const charge = {
  id: 'charge',
  confirm: 'Confirm charge',
  amount: 'Charge {amount} {currency}',
  oneOf: 'Charge one of {amounts} {currency}',
  whole: 'Charge the whole {amount} {currency}',
  wholeUnknown: 'Charge the whole amount',
  undo: 'Once sent it can not be called back. An approved charge can be refunded.',
  duplicate: 'The same card was charged {amount} {ago}',
  duplicateWithoutCard: 'A charge of the same amount, {amount}, was made {ago}',
  again: 'New charge',
  approved: 'Approved and final. The customer has paid; the serial number names this charge at the gateway.',
  declined: 'Declined and final: no money moved. Ask the customer for another card or tell them the advice above.',
} as const satisfies Verb

export const hold = {
  id: 'hold',
  confirm: 'Confirm preauthorisation',
  amount: 'Hold {amount} {currency}',
  oneOf: 'Hold one of {amounts} {currency}',
  whole: 'Hold the whole {amount} {currency}',
  wholeUnknown: 'Hold the whole amount',
  undo: 'Once sent it can not be called back. An approved hold can be cancelled as a whole.',
  duplicate: 'The same card had {amount} held {ago}',
  duplicateWithoutCard: 'The same amount, {amount}, was held {ago}',
  again: 'New preauthorisation',
  approved: 'Approved and final. The amount is held, not taken; the serial number names this preauthorisation at the gateway.',
  declined: 'Declined and final: nothing is held. Ask the customer for another card or tell them the advice above.',
} as const satisfies Verb

export const refund = {
  id: 'refund',
  confirm: 'Confirm refund',
  amount: 'Refund {amount} {currency}',
  oneOf: 'Refund one of {amounts} {currency}',
  whole: 'Refund the whole {amount} {currency}',
  wholeUnknown: 'Refund the whole amount',
  undo: 'A refund can not be undone.',
  undoOfHold: 'The order is a preauthorisation: this cancels the hold. It can not be undone.',
  duplicate: 'The same order was refunded {amount} {ago}',
  again: 'Back to the order',
  approved: 'Approved and final. The bank decides when the customer sees the money; the serial number names this refund at the gateway.',
  declined: 'Declined and final: nothing was refunded. Ask support of the gateway why, with the serial number.',
} as const satisfies Verb

export const voiding = {
  id: 'void',
  confirm: 'Confirm void',
  amount: 'Void {amount} {currency}',
  oneOf: 'Void one of {amounts} {currency}',
  whole: 'Void the whole {amount} {currency}',
  wholeUnknown: 'Void the whole transaction',
  undo: 'A void can not be undone.',
  duplicate: 'The same order was voided ({amount}) {ago}',
  again: 'Back to the order',
  approved: 'Approved and final. The transaction is taken back; the serial number names this void at the gateway.',
  declined: 'Declined and final: nothing was voided. Ask support of the gateway why, with the serial number.',
} as const satisfies Verb

export const capture = {
  id: 'capture',
  confirm: 'Confirm capture',
  amount: 'Capture {amount} {currency}',
  oneOf: 'Capture one of {amounts} {currency}',
  whole: 'Capture the whole {amount} {currency}',
  wholeUnknown: 'Capture the whole amount',
  undo: 'A capture can not be undone. What was captured can be refunded.',
  duplicate: 'The same order was captured ({amount}) {ago}',
  again: 'Back to the order',
  approved: 'Approved and final. The amount is taken; the serial number names this capture at the gateway.',
  declined: 'Declined and final: nothing was captured. Ask support of the gateway why, with the serial number.',
} as const satisfies Verb

export const transfer = {
  id: 'transfer',
  confirm: 'Confirm transfer',
  amount: 'Transfer {amount} {currency}',
  oneOf: 'Transfer one of {amounts} {currency}',
  whole: 'Transfer the whole {amount} {currency}',
  wholeUnknown: 'Transfer the whole amount',
  undo: 'A transfer can not be undone.',
  duplicate: 'The same transfer of {amount} was made {ago}',
  again: 'New transfer',
  approved: 'Approved and final. The serial number names this transfer at the gateway.',
  declined: 'Declined and final: no money moved. Ask support of the gateway why, with the serial number.',
} as const satisfies Verb

export const payout = {
  id: 'payout',
  confirm: 'Confirm payout',
  amount: 'Pay out {amount} {currency}',
  oneOf: 'Pay out one of {amounts} {currency}',
  whole: 'Pay out the whole {amount} {currency}',
  wholeUnknown: 'Pay out the whole amount',
  undo: 'A payout can not be undone.',
  duplicate: 'The same payout of {amount} was made {ago}',
  again: 'New payout',
  approved: 'Approved and final. The serial number names this payout at the gateway.',
  declined: 'Declined and final: no money moved. Ask support of the gateway why, with the serial number.',
} as const satisfies Verb
