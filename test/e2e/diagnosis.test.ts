import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { printForm, type Pair } from '#shared/gateway/encoding/form.ts'
import { draft } from '../support/canary/every-call.ts'
import { chargeByHand, go, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, open, shared } = specs('diagnosis.test.ts')
const inTime = { timeout: 30_000 }

const url = 'https://gate.example/gw/api/v2/make-rebill-sale/1001'
const fields: readonly Pair[] = [
  ['client_orderid', 'inv-1'], ['login', 'shop'], ['cardrefid', '1000001'], ['amount', '10.15'], ['currency', 'USD'],
]
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
const curl = (control: string, more: readonly Pair[] = []) => `curl '${url}' -d '${printForm([...fields, ...more, ['control', control]])}'`

async function openFinder(page: Page): Promise<void> {
  await go(page, 'inspector')
  await page.getByRole('tab', { name: text('inspector.mode.find') }).click()
}

async function find(page: Page, pasted: string): Promise<void> {
  await page.getByLabel(text('inspector.find.text')).fill(pasted)
  await page.getByRole('button', { name: text('inspector.mode.find') }).click()
}

/** A valid request, as the inspector shows it for the built-in gateway, without masks. */
async function rightRequest(page: Page): Promise<string> {
  await go(page, 'inspector')
  await page.getByLabel(text('inspector.operation'), { exact: true }).selectOption('get-card-info')
  await page.getByLabel(label('cardReference'), { exact: true }).fill('1000001')
  await page.getByRole('button', { name: text('inspector.build') }).click()
  const address = await page.getByRole('region', { name: text('profiles.address') }).textContent()
  const body = await page.getByRole('region', { name: text('inspector.step.body'), exact: true }).textContent()
  return `${address ?? ''}\n\n${body ?? ''}`
}

/** Adds another profile and stores its secret. */
async function addProfile(page: Page, name: string, secret: string): Promise<void> {
const input = JSON.stringify({ id: null, draft: { ...draft('http://127.0.0.1:9', 'sandbox'), name } })
  const saved = await page.evaluate<{ ok: boolean, value: { id: string } }>(`gatewayConsole.call['profiles.save'](${input})`)
  const stored = await page.evaluate<{ ok: boolean }>(
    `gatewayConsole.call['profiles.storeSecret'](${JSON.stringify({ id: saved.value.id, secret })})`)
  expect(stored.ok).toBe(true)
}

describe.skipIf(skipped)('the inspector', () => {
  it('finds its own request valid, and names the one thing that was changed in it', async () => {
    const console = await shared()
    const { page } = console
    const right = await rightRequest(page)
    await page.getByRole('tab', { name: text('inspector.mode.find') }).click()
    await find(page, right)
    await headline(page).filter({ hasText: text('inspector.find.verdict.valid') }).waitFor(inTime)
    await find(page, right.replace(/control=([0-9a-f]{40})/, (_, control: string) => `control=${control.toUpperCase()}`))
    await headline(page).filter({ hasText: 'The control is written in capital hexadecimal digits.' }).waitFor(inTime)
    await page.getByText('upper-case-hex').waitFor()
    expect(await page.locator('main').textContent()).toContain('sandbox-merchant1000001{merchant_control}')
    expectNoErrors(console)
  })

  it('names the profile whose secret was used instead, and shows the text that was hashed', async () => {
    const { page } = await open()
    await addProfile(page, 'Acme copy', 'the secret of the copy')
    await openFinder(page)
    await find(page, curl(sha1('1001shopinv-1100000110.15USDthe secret of the copy')))
    await headline(page).filter({ hasText: text('inspector.find.verdict.several', { number: '2' }) }).waitFor(inTime)
    await page.getByText('It belongs to “Acme copy”.').first().waitFor()
    await page.getByRole('row', { name: /10\.15 1015$/ }).waitFor()
    expect(await page.locator('main').textContent()).not.toContain('the secret of the copy')
  })

  it('reports for an unknown secret that only the secret is probably wrong, and the next step', async () => {
    const { page } = await shared()
    await openFinder(page)
    const address = 'https://gate.example/gw/api/v2/get-card-info/1001'
    await find(page, `curl '${address}' -d 'login=sandbox-merchant&cardrefid=1000001&control=${sha1('sandbox-merchant1000001a secret of nobody')}'`)
    await headline(page).filter({ hasText: 'Probably the wrong secret. The rest looks right' }).waitFor(inTime)
    await page.getByText('Compare the merchant_control of the sender').waitFor()
  })

  it('stops its search when a person cancels', async () => {
    const { page } = await shared()
    await openFinder(page)
    const more = ['email', 'city', 'zip_code', 'phone', 'state', 'country', 'address1', 'first_name', 'last_name', 'comment', 'purpose',
      'site_url', 'order_desc', 'ipaddress', 'redirect_url', 'server_callback_url'].map((name): Pair => [name, `value of ${name}`])
    await find(page, curl(sha1('anything else'), more))
    await page.getByRole('button', { name: text('common.cancel') }).click()
    await page.getByText(textPattern('inspector.find.cancelledAfter')).waitFor()
    await find(page, 'Dear support')
    await headline(page).filter({ hasText: text('inspector.find.verdict.nothingTried') }).waitFor(inTime)
  })

  it('compares the request of a history entry by its signed text', async () => {
    const { page } = await shared()
    await chargeByHand(page)
    await page.getByRole('link', { name: text('answer.openInspector') }).click()
    await page.getByRole('button', { name: text('inspector.mode.find') }).click()
    await page.getByRole('button', { name: text('inspector.mode.find') }).click()
    await headline(page).filter({ hasText: text('inspector.find.verdict.validText') }).waitFor(inTime)
    await page.getByText(text('inspector.find.next.validText')).waitFor()
  })

  it('accepts a callback, and explains the meaning of an unexplained control', async () => {
    const { page } = await shared()
    await openFinder(page)
    await find(page, 'https://shop.example/paid?' + printForm([
      ['status', 'approved'], ['merchant_order', 'inv-1'], ['client_orderid', 'inv-1'], ['orderid', '6768788'], ['type', 'sale'],
      ['amount', '10.15'], ['control', 'ab'.repeat(20)],
    ]))
    await page.getByText(text('inspector.find.next.callback.unexplained')).waitFor(inTime)
    await page.getByText(text('inspector.find.form.callback')).waitFor()
  })

  it('reads a request from a file', async () => {
    const { page } = await shared()
    await openFinder(page)
    await page.locator('input[type="file"]').setInputFiles({
      name: 'request.txt', mimeType: 'text/plain', buffer: Buffer.from(`${curl('ab'.repeat(20), [['cvv2', 'XXX']])}\r\n`),
    })
    // Reading the file is asynchronous.
    await expect.poll(() => page.getByLabel(text('inspector.find.text')).inputValue()).toContain('XXX')
    await page.getByRole('button', { name: text('inspector.mode.find') }).click()
    await page.getByText(/Masked values are not guessed: cvv2/).waitFor(inTime)
  })
})
