/** Texts of the dialog of documents; those of the documents themselves are in `shared/customer-texts`. */
export const documents = {
  title: 'Documents',
  text: 'Confirmations for the customer, and the report for gateway support. Card numbers are masked.',
  kind: 'Document',
  payment: 'Payment confirmation',
  paymentHint: 'For the customer. The gateway is asked for the status first.',
  refund: 'Refund confirmation: {amount}, {day}',
  investigation: 'Investigation report',
  investigationHint: 'For gateway support, not for the customer: ids, times, replies and signed texts.',
  preparing: 'Preparing…',
  again: 'Prepare again',
  savePdf: 'Save PDF',
  saveText: 'Save text',
  print: 'Print…',
  copy: 'Copy as text',
  saved: 'Saved: {name}',
  thing: 'text of the document',
} as const
