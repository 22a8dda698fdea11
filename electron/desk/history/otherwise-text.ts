/** A sentence of a file about payments that the gateway reports differently than they were sent. */
export function otherwiseText(count: number): string {
  const payments = count === 1 ? '1 payment is reported' : `${count} payments are reported`
  return `${payments} by the gateway with another amount, currency, kind or status than here`
}
