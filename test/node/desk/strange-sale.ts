/** A sale at a gateway whose replies to everything are given. */
import { confirm, type Sold } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, open, type TestDesk } from './support.ts'

/** The fields of every status reply, and the replies to refunds; null breaks the connection. */
export interface Answers { status: Record<string, string>; refund: string | null }

/** A desk with a sale of 10.15 USD, of which the gateway reported this status. */
export async function saleAt(status = 'approved'): Promise<{ desk: TestDesk; order: Sold; answers: Answers }> {
  const answers: Answers = { status: {}, refund: 'type=async-response\n&serial-number=2-2\n&gw-order-id=77\n' }
  const desk = await open()
  const profileId = await profileAt(desk, (path) => {
    const fields = Object.entries({ type: 'status-response', ...answers.status })
    if (path.includes('/status/')) return fields.map(([name, value]) => `${name}=${value}\n`).join('&')
    if (path.includes('/return/')) return answers.refund
    return path.includes('/make-rebill-sale/')
      ? 'type=async-response\n&serial-number=1-1\n&gw-order-id=77\n' : 'type=validation-error\n'
  })
  const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm, acceptUnverifiedCard: true })
  answers.status = {
    status, 'transaction-type': 'sale', 'merchant-order-id': review.merchantOrderId, 'gw-order-id': '77',
    'initial-amount': '10.15', currency: 'USD', 'processor-tx-id': 'PNTEST-1', 'gate-partial-reversal': 'disabled',
    'transaction-date': new Date().toISOString().replace('T', ' ').replace('Z', ' UTC'),
  }
  await desk.call('orders.checkStatus', { entryId: answer.entryId })
  const order = { orderId: answer.orderId!, merchantOrderId: review.merchantOrderId, answer }
  return { desk: { ...desk, profileId }, order, answers }
}
