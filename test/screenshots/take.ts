/**
 * `npm run screenshots`: photographs every screen of the built application with its built-in gateway, light and
 * dark, in two sizes. All are written to `test/.artifacts/screenshots`; the one in the README also to
 * `docs/screenshots`.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { closeBrowser, freshFolder, hostMissing } from '../e2e/support/launch.ts'
import {
  chargeByHand, confirmPayment, fill, fillCharge, go, headline, keychain, openConsole,
} from '../e2e/support/console.ts'
import { chooseOther, evidence, openEvidence, otherActions, showEverything } from '../e2e/support/payment-page.ts'
import { keyringMissing } from '../host/keyring.ts'
import { label, text, textPattern } from '../support/texts.ts'
import { accessPictures, type Picture } from './access.ts'
import { batchPictures } from './batches.ts'
import { keyPictures } from './keys.ts'
import { reconcilePictures } from './reconcile.ts'
import { endTeam, teamPictures } from './team.ts'

const project = resolve(import.meta.dirname, '../..')
const artifacts = join(project, 'test/.artifacts/screenshots')
const shown = join(project, 'docs/screenshots')
const shownInReadme = 'today-light'

const sizes = [{ width: 1280, height: 800 }, { width: 1024, height: 640 }]

const until = async (page: Page, word: string | RegExp): Promise<void> => {
  await headline(page).filter({ hasText: word }).waitFor({ timeout: 30_000 })
}

const chooseExample = async (page: Page, id: string): Promise<void> => {
  await page.getByRole('button', { name: text('forms.examples') }).click()
  await page.getByRole('menuitem', { name: id }).click()
}

const openOperation = async (page: Page, name: string): Promise<void> => {
  await go(page, 'moreOperations')
  await page.getByRole('main').getByRole('link').filter({ hasText: name }).first().click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

const pictures: readonly Picture[] = [
  ['order-status-empty', (page) => go(page, 'orderStatus')],
  ['order-status', async (page) => {
    await go(page, 'orderStatus')
    await page.getByLabel(label('merchantOrderId'), { exact: true }).fill('first-payment-1')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await until(page, text('verb.charge.done'))
  }],
  ['register-card', async (page) => {
    await chooseOther(page, text('answer.registerCard'))
    await page.getByRole('button', { name: /Register/ }).click()
    await until(page, textPattern('answer.headline.cardRegistered'))
  }],
  ['card-lookup', async (page) => {
    await go(page, 'cardLookup')
    await page.getByLabel(label('cardReference'), { exact: true }).fill('1000001')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await until(page, textPattern('answer.headline.cardFound'))
  }],
  ['open-outcomes-empty', (page) => go(page, 'openOutcomes')],
  ['payment-unknown', async (page) => {
    await chargeByHand(page, { 'Card reference id': '1000103', 'Amount': '7.20' })
    await until(page, text('verb.charge.maybe', { amount: '7.20 USD' }))
  }],
  ['payment-declined', async (page) => {
    await chargeByHand(page, { 'Card reference id': '1000002', 'Amount': '3.40' })
    await until(page, text('history.state.declined'))
  }],
  ['payment', async (page) => {
    await chargeByHand(page)
    await until(page, text('verb.charge.done'))
    await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).waitFor()
  }],
  ['payment-menu', async (page) => { await otherActions(page) }],
  ['payment-documents', async (page) => {
    await page.keyboard.press('Escape')
    await chooseOther(page, text('order.documents'))
    await page.getByRole('dialog', { name: text('documents.title') }).locator('pre').waitFor()
  }],
  ['payment-everything', async (page) => {
    await page.keyboard.press('Escape')
    await showEverything(page)
    await openEvidence(page, text('history.entry.signedText'))
  }],
  ['refund', async (page) => {
    await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).click()
    await page.getByLabel(text('order.payment.part'), { exact: true }).check()
    await page.getByLabel(label('amount'), { exact: true }).fill('4.00')
    await page.getByLabel(label('comment'), { exact: true }).fill('Wrong size')
  }],
  ['confirm-refund', async (page) => {
    await page.getByRole('button', { name: text('operation.return.button') }).click()
    await page.getByRole('dialog', { name: text('verb.refund.confirm') }).waitFor()
  }],
  ['payment-refunded', async (page) => {
    await page.getByRole('button', { name: text('verb.refund.amount', { amount: '4.00', currency: 'USD' }) }).click()
    await until(page, text('order.state.partlyRefunded', { part: '4.00', whole: '10.15 USD' }))
  }],
  ['recurrent-payment-problems', async (page) => {
    await go(page, 'orderStatus')
    await go(page, 'recurrentPayment')
    await fillCharge(page, { 'Amount': '10,15', 'Customer IP address': 'here' })
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
  }],
  ['recurrent-payment', async (page) => {
    await go(page, 'orderStatus')
    await go(page, 'recurrentPayment')
    await fillCharge(page)
  }],
  ['confirm-charge', async (page) => {
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    await page.getByRole('dialog', { name: text('verb.charge.confirm') }).waitFor()
  }],
  ['more-operations', async (page) => {
    await page.keyboard.press('Escape')
    await go(page, 'moreOperations')
  }],
  ['sale', async (page) => {
    await openOperation(page, 'Sale')
    await chooseExample(page, '4000000000001000')
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  }],
  ['sale-refused-card', async (page) => {
    await page.getByLabel(label('cardNumber'), { exact: true }).fill('4111111111111112')
    await page.getByLabel(label('expireYear'), { exact: true }).fill('2020')
    await page.getByRole('button', { name: text('operation.sale.button') }).click()
  }],
  ['transfer', (page) => openOperation(page, 'Transfer')],
  ['payout', (page) => openOperation(page, text('operation.payout-v2.name'))],
  ['card-eligibility', async (page) => {
    await openOperation(page, text('operation.pan-eligibility-send.name'))
    await chooseExample(page, '1000001')
    await page.getByRole('button', { name: text('operation.pan-eligibility-send.button') }).click()
    await until(page, text('answer.status.approved', { type: text('operation.pan-eligibility-send.name') }))
  }],
  ['upload-by-hand', (page) => openOperation(page, text('operation.upload-method-url-result.name'))],
  ['three-d-secure-method', async (page) => {
    await openOperation(page, 'Sale')
    await fill(page, {
      'Amount': '10.15', 'Customer IP address': '203.0.113.9', 'Order description': 'Test order',
      'Card number': '4000000000002206', 'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12',
      'Expiry year': String((new Date().getFullYear() + 2) % 100),
    })
    await confirmPayment(page, { review: text('operation.sale.button'), dialog: text('verb.charge.confirm'), button: text('verb.charge.amount', { amount: '10.15', currency: 'USD' }) })
    await page.getByRole('button', { name: text('threeDSecure.next.method.action') }).waitFor()
  }],
  ['three-d-secure-challenge', async (page) => {
    await page.getByRole('button', { name: text('threeDSecure.next.method.action') }).click()
    await page.getByRole('button', { name: text('threeDSecure.next.challenge.action') }).waitFor({ timeout: 30_000 })
  }],
  ['callback-empty', (page) => go(page, 'callbacks')],
  ['callback-wrong', async (page) => {
    await page.getByLabel(text('callbacks.text'), { exact: true }).fill('https://shop.example/callback?status=approved'
      + '&merchant_order=first-payment-1&client_orderid=first-payment-1&orderid=9007199254740993&type=sale&amount=10.15'
      + `&control=${'0'.repeat(40)}`)
    await page.getByRole('button', { name: text('callbacks.check'), exact: true }).click()
    await until(page, text('callbacks.verdict.wrong'))
  }],
  ['inspector', async (page) => {
    await go(page, 'inspector')
    await page.getByLabel(text('inspector.operation'), { exact: true }).selectOption('create-card-ref-v4')
    await page.getByLabel(label('merchantOrderId'), { exact: true }).fill('inv 4097763')
    await page.getByLabel(label('orderId'), { exact: true }).fill('6768788')
    await page.getByRole('button', { name: text('inspector.build') }).click()
    await page.getByText(text('inspector.step.signatureHexNote')).first().waitFor()
  }],
  ['inspector-mistake-empty', (page) => page.getByRole('tab', { name: text('inspector.mode.find') }).click()],
  ['inspector-mistake', async (page) => {
    const body = 'client_orderid=inv%204097763&orderid=6768788'
    const parameters = `${body}&oauth_consumer_key=sandbox-merchant&oauth_nonce=9f21c0aa&oauth_signature_method=RSA-SHA256`
      + '&oauth_timestamp=1795192470&oauth_version=1.0'
    const address = 'https://gate.example/gw/api/v4/create-card-ref/1001'
    const signed = `POST&${encodeURIComponent(address)}&${encodeURIComponent(parameters.replace('inv%20', 'inv+'))}`
    const header = parameters.slice(body.length + 1).replaceAll('&', '", ').replaceAll('=', '="')
    await page.getByLabel(text('inspector.find.text')).fill(
      `POST ${address}\nAuthorization: OAuth ${header}"\n\n${body}\n\nbase string: ${signed}`)
    await page.getByRole('button', { name: text('inspector.mode.find') }).click()
    await page.getByText(text('inspector.find.sides.title')).waitFor()
  }],
  ['inspector-mistake-sides', async (page) => {
    await page.getByRole('heading', { name: text('inspector.find.sides.title') }).scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: text('inspector.find.detected') }).scrollIntoViewIfNeeded()
  }],
  ['history', (page) => go(page, 'history')],
  ['history-payment', async (page) => {
    await page.getByRole('table', { name: text('history.list') }).getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first().click()
    await evidence(page).waitFor()
  }],
  ['inspector-entry', async (page) => {
    await page.getByRole('link', { name: text('answer.openInspector') }).click()
    await page.getByText(text('inspector.find.fromEntry')).waitFor()
  }],
  ['inspector-entry-text', async (page) => {
    await page.getByRole('button', { name: text('inspector.mode.find') }).click()
    await page.getByRole('button', { name: text('inspector.mode.find') }).click()
    await until(page, text('inspector.find.verdict.validText'))
  }],
  ['maintenance', async (page) => {
    await go(page, 'maintenance')
    await page.getByRole('button', { name: text('maintenance.verify.start') }).click()
    await page.getByText(text('maintenance.verify.good')).first().waitFor()
  }],
  ['maintenance-erase', async (page) => {
    const panel = page.getByRole('region', { name: text('maintenance.erasure.title') })
    await panel.getByLabel(text('maintenance.erasure.by')).selectOption('card-reference')
    await panel.getByLabel(text('maintenance.erasure.kind.card-reference')).fill('1000001')
    await panel.getByRole('button', { name: text('maintenance.erasure.count') }).click()
    await panel.getByRole('button', { name: text('maintenance.erasure.open') }).scrollIntoViewIfNeeded()
  }],
  ['open-outcomes', async (page) => {
    await go(page, 'openOutcomes')
    await page.getByText(text('answer.checked.mismatch.not-found')).first().waitFor({ timeout: 30_000 })
  }],
  ['today', async (page) => {
    await go(page, 'today')
    await page.getByRole('heading', { name: text('today.failed.title') }).waitFor()
  }],
  ['report', async (page) => {
    await go(page, 'report')
    await page.getByRole('heading', { name: text('report.days.title') }).waitFor()
  }],
  ...batchPictures,
  ...reconcilePictures,
  ['keys', (page) => go(page, 'keys')],
  ...keyPictures,
  ['profiles', async (page) => {
    await page.keyboard.press('Escape')
    await go(page, 'profiles')
  }],
  ['profile-editor', async (page) => {
    await page.getByRole('button', { name: text('profiles.add') }).click()
    await page.getByRole('heading', { name: text('profiles.add') }).waitFor()
  }],
  ...(keyringMissing() === null ? [...teamPictures, ...accessPictures] : []),
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
    const { page, app, close } = await openConsole({ env: keys.env, dark, userData: freshFolder('screenshots') })
    for (const [name, walk] of pictures) {
      await walk(page, app)
      for (const size of sizes) {
        await page.setViewportSize(size)
        const file = `${name}-${dark ? 'dark' : 'light'}`
        const path = join(artifacts, `${file}-${size.width}.png`)
        // Focus rings and tooltips are not part of the picture.
        await page.screenshot({ path, animations: 'disabled' })
        if (size === sizes[0] && shownInReadme === file) copyFileSync(path, join(shown, `${file}.png`))
      }
      await page.setViewportSize(sizes[0] ?? { width: 1280, height: 800 })
    }
    await close()
  }
} finally {
  await closeBrowser()
  await keys.stop()
  await endTeam()
}
console.log(`Pictures are in ${artifacts.slice(project.length + 1)}; the README's in ${shown.slice(project.length + 1)}.`)
