/** Texts about actions on money, for the review, the button, the result and a possible duplicate. */

/** Placeholders in the texts: `{amount}`, `{amounts}`, `{currency}`, `{ago}`, `{card}`. */
export interface Verb {
  readonly id: string
  /** The title of the confirmation dialog. */
  readonly confirm: string
  readonly amount: string
  readonly oneOf: string
  readonly whole: string
  readonly wholeUnknown: string
  /** Whether the action can be undone. */
  readonly undo: string
  /** What the possible duplicate did, as a sentence of the warning. */
  readonly duplicate: string
  /** The same if no card reference proves that it was the same card; absent if the card makes no difference. */
  readonly duplicateWithoutCard?: string
  readonly again: string
  /** The state of an order that only had this action. */
  readonly done: string
  /** While the result is not known. */
  readonly doing: string
  /** After approval; `pastWithCard` if the card is known. */
  readonly past: string
  readonly pastWithCard?: string
  /** If the outcome is not known. */
  readonly maybe: string
  /** If it certainly did not happen. */
  readonly undone: string
}

export const charge = {
  id: 'charge',
  confirm: 'Confirm charge',
  amount: 'Charge {amount} {currency}',
  oneOf: 'Charge one of {amounts} {currency}',
  whole: 'Charge the whole {amount} {currency}',
  wholeUnknown: 'Charge the whole amount',
  undo: 'A sent charge cannot be cancelled. An approved charge can be refunded.',
  duplicate: 'The same card was charged {amount} {ago}',
  duplicateWithoutCard: 'A charge of the same amount, {amount}, was sent {ago}',
  again: 'New charge',
  done: 'Paid',
  doing: 'Charging {amount}',
  past: '{amount} paid',
  pastWithCard: '{amount} paid by {card}',
  maybe: '{amount} may have been charged',
  undone: '{amount} was not charged.',
} as const satisfies Verb

export const hold = {
  id: 'hold',
  confirm: 'Confirm preauthorisation',
  amount: 'Hold {amount} {currency}',
  oneOf: 'Hold one of {amounts} {currency}',
  whole: 'Hold the whole {amount} {currency}',
  wholeUnknown: 'Hold the whole amount',
  undo: 'A sent preauthorisation cannot be withdrawn. An approved hold can be cancelled as a whole.',
  duplicate: 'The same card had {amount} held {ago}',
  duplicateWithoutCard: 'The same amount, {amount}, was held {ago}',
  again: 'New preauthorisation',
  done: 'Held',
  doing: 'Holding {amount}',
  past: '{amount} held',
  pastWithCard: '{amount} held on {card}',
  maybe: '{amount} may be held',
  undone: '{amount} is not held.',
} as const satisfies Verb

export const refund = {
  id: 'refund',
  confirm: 'Confirm refund',
  amount: 'Refund {amount} {currency}',
  oneOf: 'Refund one of {amounts} {currency}',
  whole: 'Refund the whole {amount} {currency}',
  wholeUnknown: 'Refund the whole amount',
  undo: 'A refund cannot be undone.',
  duplicate: 'The same order was refunded {amount} {ago}',
  again: 'Back to the order',
  done: 'Refunded',
  doing: 'Refunding {amount}',
  past: '{amount} refunded',
  maybe: '{amount} may have been refunded',
  undone: '{amount} was not refunded.',
} as const satisfies Verb

/** A refund of a preauthorisation: it cancels the hold (addendum 8). */
export const release = {
  id: 'release',
  confirm: 'Confirm release',
  amount: 'Release {amount} {currency}',
  oneOf: 'Release one of {amounts} {currency}',
  whole: 'Release the hold of {amount} {currency}',
  wholeUnknown: 'Release the whole hold',
  undo: 'The order is a preauthorisation: this cancels the hold as a whole. It cannot be undone.',
  duplicate: 'The same hold was released ({amount}) {ago}',
  again: 'Back to the order',
  done: 'Released',
  doing: 'Releasing the hold of {amount}',
  past: 'The hold of {amount} is released',
  maybe: 'The hold of {amount} may be released',
  undone: 'The hold of {amount} was not released.',
} as const satisfies Verb

export const voiding = {
  id: 'void',
  confirm: 'Confirm void',
  amount: 'Void {amount} {currency}',
  oneOf: 'Void one of {amounts} {currency}',
  whole: 'Void the whole {amount} {currency}',
  wholeUnknown: 'Void the whole payment',
  undo: 'A void cannot be undone.',
  duplicate: 'The same order was voided ({amount}) {ago}',
  again: 'Back to the order',
  done: 'Voided',
  doing: 'Voiding {amount}',
  past: '{amount} voided',
  maybe: '{amount} may have been voided',
  undone: '{amount} was not voided.',
} as const satisfies Verb

export const capture = {
  id: 'capture',
  confirm: 'Confirm capture',
  amount: 'Capture {amount} {currency}',
  oneOf: 'Capture one of {amounts} {currency}',
  whole: 'Capture the whole {amount} {currency}',
  wholeUnknown: 'Capture the whole amount',
  undo: 'A capture cannot be undone. What was captured can be refunded.',
  duplicate: 'The same order was captured ({amount}) {ago}',
  again: 'Back to the order',
  done: 'Captured',
  doing: 'Capturing {amount}',
  past: '{amount} captured',
  maybe: '{amount} may have been captured',
  undone: '{amount} was not captured.',
} as const satisfies Verb

export const transfer = {
  id: 'transfer',
  confirm: 'Confirm transfer',
  amount: 'Transfer {amount} {currency}',
  oneOf: 'Transfer one of {amounts} {currency}',
  whole: 'Transfer the whole {amount} {currency}',
  wholeUnknown: 'Transfer the whole amount',
  undo: 'A transfer cannot be undone.',
  duplicate: 'The same transfer of {amount} was sent {ago}',
  again: 'New transfer',
  done: 'Transferred',
  doing: 'Transferring {amount}',
  past: '{amount} transferred',
  maybe: '{amount} may have been transferred',
  undone: '{amount} was not transferred.',
} as const satisfies Verb

export const payout = {
  id: 'payout',
  confirm: 'Confirm payout',
  amount: 'Pay out {amount} {currency}',
  oneOf: 'Pay out one of {amounts} {currency}',
  whole: 'Pay out the whole {amount} {currency}',
  wholeUnknown: 'Pay out the whole amount',
  undo: 'A payout cannot be undone.',
  duplicate: 'The same payout of {amount} was sent {ago}',
  again: 'New payout',
  done: 'Paid out',
  doing: 'Paying out {amount}',
  past: '{amount} paid out',
  maybe: '{amount} may have been paid out',
  undone: '{amount} was not paid out.',
} as const satisfies Verb
