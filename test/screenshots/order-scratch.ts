import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { closeBrowser, freshFolder } from '../e2e/support/launch.ts'
import { chargeByHand, confirmPayment, fill, goToOperation, headline, openConsole } from '../e2e/support/console.ts'
import { label, text } from '../texts.ts'

const out = '/tmp/order-pictures'
mkdirSync(out, { recursive: true })
const sizes = [{ width: 1280, height: 800 }, { width: 1024, height: 640 }, { width: 512, height: 800 }]
async function shoot(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) for (const size of sizes) {
    if (scheme === 'dark' && size.width !== 1280) continue
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(size)
    await page.waitForTimeout(150)
    await page.evaluate(`document.querySelector('main').scrollTo(0, 0); window.scrollTo(0, 0)`)
    await page.screenshot({ path: `${out}/${name}-${scheme}-${size.width}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes[0]!)
}
const until = (page: Page, word: string) => headline(page).filter({ hasText: word }).waitFor({ timeout: 30_000 })
const console_ = await openConsole({ userData: freshFolder() })
const { page } = console_
const returns = text('order.action.open', { operation: text('operation.return.name') })
await chargeByHand(page, { 'Card reference id': '1000103', 'Amount': '7.20' })
await until(page, 'money may have moved')
await shoot(page, 'unknown')
await chargeByHand(page, { Amount: '1050.00' })
await until(page, 'approved')
await shoot(page, 'approved')
await page.getByRole('link', { name: text('answer.openOrder') }).click()
await page.getByRole('button', { name: returns, disabled: false }).waitFor()
await shoot(page, 'order-paid')
for (const part of ['20.00', '300.00', '5.14']) {
  await page.getByRole('button', { name: returns }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: text('order.payment.part') }).check()
  await form.getByLabel(label('amount'), { exact: true }).fill(part)
  await form.getByLabel(label('comment'), { exact: true }).fill('Wrong size')
  await form.getByRole('button', { name: text('operation.return.button') }).click()
  await page.getByRole('button', { name: text('verb.refund.amount', { amount: part, currency: 'USD' }) }).click()
  await until(page, part === '5.14' ? 'declined' : 'approved')
  if (part === '300.00') await shoot(page, 'refund-result')
  await page.getByRole('button', { name: text('verb.refund.again') }).click()
}
await page.waitForTimeout(1500)
await shoot(page, 'order-refunded')
await page.getByRole('button', { name: returns }).click()
await page.getByLabel(label('amount'), { exact: true }).fill('1000000.00')
await page.getByLabel(label('comment'), { exact: true }).fill('Wrong size')
await page.getByRole('button', { name: text('operation.return.button') }).click()
await page.waitForTimeout(300)
await shoot(page, 'too-much')
await page.getByRole('button', { name: text('common.cancel') }).click()
await page.getByText(text('order.transaction.everything'), { exact: true }).click()
await shoot(page, 'order-everything')
await goToOperation(page, text('operation.preauth.name'))
await fill(page, {
  'Amount': '10.15', 'Customer IP address': '203.0.113.9', 'Order description': 'Test order', 'Card number': '4000000000001000',
  'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12', 'Expiry year': '28',
})
await confirmPayment(page, { review: text('operation.preauth.button'), dialog: text('verb.hold.confirm'), button: 'Hold 10.15 USD' })
await until(page, 'approved')
await page.getByRole('link', { name: text('answer.openOrder') }).click()
const release = text('order.action.open', { operation: text('operation.return-of-hold.name') })
await page.getByRole('button', { name: release, disabled: false }).waitFor()
await shoot(page, 'order-held')
await page.getByRole('button', { name: release }).click()
await page.getByLabel(label('comment'), { exact: true }).fill('Order cancelled')
await shoot(page, 'release-form')
await page.getByRole('button', { name: text('operation.return-of-hold.button') }).click()
await page.getByRole('dialog', { name: text('verb.release.confirm') }).waitFor()
await shoot(page, 'release-confirm')
await console_.close()
await closeBrowser()
