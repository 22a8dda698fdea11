/**
 * `npm run screenshots`: photographs every screen of the built application over its built-in gateway, light and dark,
 * in two sizes. All go to `test/.artifacts/screenshots`; the ones the README shows also to `docs/screenshots`.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { closeBrowser, freshFolder, hostMissing } from '../e2e/support/launch.ts'
import {
  chargeByHand, confirmPayment, fill, fillCharge, go, headline, keychain, openConsole,
} from '../e2e/support/console.ts'

const project = resolve(import.meta.dirname, '../..')
const artifacts = join(project, 'test/.artifacts/screenshots')
const shown = join(project, 'docs/screenshots')
const shownInReadme = ['recurrent-payment-light', 'confirm-charge-light', 'order-status-dark', 'order-page-light', 'inspector-light']

const sizes = [{ width: 1280, height: 800 }, { width: 1024, height: 640 }]

const until = async (page: Page, word: string): Promise<void> => {
  await headline(page).filter({ hasText: word }).waitFor({ timeout: 30_000 })
}

const openOperation = async (page: Page, name: string): Promise<void> => {
  await go(page, 'More operations')
  await page.getByRole('main').getByRole('link').filter({ hasText: name }).first().click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Each picture: its name and how a person gets there from any screen. */
const pictures: readonly (readonly [name: string, walk: (page: Page) => Promise<void>])[] = [
  ['order-status-empty', (page) => go(page, 'Order status')],
  ['order-status', async (page) => {
    await go(page, 'Order status')
    await page.getByLabel('Merchant order id', { exact: true }).fill('first-payment-1')
    await page.getByRole('button', { name: 'Look up' }).click()
    await until(page, 'approved')
  }],
  ['register-card', async (page) => {
    await page.getByRole('link', { name: 'Register card' }).click()
    await page.getByRole('button', { name: /Register/ }).click()
    await until(page, 'Card registered')
  }],
  ['card-lookup', async (page) => {
    await go(page, 'Card lookup')
    await page.getByLabel('Card reference id', { exact: true }).fill('1000001')
    await page.getByRole('button', { name: 'Look up' }).click()
    await until(page, 'Card found')
  }],
  ['open-outcomes-empty', (page) => go(page, 'Unsettled')],
  ['charge-unknown', async (page) => {
    await chargeByHand(page, { 'Card reference id': '1000103', 'Amount': '7.20' })
    await until(page, 'money may have moved')
  }],
  ['charge-declined', async (page) => {
    await chargeByHand(page, { 'Card reference id': '1000002', 'Amount': '3.40' })
    await until(page, 'declined')
  }],
  ['charge-approved', async (page) => {
    await chargeByHand(page)
    await until(page, 'approved')
  }],
  ['order-page', async (page) => {
    await page.getByRole('link', { name: 'Open order' }).click()
    await page.getByRole('button', { name: 'Refund…', disabled: false }).waitFor()
  }],
  ['refund', async (page) => {
    await page.getByRole('button', { name: 'Refund…' }).click()
    await page.getByLabel('A part', { exact: true }).check()
    await page.getByLabel('Amount', { exact: true }).fill('4.00')
    await page.getByLabel('Comment', { exact: true }).fill('Wrong size')
  }],
  ['confirm-refund', async (page) => {
    await page.getByRole('button', { name: 'Review refund' }).click()
    await page.getByRole('dialog', { name: 'Confirm refund' }).waitFor()
  }],
  ['order-page-refunded', async (page) => {
    await page.getByRole('button', { name: 'Refund 4.00 USD' }).click()
    await until(page, 'Refund approved')
    await page.getByRole('button', { name: 'Back to the order' }).click()
  }],
  ['recurrent-payment-problems', async (page) => {
    await go(page, 'Order status')
    await go(page, 'Recurrent payment')
    await fillCharge(page, { 'Amount': '10,15', 'Customer IP address': 'here' })
    await page.getByRole('button', { name: 'Review charge' }).click()
  }],
  ['recurrent-payment', async (page) => {
    await go(page, 'Order status')
    await go(page, 'Recurrent payment')
    await fillCharge(page)
  }],
  ['confirm-charge', async (page) => {
    await page.getByRole('button', { name: 'Review charge' }).click()
    await page.getByRole('dialog', { name: 'Confirm charge' }).waitFor()
  }],
  ['more-operations', async (page) => {
    await page.keyboard.press('Escape')
    await go(page, 'More operations')
  }],
  ['sale', async (page) => {
    await openOperation(page, 'Sale')
    await page.getByRole('button', { name: '4000000000001000' }).click()
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  }],
  ['sale-refused-card', async (page) => {
    await page.getByLabel('Card number', { exact: true }).fill('4111111111111112')
    await page.getByLabel('Expiry year', { exact: true }).fill('2020')
    await page.getByRole('button', { name: 'Review sale' }).click()
  }],
  ['transfer', (page) => openOperation(page, 'Transfer')],
  ['payout', (page) => openOperation(page, 'Payout (v2)')],
  ['card-eligibility', async (page) => {
    await openOperation(page, 'Card eligibility check')
    await page.getByRole('button', { name: /^1000001/ }).click()
    await page.getByRole('button', { name: 'Check eligibility' }).click()
    await until(page, 'Answered')
  }],
  ['upload-by-hand', (page) => openOperation(page, '3-D Secure method result')],
  ['three-d-secure-method', async (page) => {
    await openOperation(page, 'Sale')
    await fill(page, {
      'Amount': '10.15', 'Customer IP address': '203.0.113.9', 'Order description': 'Test order',
      'Card number': '4000000000002206', 'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12',
      'Expiry year': String((new Date().getFullYear() + 2) % 100),
    })
    await confirmPayment(page, { review: 'Review sale', dialog: 'Confirm charge', button: 'Charge 10.15 USD' })
    await page.getByRole('link', { name: 'Open order' }).first().click()
    await page.getByRole('button', { name: 'Run the method page' }).waitFor()
  }],
  ['three-d-secure-challenge', async (page) => {
    await page.getByRole('button', { name: 'Run the method page' }).click()
    await page.getByRole('button', { name: 'Open the challenge' }).waitFor({ timeout: 30_000 })
  }],
  ['callback-empty', (page) => go(page, 'Check a callback')],
  ['callback-wrong', async (page) => {
    await page.getByLabel('Callback', { exact: true }).fill('https://shop.example/callback?status=approved'
      + '&merchant_order=first-payment-1&client_orderid=first-payment-1&orderid=9007199254740993&type=sale&amount=10.15'
      + `&control=${'0'.repeat(40)}`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await until(page, 'The control is wrong')
  }],
  ['inspector', async (page) => {
    await go(page, 'Base-string inspector')
    await page.getByLabel('Operation', { exact: true }).selectOption('create-card-ref-v4')
    await page.getByLabel('Merchant order id', { exact: true }).fill('inv 4097763')
    await page.getByLabel('Order id', { exact: true }).fill('6768788')
    await page.getByRole('button', { name: 'Show what is signed' }).click()
    await page.getByText('for debugging, never send').first().waitFor()
  }],
  ['inspector-mistake-empty', (page) => page.getByRole('tab', { name: 'Find the mistake' }).click()],
  ['inspector-mistake', async (page) => {
    const body = 'client_orderid=inv%204097763&orderid=6768788'
    const parameters = `${body}&oauth_consumer_key=sandbox-merchant&oauth_nonce=9f21c0aa&oauth_signature_method=RSA-SHA256`
      + '&oauth_timestamp=1795192470&oauth_version=1.0'
    const address = 'https://gate.example/gw/api/v4/create-card-ref/1001'
    const signed = `POST&${encodeURIComponent(address)}&${encodeURIComponent(parameters.replace('inv%20', 'inv+'))}`
    const header = parameters.slice(body.length + 1).replaceAll('&', '", ').replaceAll('=', '="')
    await page.getByLabel('Request that was refused').fill(
      `POST ${address}\nAuthorization: OAuth ${header}"\n\n${body}\n\nbase string: ${signed}`)
    await page.getByRole('button', { name: 'Find the mistake' }).click()
    await page.getByText('Side by side').waitFor()
  }],
  ['inspector-mistake-sides', async (page) => {
    await page.getByRole('heading', { name: 'Side by side' }).scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'What it was taken for' }).scrollIntoViewIfNeeded()
  }],
  ['history', (page) => go(page, 'History')],
  ['history-entry', async (page) => {
    await page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: /Recurrent payment/ }).first().click()
    await page.getByText('Written to the history, then sent').waitFor()
  }],
  ['inspector-entry', async (page) => {
    await page.getByRole('link', { name: 'Open in inspector' }).click()
    await page.getByText('Is the text that was signed right?').waitFor()
  }],
  ['inspector-entry-text', async (page) => {
    await page.getByRole('button', { name: 'Find the mistake' }).click()
    await page.getByRole('button', { name: 'Find the mistake' }).click()
    await until(page, 'The signed text is right')
  }],
  ['maintenance', async (page) => {
    await go(page, 'Upkeep')
    await page.getByRole('button', { name: 'Verify journal' }).click()
    await page.getByText('every link holds').first().waitFor()
  }],
  ['open-outcomes', async (page) => {
    await go(page, 'Unsettled')
    await page.getByText('The gateway does not know the order.').first().waitFor({ timeout: 30_000 })
  }],
  ['keys', (page) => go(page, 'Keys')],
  ['profiles', (page) => go(page, 'Profiles')],
  ['profile-editor', async (page) => {
    await page.getByRole('button', { name: 'New profile' }).click()
    await page.getByRole('heading', { name: 'New profile' }).waitFor()
  }],
]

const missing = hostMissing()
if (missing !== null) {
  console.error(`No pictures were taken: ${missing}.`)
  process.exit(1)
}
mkdirSync(artifacts, { recursive: true })
mkdirSync(shown, { recursive: true })
const keys = await keychain()
try {
  for (const dark of [false, true]) {
    const { page, close } = await openConsole({ env: keys.env, dark, userData: freshFolder('screenshots') })
    for (const [name, walk] of pictures) {
      await walk(page)
      for (const size of sizes) {
        await page.setViewportSize(size)
        const file = `${name}-${dark ? 'dark' : 'light'}`
        const path = join(artifacts, `${file}-${size.width}.png`)
        // Focus rings and tooltips of the walk are not part of the picture.
        await page.screenshot({ path, animations: 'disabled' })
        if (size === sizes[0] && shownInReadme.includes(file)) copyFileSync(path, join(shown, `${file}.png`))
      }
      await page.setViewportSize(sizes[0] ?? { width: 1280, height: 800 })
    }
    await close()
  }
} finally {
  await closeBrowser()
  await keys.stop()
}
console.log(`Pictures are in ${artifacts.slice(project.length + 1)}; the README's in ${shown.slice(project.length + 1)}.`)
