import { expect, test } from 'vitest'
import { success } from '#shared/result.ts'
import { flushScreen } from '../screen-support/open.ts'
import { type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { aPage, approved, aReport, openOrder } from './order-screen.ts'

async function chooseRefund(): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('[role="combobox"]')!
  await type(box, 'refund')
  await flushScreen()
  box.form!.requestSubmit()
  await flushScreen()
}

const search = { 'history.search': () => success({ rows: [], next: null }) }

test('"refund" in the quick search opens the refund of the payment on screen', async () => {
  const { path, called } = await openOrder(search)
  await chooseRefund()
  expect(path()).toBe('/payment')
  expect(words(document.querySelector('[role="dialog"]')!)).toContain(text('operation.return.name'))
  expect(called.map(({ name }) => name)).not.toContain('payments.review')
})

test('"refund" opens the approved payments if the payment on screen cannot be refunded', async () => {
  const { address, go } = await openOrder({ ...search, 'orders.page': () => success(aPage({ reported: aReport(approved({ status: 'declined' })) })) })
  await chooseRefund()
  expect(address()).toBe('/history?state=approved')
  await go('/keys')
  await chooseRefund()
  expect(address()).toBe('/history?state=approved')
})
