import { describe, expect, it } from 'vitest'
import { chargeByHand, go, headline } from './support/console.ts'
import { charged } from './support/pay.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, shared } = specs('inspector.test.ts')

describe.skipIf(skipped)('the base-string inspector', () => {
  it('shows an integrator each step of a signed request, with nonce and time fixed by hand', async () => {
    const launched = await shared()
    const { page } = launched
    await go(page, 'inspector')
    await page.getByLabel(text('inspector.operation'), { exact: true }).selectOption('create-card-ref-v4')
    await page.getByLabel(label('merchantOrderId'), { exact: true }).fill('inv 4097763')
    await page.getByLabel(label('orderId'), { exact: true }).fill('6768788')
    await page.getByRole('button', { name: textPattern('inspector.fixed') }).click()
    await page.getByLabel(text('inspector.nonce'), { exact: true }).fill('9f21c0aa')
    await page.getByLabel(text('inspector.timestamp'), { exact: true }).fill('1795192470')
    await page.getByRole('button', { name: text('inspector.build') }).click()
    await page.getByText('client_orderid=inv%204097763&oauth_consumer_key=sandbox-merchant&oauth_nonce=9f21c0aa').first().waitFor()
    await page.getByText(/^POST&http%3A%2F%2F127\.0\.0\.1/).first().waitFor()
    await page.getByText(text('inspector.step.signatureHexNote')).first().waitFor()
    expectNoErrors(launched)
  })

  it('shows the control text with a token in place of the secret, and names the spaces that it removed', async () => {
    const { page } = await shared()
    await go(page, 'inspector')
    await page.getByLabel(text('inspector.operation'), { exact: true }).selectOption('get-card-info')
    await page.getByLabel(label('cardReference'), { exact: true }).fill(' 55889 ')
    await page.getByRole('button', { name: text('inspector.build') }).click()
    await page.getByText('sandbox-merchant55889{merchant_control}').first().waitFor()
    await page.getByText(text('inspector.trimmedTitle')).waitFor()
  })

  it('opens a history entry with the text that was signed when it was sent', async () => {
    const { page } = await shared()
    await chargeByHand(page)
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('verb.charge.done'))
    await page.getByRole('link', { name: text('answer.openInspector') }).first().click()
    await page.getByRole('heading', { name: text('shell.navigation.inspector'), level: 1 }).waitFor()
    await page.getByText(/^1001sandbox-merchant.*1015USD\{merchant_control\}$/).first().waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/[0-9a-f]{40}/)
  })
})

describe.skipIf(skipped)('history', () => {
  it('finds an entry by its last digits and opens it with all its copy buttons', async () => {
    const { page } = await shared()
    await charged(page, 'approved', { amount: '20.25' })
    await go(page, 'history')
    await page.getByLabel(text('history.search'), { exact: true }).fill('20.25')
    // Wait until the search has replaced the lines: a click on an old line would be lost with it.
    await expect.poll(() => page.url()).toContain('20.25')
    await page.locator('.results[aria-busy="false"]').waitFor()
    await page.getByRole('table', { name: text('history.list') }).getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first().click()
    await page.getByRole('button', { name: text('history.entry.signedText') }).click()
    await page.getByText(/^1001.*2025USD\{merchant_control\}$/).first().waitFor()
    await page.getByRole('button', { name: text('history.entry.fields') }).click()
    await page.getByText(/^00000000-0000-0000-0000-[0-9a-f]{12}$/).first().waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/[0-9a-f]{40}/)
  })

  it('shows a text when no entry matches', async () => {
    const { page } = await shared()
    await go(page, 'history')
    await page.getByLabel(text('history.search'), { exact: true }).fill('"nothing* NEAR( this')
    await page.getByText('Nothing').first().waitFor()
  })
})
