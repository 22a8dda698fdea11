// The page of a payment that the gateway reports differently from the request.
import { beforeEach, expect, test } from 'vitest'
import type { Masked, MinorUnits } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { words } from '../support/mount.ts'
import { aCharge, intent, outcome, seen } from './entries.ts'
import { aPage, approved, aReport, openOrder } from './order-screen.ts'
import { text } from '../../support/texts.ts'

const sale = 'status=approved&transaction-type=sale&initial-amount=10.15&currency=USD' as Masked
const charge = aCharge(
  { minorAmount: '1015' as MinorUnits, currency: 'USD' },
  [intent('09:41:07'), outcome('09:41:08'), seen('09:41:13', 'approved', 'sale_approved', { reply: sale })],
)

// Removes a language that another test stored.
beforeEach(() => { window.localStorage.clear() })

async function pageWhere(fields: Readonly<Record<string, string>>): Promise<string> {
  const reported = aReport(approved({ 'transaction-type': 'sale', 'initial-amount': '10.15', currency: 'USD', ...fields }))
  await openOrder({ 'orders.page': () => success(aPage({ entries: [charge], reported })) })
  return words(document.body)
}

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['another amount', { 'initial-amount': '100.00' }, text('order.otherwise.amount', { sent: '10.15 USD', reported: '100.00 USD' })],
  ['another currency', { currency: 'EUR' }, text('order.otherwise.amount', { sent: '10.15 USD', reported: '10.15 EUR' })],
  ['a hold in place of a charge', { 'transaction-type': 'preauth' }, text('order.otherwise.type', { type: 'preauth' })],
  ['an order that is not final any more', { status: 'chargeback' }, text('order.otherwise.status', { status: 'chargeback' })],
  ['a chargeback after the charge', { 'transaction-type': 'chargeback' }, text('order.otherwise.type', { type: 'chargeback' })],
])('%s is reported before any refund, and the customer’s text does not confirm a payment', async (_name, fields, expected) => {
  const page = await pageWhere(fields)
  expect(page).toContain(`${text('order.otherwise.title')}${expected}`)
  expect(page).toContain(text('order.step.otherwiseText'))
  expect(page).not.toContain('was successful. Thank you.')
})

test('a report that equals the request is not mentioned, however its amount is written', async () => {
  const page = await pageWhere({ 'initial-amount': '10.150' })
  expect(page).not.toContain(text('order.otherwise.title'))
  expect(page).toContain('was successful. Thank you.')
})
