/** Texts of the screen "Order status". */
export const orderStatus = {
  oneNeeded: 'Enter a serial number, an order id or a merchant order id.',
  alsoNeeded: 'Required by the gateway. Leave it empty only if the order is in the history here.',
  needed: {
    title: 'The merchant order id is required',
    text: 'The gateway documents status requests with the merchant order id only, and it is not in the history for this order. Enter it and look up again.',
    askAnyway: 'Check anyway',
    undocumented: 'Not documented: without the merchant order id the gateway may refuse the request or return another order.',
  },
  theRequest: 'This request',
  nowMissing: 'The current order status could not be checked. Look up the order without the serial number.',
  example: { orderId: 'order id', merchantOrderId: 'merchant order id', serialNumber: 'serial number' },
} as const
