// The main tasks of the application, one after the other, with the built-in gateway.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ledgerFile, readLedger } from '../../electron/sandbox/orders/ledger.ts'
import { charge } from '../../shared/gateway/catalogue/verbs.ts'
import { operations } from '../../shared/gateway/operations/operations.ts'
import { en } from '../../renderer/i18n/en.ts'
import { textPattern } from '../support/texts.ts'
import { fact, field, fill, filled, go, headline, oneLine, press, serialNumber } from './person.ts'

/** The surroundings of a step. */
export interface Visit {
  readonly page: Page
  /** The application's data folder in this tour. */
  readonly userData: string
  /** The folder for saved files. */
  readonly folder: string
  /** Takes a picture in the middle of a step. */
  picture(name: string): Promise<void>
  /** Answers the next file dialog with this name in `folder`. */
  saveAs(name: string): void
}

/** One task; `walk` returns the text on the screen, and rejects if another text is shown. */
export interface Step {
  readonly id: string
  readonly title: string
  walk(visit: Visit): Promise<string>
}

const paid = (amount: string): string => filled(charge.past, { amount: `${amount} USD` })
const charges = (userData: string): number =>
  readLedger(ledgerFile(join(userData, 'sandbox'))).filter(({ order }) => order !== undefined).length

/** Reviews a charge and confirms it once. */
async function makeCharge({ page, picture }: Visit, cardReference: string, amount: string): Promise<void> {
  // Opens another screen first, so that the form is empty.
  await go(page, 'cardLookup')
  await go(page, 'recurrentPayment')
  await fill(page, {
    cardReference, amount, customerIpAddress: '203.0.113.9', orderDescription: 'Subscription November',
  })
  await press(page, operations['recurrent-payment'].button)
  const dialog = page.getByRole('dialog', { name: charge.confirm })
  await dialog.waitFor()
  await picture('review')
  await press(dialog, filled(charge.amount, { amount, currency: 'USD' }))
}

/** The tour in its order: later steps use the results of earlier ones. */
export const steps: readonly Step[] = [
  {
    id: 'order', title: 'Find an order by its serial number',
    async walk({ page }) {
      await go(page, 'orderStatus')
      await press(page, en.forms.examples)
      await page.getByRole('menuitem').filter({ hasText: en.orderStatus.example.serialNumber }).click()
      const asked = await field(page, 'serialNumber').inputValue()
      await press(page, operations.status.button)
      return `${await headline(page, charge.done)}, serial number ${asked}`
    },
  },
  {
    id: 'card', title: 'Look a card up',
    async walk({ page }) {
      await go(page, 'cardLookup')
      await fill(page, { cardReference: '1000001' })
      await press(page, operations['get-card-info'].button)
      const found = await headline(page, textPattern('answer.headline.cardFound'))
      const holder = page.getByText('ALICE APPROVED').first()
      return `${found}: ${oneLine(await holder.innerText())}`
    },
  },
  {
    id: 'charge', title: 'Charge a card on file: review, confirm once, follow',
    async walk(visit) {
      const { page, userData } = visit
      await makeCharge(visit, '1000001', '10.15')
      const result = await headline(page, paid('10.15'))
      const sent = charges(userData)
      if (sent !== 1) throw new Error(`the gateway's ledger holds ${sent} charges in place of 1`)
      return `${result}, serial number ${await serialNumber(page)}; sent once`
    },
  },
  {
    id: 'signed-text', title: 'See the text that was signed for that charge',
    async walk({ page }) {
      await page.getByRole('link', { name: en.answer.openInspector }).first().click()
      const text = page.getByRole('region', { name: en.inspector.step.controlText, exact: true })
      await text.scrollIntoViewIfNeeded()
      return oneLine(await text.innerText())
    },
  },
  {
    id: 'lost-answer', title: 'Lose the answer to a charge, and resolve it without a second send',
    async walk(visit) {
      const { page, userData, picture } = visit
      const before = charges(userData)
      await makeCharge(visit, '1000104', '7.20')
      const unknown = await headline(page, filled(charge.maybe, { amount: '7.20 USD' }))
      await picture('unknown')
      const resolved = await headline(page, paid('7.20'))
      const sent = charges(userData) - before
      if (sent !== 1) throw new Error(`the gateway's ledger holds ${sent} charges in place of 1`)
      return `“${unknown}”, then by asking “${resolved}”; sent once`
    },
  },
  {
    id: 'wrong-request', title: 'Explain why a request was refused',
    async walk({ page }) {
      await go(page, 'inspector')
      await page.getByRole('tab', { name: en.inspector.mode.build }).click()
      await page.getByLabel(en.inspector.operation, { exact: true }).selectOption('get-card-info')
      await fill(page, { cardReference: '1000001' })
      await press(page, en.inspector.build)
      const address = await page.getByRole('region', { name: en.inspector.step.address, exact: true }).innerText()
      const body = await page.getByRole('region', { name: en.inspector.step.body, exact: true }).innerText()
      await page.getByRole('tab', { name: en.inspector.mode.find }).click()
      const wrong = body.replace(/control=([0-9a-f]+)/, (_, control: string) => `control=${control.toUpperCase()}`)
      await page.getByLabel(en.inspector.find.text).fill(`${address}\n\n${wrong}`)
      await press(page, en.inspector.find.find)
      const verdict = page.locator('[data-result-heading]').first()
      await verdict.waitFor()
      await page.getByText('upper-case-hex').waitFor()
      return oneLine(await verdict.innerText())
    },
  },
  {
    id: 'key-pair', title: 'Create a key pair and export its public key',
    async walk({ page, folder, saveAs, picture }) {
      await go(page, 'keys')
      await press(page, en.keys.make)
      const dialog = page.getByRole('dialog', { name: en.keys.makeTitle })
      await dialog.getByLabel(en.keys.name, { exact: true }).fill('Guided tour')
      await press(dialog, en.keys.generateAction)
      await dialog.waitFor({ state: 'detached' })
      await picture('created')
      saveAs('public-key.pem')
      await press(page.getByRole('article').filter({ hasText: 'Guided tour' }), en.keys.showPublic)
      const shown = page.getByRole('dialog', { name: filled(en.keys.publicTitle, { name: 'Guided tour' }) })
      await press(shown, en.keys.savePem)
      const notice = page.getByText(filled(en.keys.saved, { file: 'public-key.pem' })).first()
      await notice.waitFor()
      const [first] = readFileSync(join(folder, 'public-key.pem'), 'utf8').split('\n')
      if (first !== '-----BEGIN PUBLIC KEY-----') throw new Error('the saved file holds no public key')
      return `${oneLine(await notice.innerText())} ${en.keys.fingerprint} ${await fact(shown, en.keys.fingerprint)}`
    },
  },
]
