// Payments sent over the page's bridge, for tests that only need an existing order.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { HistoryPage } from '#shared/model/history/history-list.ts'
import { openPayment } from './payment-page.ts'

/** Reviews and submits a payment; any screen may be open. Returns the first answer, or throws if it is not sent. */
export async function pay(
  page: Page, operation: string, values: Readonly<Record<string, string>>,
  confidential: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await page.evaluate(async ({ operation: wanted, values: given, confidential: secretly }) => {
    interface Listed { profile: { id: string; entryPoints: unknown[] } }
    interface Result {
      ok: boolean
      value: { intentId: string; possibleDuplicate: unknown; activeId: string; profiles: Listed[] }
    }
    interface Window { gatewayConsole: { call: Record<string, (input: unknown) => Promise<Result>> } }
    const { call } = (globalThis as unknown as Window).gatewayConsole
    const list = await call['profiles.list']!(null)
    const { id, entryPoints } = list.value.profiles.find(({ profile }) => profile.id === list.value.activeId)!.profile
    const review = await call['payments.review']!({
      profileId: id, entryPoint: entryPoints[0], operation: wanted, values: given, confidential: secretly,
    })
    if (!review.ok) throw new Error(`no review: ${JSON.stringify(review)}`)
    const { intentId, possibleDuplicate } = review.value
    const sent = await call['payments.submit']!({
      intentId, acceptUnverifiedCard: false, reason: possibleDuplicate === null ? null : 'a second order',
    })
    if (!sent.ok) throw new Error(`not sent: ${JSON.stringify(sent)}`)
    return sent.value
  }, { operation, values, confidential }) as unknown as Answer
}

/** The values of a charge that differ from the defaults of `charge`. */
interface Charge {
  readonly cardReference?: string
  readonly amount?: string
  readonly merchantOrderId?: string
  /** Determines the result in the sandbox, independent of the card. */
  readonly cvv?: string
}

/** Charges a card on file with a new merchant order id. */
export async function charge(page: Page, { cvv, ...what }: Charge = {}): Promise<Answer> {
  return await pay(page, 'recurrent-payment', {
    merchantOrderId: `inv-${randomUUID().slice(0, 8)}`, orderDescription: 'Subscription', cardReference: '1000001',
    amount: '10.15', currency: 'USD', customerIpAddress: '203.0.113.9', ...what,
  }, cvv === undefined ? {} : { cardVerificationValue: cvv })
}

/** The same, and waits until its history entry has this state. */
export async function charged(page: Page, state: EntryState, what: Charge = {}): Promise<Answer> {
  const answer = await charge(page, what)
  const query = { text: '', states: [state], operations: ['recurrent-payment'], profileId: null, before: null, limit: 200 }
  await expect.poll(async () => {
    const { value } = await page.evaluate<{ value: HistoryPage }>(`gatewayConsole.call['history.search'](${JSON.stringify(query)})`)
    return value.rows.map(({ entryId }) => entryId)
  }, { message: `${answer.merchantOrderId} is ${state}` }).toContain(answer.entryId)
  return answer
}

/** Charges a card on file, waits until it is approved, and opens its payment. */
export async function openPaid(page: Page, what: Charge = {}): Promise<Answer> {
  const answer = await charged(page, 'approved', what)
  await openPayment(page, answer.entryId)
  return answer
}
