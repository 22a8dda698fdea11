/** Texts of a profile's limits, and of the extra confirmation in production. */
export const limits = {
  title: 'Limits',
  none: 'No limits: any amount can be charged, refunded and paid out.',
  hint: 'An empty field means no limit, 0 means not allowed. Currencies that are not listed cannot be used. Over a limit nothing is sent; an administrator can raise it. A day begins at midnight in the time zone {timeZone}.',
  row: 'Limits, row {number}',
  currency: 'Currency',
  charge: 'One charge',
  refund: 'One refund',
  payout: 'One payout',
  batch: 'One batch',
  chargesOfADay: 'All charges of a day',
  refundsOfADay: 'All refunds of a day',
  payoutsOfADay: 'All payouts of a day',
  add: 'Add limits for a currency',
  remove: 'Remove the limits of row {number}',
} as const

export const batches = {
  title: 'Batches',
  hint: 'How fast the rows of a batch are sent, with the status checks that follow them. Ask gateway support before you raise it.',
  perSecond: 'Requests per second',
  perSecondHint: 'At most {most}.',
  perSecondHintSandbox: 'At most {most}. Empty: unlimited.',
  atOnce: 'Requests at the same time',
  atOnceHint: 'At most {most} wait for a reply.',
  format: 'Enter a whole number from 1 to {most}.',
} as const

export const confirmations = {
  title: 'Confirmation on production',
  stepUp: 'Ask for the passphrase again',
  stepUpHint: 'Before payments, when it was last entered more than five minutes ago. Changes of profiles, keys and secrets cannot be exempt.',
  outside: 'Confirm payments in a message box of the system',
  outsideHint: 'It names amount, merchant and order outside this window. A window that was taken over cannot press its button.',
  less: 'With less confirmation, whoever sits down at an unlocked desk or takes over its window can move money.',
} as const
