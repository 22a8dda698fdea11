import { describe, expect, it } from 'vitest'
import { lock, setPassphrase } from './support/access.ts'
import { violations } from './support/axe.ts'
import { charges, textOf } from '../support/fixtures/batch-rows.ts'
import { batchEnded, openCheck, sendRows } from './support/batches.ts'
import { chargeByHand, fillCharge, go, headline, type Screen } from './support/console.ts'
import { charge } from './support/pay.ts'
import { compareStatement, dropStatement, openMatch, statementAbout } from './support/reconcile.ts'
import { chooseOther, openAllEvidence, showEverything } from './support/payment-page.ts'
import { specs } from './support/specs.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, shared, open, keychain } = specs('a11y.test.ts')

const screens: Screen[] = [
  'today', 'orderStatus', 'cardLookup', 'recurrentPayment', 'batches', 'reconcile', 'moreOperations', 'inspector', 'callbacks',
  'history', 'openOutcomes', 'keys', 'profiles', 'access', 'team', 'maintenance',
]

describe.skipIf(skipped)('accessibility, light and dark', () => {
  it('no screen has a violation, empty or filled', async () => {
    const { page } = await shared()
    for (const screen of screens) {
      await go(page, screen)
      expect(await violations(page), screen).toEqual([])
    }
    await go(page, 'inspector')
    await page.getByRole('tab', { name: text('inspector.mode.find') }).click()
    await page.getByLabel(text('inspector.find.text')).fill('POST https://gate.example/gw/api/v4/create-card-ref/1001\n\n'
      + 'orderid=77\n\nbase string: POST&https%3A%2F%2Fgate.example%2Fgw%2Fapi%2Fv4%2Fcreate-card-ref%2F1001%2F&orderid%3D77')
    await page.getByRole('button', { name: text('inspector.mode.find') }).click()
    await page.getByRole('heading', { name: text('inspector.find.sides.title') }).waitFor({ timeout: 30_000 })
    expect(await violations(page), 'a mistake').toEqual([])
    await chargeByHand(page)
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('verb.charge.done'))
    const { orderId } = await charge(page)
    await page.getByRole('link', { name: text('compare.open') }).waitFor()
    expect(await violations(page), 'a payment').toEqual([])
    await page.getByRole('link', { name: text('compare.open') }).click()
    await page.getByRole('table', { name: text('compare.table') }).waitFor()
    expect(await violations(page), 'two payments compared').toEqual([])
    await page.evaluate(() => { location.hash = '#/charged-twice?amount=10.15&lastFour=0001' })
    await page.getByRole('list', { name: text('compare.choose.list') }).waitFor()
    expect(await violations(page), 'payments to compare').toEqual([])
    await openCheck(page, textOf('recurrent-payment', charges(3, (row) => ({ amount: ['10.15', '12.34', '12.35'][row] ?? '', currency: row === 1 ? 'USX' : 'USD' }))))
    expect(await violations(page), 'the check of a batch').toEqual([])
    await page.getByRole('button', { name: /^Review \d/ }).click()
    await page.getByRole('dialog', { name: text('batches.review.name') }).waitFor()
    expect(await violations(page), 'the review of a batch').toEqual([])
    await page.keyboard.press('Escape')
    await sendRows(page)
    await batchEnded(page)
    expect(await violations(page), 'a batch').toEqual([])
    await go(page, 'reconcile')
    await dropStatement(page, statementAbout(orderId ?? '', '10.15'))
    expect(await violations(page), 'the columns of a statement').toEqual([])
    await compareStatement(page)
    expect(await violations(page), 'a statement compared').toEqual([])
    await openMatch(page)
    expect(await violations(page), 'a line matched by hand').toEqual([])
    await page.keyboard.press('Escape')
    await go(page, 'recurrentPayment')
    await page.getByLabel(label('cardReference'), { exact: true }).pressSequentially('000')
    await page.getByRole('listbox', { name: text('card.picker.options') }).getByRole('option').first().waitFor()
    expect(await violations(page), 'the picker of cards').toEqual([])
    await go(page, 'cardLookup')
    await page.getByRole('table').getByRole('link', { name: '0001' }).first().click()
    await page.getByRole('heading', { name: text('card.payments') }).waitFor()
    expect(await violations(page), 'a card').toEqual([])
    await go(page, 'history')
    const line = page.getByRole('table', { name: text('history.list') })
      .getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first()
    await line.waitFor()
    await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.state') }) }).press('Enter')
    await page.getByRole('checkbox', { name: text('history.state.approved') }).check()
    expect(await violations(page), 'a filter of the history').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.date') }) }).press('Enter')
    await page.getByRole('radio', { name: text('history.filter.day.custom') }).check()
    expect(await violations(page), 'days of the history').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('history.columns.label') }).press('Enter')
    expect(await violations(page), 'columns of the history').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('history.compact') }).click()
    expect(await violations(page), 'the history').toEqual([])
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('0001 10.15')
    await page.getByRole('option').first().waitFor()
    expect(await violations(page), 'the quick search').toEqual([])
    await page.keyboard.press('Escape')
    await line.click()
    await showEverything(page)
    await openAllEvidence(page)
    await page.getByText(text('history.event.intent')).first().waitFor()
    expect(await violations(page), 'everything of a payment').toEqual([])
    await chooseOther(page, text('order.documents'))
    await page.getByRole('dialog', { name: text('documents.title') }).locator('pre').waitFor()
    expect(await violations(page), 'documents').toEqual([])
    await page.keyboard.press('Escape')
    await charge(page, { cardReference: '1000103' })
    await go(page, 'openOutcomes')
    await page.getByRole('article').first().waitFor()
    expect(await violations(page), 'an unsettled entry').toEqual([])
  })

  it('neither has the dialog before a charge, which works by keyboard alone, nor what stands around the lock', async () => {
    const { page, app } = await open()
    await go(page, 'recurrentPayment')
    await fillCharge(page)
    await page.getByLabel(label('amount'), { exact: true }).press('Enter')
    await page.getByRole('dialog', { name: text('verb.charge.confirm') }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    if (keychain().keyring === null) return
    await go(page, 'access')
    await page.getByRole('button', { name: text('access.setUp.open') }).press('Enter')
    await page.getByRole('dialog', { name: text('access.setUp.title') }).waitFor()
    expect(await violations(page), 'the first passphrase').toEqual([])
    await setPassphrase(page, app)
    await page.getByRole('button', { name: text('access.persons.add') }).waitFor()
    expect(await violations(page), 'persons').toEqual([])
    await lock(page)
    expect(await violations(page), 'the lock screen').toEqual([])
  })

  it('axe does find a violation when there is one', async () => {
    const { page } = await shared()
    await page.evaluate(() => {
      const dark = document.createElement('p')
      dark.textContent = 'to be read in the light alone'
      dark.style.color = '#222'
      document.querySelector('main')?.append(document.createElement('img'), dark)
    })
    const rules = (await violations(page)).map((found) => found.split(':')[0])
    expect(rules).toEqual(['image-alt', 'in the dark, color-contrast'])
  })
})
