/** Texts of the screen "Order status". */
export const orderStatus = {
  oneNeeded: 'Give a serial number, an order id or a merchant order id.',
  needed: {
    title: 'The merchant order id is needed',
    text: 'The gateway documents status requests with the merchant order id only, and the history does not know it for this one. Type it and look up again.',
    askAnyway: 'Ask anyway',
    undocumented: 'Undocumented: without the merchant order id the gateway may refuse, or mean another order.',
  },
  theRequest: 'This request',
  details: 'Details',
  theOrderNow: 'The order now',
  nowMissing: 'The order as it is now could not be asked. Look up without the serial number to see it.',
  example: { order: 'order id', merchantOrder: 'merchant order id', serialNumber: 'serial number' },
} as const
