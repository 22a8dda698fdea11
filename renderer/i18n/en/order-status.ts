/** Texts of the screen "Order status". */
export const orderStatus = {
  title: 'Order status',
  subtitle: 'What happened to an order. Enter its merchant order id; a serial number or order id alone is enough only for orders in the history here. Asking moves no money.',
  lookUp: 'Look up',
  oneNeeded: 'Give a serial number, an order id or a merchant order id.',
  alsoNeeded: 'The gateway needs this id too. Leave it empty only if the order is in the history here.',
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
