// A morning: an unknown outcome, many declines, and numbers that equal the lists behind them.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { noticeText } from '#shared/notice-texts.ts'
import { violations } from './support/axe.ts'
import { go, headline } from './support/console.ts'
import { freshFolder, onElectron, type RunningApp } from './support/launch.ts'
import { addProfile, closeGateways, ownGateway } from './support/own-gateway.ts'
import { charge, charged, openPaid } from './support/pay.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, open } = specs('today.test.ts')
afterEach(closeGateways)
const inTime = { timeout: 30_000 }

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const totals = (page: Page) => page.getByRole('table', { name: text('history.totals.byCurrency') })
const linkToToday = (page: Page) => page.getByRole('link', { name: text('shell.navigation.today'), exact: true })

async function expectNeedsYou(page: Page, count: number): Promise<void> {
  await expect.poll(() => title(page).textContent(), inTime)
    .toBe(count === 0 ? text('today.nothing') : text('today.needs', { count }))
}

/** The number in the navigation, and in the stand-in also that of the application's icon. */
async function openCounts(app: RunningApp, page: Page): Promise<readonly string[]> {
  const inNavigation = await linkToToday(page).locator('.count').textContent()
  return onElectron ? [inNavigation ?? ''] : [inNavigation ?? '', String(await app.evaluate((electron) => electron.app.getBadgeCount()))]
}

describe.skipIf(skipped)('the home screen', () => {
  it('lists money that may have moved with its action, and links each number to its list', async () => {
    const launched = await open()
    const { page } = launched
    await charge(page, { cardReference: '1000103', amount: '88.00' })
    for (const amount of ['61.00', '62.00']) await charged(page, 'declined', { cardReference: '1000002', amount })
    await charged(page, 'approved', { amount: '10.15' })
    await go(page, 'today')
    await expectNeedsYou(page, 1)
    await main(page).getByText(text('today.uncertain', { count: 1, amounts: '88.00 USD' })).waitFor(inTime)

    await main(page).getByRole('button', { name: text('openOutcomes.checkNow') }).click()
    await main(page).getByText(text('openOutcomes.checkedNow')).first().waitFor(inTime)

    await main(page).getByRole('link', { name: '2 · 123.00 USD' }).click()
    const lines = page.getByRole('table', { name: text('history.list') }).locator('.line')
    await expect.poll(() => lines.count(), inTime).toBe(2)
    await totals(page).getByText('123.00', { exact: true }).waitFor(inTime)
    await page.goBack()
    await expectNeedsYou(page, 1)
    expectNoErrors(launched)
  })

  it('lists a lost reply, a silent gateway and many declines, and is empty when they are over', async () => {
    const gateway = await ownGateway()
    const userData = freshFolder()
    const evening = await open({ userData })
    await addProfile(evening.page, 'Shop', gateway.baseUrl)
    await charged(evening.page, 'approved', { amount: '10.15' })
    for (let number = 0; number < 20; number += 1) {
      await charge(evening.page, { cardReference: '1000002', amount: `${number + 20}.00` })
    }
    await go(evening.page, 'today')
    // All are final before the gateway stops answering.
    await main(evening.page).getByText(text('alerts.percent', { failed: 20, payments: 21, percent: 95 })).waitFor(inTime)
    gateway.armFault({ kind: 'reset-after-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    gateway.armFault({ kind: 'reset-before-reading', operation: 'status', times: 1_000, delayMs: 0 })
    await charge(evening.page, { amount: '88.00' })
    await evening.close()

    const morning = await open({ userData })
    const { app, page } = morning
    await expectNeedsYou(page, 3)
    const lines = await main(page).locator('.needs li').allTextContents()
    expect(lines.map((line) => line.includes('88.00 USD'))).toEqual([true, false, false])
    await main(page).getByText(text('alerts.percent', { failed: 20, payments: 22, percent: 91 })).waitFor()
    await main(page).getByText(text('alerts.noAnswer.title')).waitFor()
    expect(new Set(await openCounts(app, page))).toEqual(new Set(['3']))
    expect(await violations(page)).toEqual([])

    // The reply resolves the charge and ends the alert about the silent gateway.
    gateway.clearFaults()
    await expectNeedsYou(page, 1)
    expect(gateway.carriedOut().filter((operation) => operation === 'recurrent-payment')).toHaveLength(22)
    await main(page).getByRole('link', { name: text('alerts.show', { count: 20 }) }).click()
    await totals(page).getByText('590.00', { exact: true }).first().waitFor(inTime)

    if (!onElectron) {
      const shown = () => app.evaluate(({ Notification }) => Notification.shown.map(({ body }) => body))
      await expect.poll(shown, inTime).toEqual([noticeText({ payments: 0, outcomes: 1, followUps: 0 })])
      await app.evaluate(({ Notification }) => { Notification.shown[0]?.emit('click') })
      await expect.poll(() => headline(page).textContent(), inTime).toContain('88.00 USD')
    }
    // Two hours later the alert about declines has ended.
    await app.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 7_200_000
    })
    await page.evaluate(() => { location.hash = '#/today' })
    await page.reload()
    await expectNeedsYou(page, 0)
    expect(await linkToToday(page).locator('.count').count()).toBe(0)
    if (!onElectron) expect(await app.evaluate((electron) => electron.app.getBadgeCount())).toBe(0)
    expectNoErrors(morning)
  })

  it('lists a follow-up of a payment until it is done', async () => {
    const launched = await open()
    const { page } = launched
    await openPaid(page)
    const notes = main(page).getByRole('region', { name: text('notes.title') })
    await notes.getByRole('button', { name: text('notes.add') }).click()
    await notes.getByLabel(text('notes.text'), { exact: true }).fill('Call the customer back. <b>Before noon</b>')
    await notes.getByLabel(text('notes.followUp'), { exact: true }).check()
    await notes.getByRole('spinbutton').first().click()
    await page.keyboard.type('01012026')
    await notes.getByRole('button', { name: text('notes.save') }).click()
    await notes.getByText('Call the customer back. <b>Before noon</b>').waitFor(inTime)

    await go(page, 'today')
    await expect.poll(() => title(page).textContent(), inTime).toBe(text('today.needs', { count: 1 }))
    await main(page).getByRole('link', { name: text('answer.openPayment') }).click()
    await notes.getByRole('button', { name: text('notes.finish') }).click()
    await notes.getByText('Follow-up of 1 Jan 2026 done').waitFor(inTime)
    await go(page, 'today')
    await expect.poll(() => title(page).textContent(), inTime).toBe(text('today.nothing'))
    expectNoErrors(launched)
  })
})
