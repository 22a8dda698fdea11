/** Texts of the screen "Recurrent payment"; confirming and the result are in `payment.ts`. */
export const recurrentPayment = {
  title: 'Recurrent payment',
  subtitle: 'Charge a card on file. Nothing is sent until you confirm.',
  review: 'Review charge',
  signedWith: 'Nothing is sent yet. Signed with the control secret of {name}.',
  newOrderId: 'Suggest another order id',
  noRedirectUrl: 'Without a redirect address a 3-D Secure order cannot finish: the cardholder has no page to return to.',
} as const
