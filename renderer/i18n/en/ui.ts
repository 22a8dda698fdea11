/** Texts of the component kit. */
export const ui = {
  copy: 'Copy',
  copyThing: 'Copy {thing}',
  copiedThing: 'Copied: {thing}',
  copiedForAWhile: 'Copied for 30 seconds: {thing}',
  copyFailed: 'Could not copy {thing}',
  thisText: 'this text',
  characters: '{used} of {limit}',
  charactersOver: '{used} of {limit}: {over} too many',
  chooseOne: 'Choose…',
  cardNumber: 'Card number',
  dismiss: 'Dismiss',
  utc: '{time} UTC',
} as const
