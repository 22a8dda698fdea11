// The work of support and finance with the history, without opening an entry and without the mouse.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { go } from './support/console.ts'
import { cellFaults, layoutFaults } from './support/layout.ts'
import { charge, pay } from './support/pay.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, open, shared } = specs('work-list.test.ts')
const inTime = { timeout: 30_000 }

/** Waits until all charges are final: until then their status is checked. */
async function waitUntilFinal(page: Page): Promise<void> {
  const query = { text: '', states: ['sending', 'processing'], operations: [], profileId: null, before: null, limit: 1 }
  await expect.poll(async () => {
    const answer: unknown = await page.evaluate(`gatewayConsole.call['history.search'](${JSON.stringify(query)})`)
    return (answer as { value: { rows: unknown[] } }).value.rows
  }, inTime).toEqual([])
}

const lines = (page: Page): Locator => page.getByRole('table', { name: text('history.list') }).locator('.line')
const isFocused = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)

describe.skipIf(skipped)('the history as a work list', () => {
  it('shows which of two charges was declined and why, without opening an entry', async () => {
    const { page } = await shared()
    await go(page, 'history')
    await charge(page, { amount: '12.15' })
    const { merchantOrderId } = await charge(page, { cardReference: '1000002', amount: '12.15' })
    await page.getByLabel(text('history.search'), { exact: true }).fill('0002 12.15')
    await expect.poll(() => lines(page).count(), inTime).toBe(1)
    await expect.poll(() => lines(page).first().textContent(), inTime).toContain(text('history.state.declined'))
    const line = await lines(page).first().textContent()
    for (const part of ['0002', 'DORA DECLINED', '12.15', 'Declined by the issuer · 200', merchantOrderId]) expect(line).toContain(part)
  })

  it('finds a payment by any text that contains one of its ids, from any screen', async () => {
    const launched = await shared()
    const { page } = launched
    const { merchantOrderId, entryId } = await charge(page, { amount: '7.20' })
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(`2026-11-22 09:12:44.120 WARN [pay-7] charge slow client_orderid=${merchantOrderId ?? ''} from 10.0.0.7`)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/payment/${entryId}$`))
    expectNoErrors(launched)
  })

  it('offers a status query for an unknown id, and sends nothing until its button is pressed', async () => {
    const { page, ledger } = await shared()
    await waitUntilFinal(page)
    const before = ledger().length
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('{"gw-order-id": "99887766"}')
    await page.getByRole('option', { name: text('shell.find.ask.orderId') }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: text('shell.navigation.orderStatus'), level: 1 }).waitFor()
    await expect.poll(() => page.getByLabel('Order id', { exact: true }).inputValue()).toBe('99887766')
    await go(page, 'history')
    await page.getByText(text('history.view.all'), { exact: true }).click()
    await page.getByLabel(text('history.search'), { exact: true }).fill('99887766')
    await page.getByRole('main').getByText(text('history.noneTitle')).waitFor()
    expect(ledger().slice(before)).toEqual([])
  })

  it('is filtered and cleared by keyboard, and Back restores the previous filter', async () => {
    const { page } = await open()
    await go(page, 'history')
    await charge(page, { amount: '10.15' })
    await charge(page, { cardReference: '1000002', amount: '3.40' })
    await expect.poll(() => lines(page).filter({ hasText: text('history.state.declined') }).count(), inTime).toBe(1)
    await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.state') }) }).press('Enter')
    const declined = page.getByRole('checkbox', { name: text('history.state.declined') })
    await declined.press('Space')
    await expect.poll(() => lines(page).count(), inTime).toBe(1)
    await page.keyboard.press('Escape')
    const chip = page.getByRole('button', { name: text('history.filter.set', { name: 'State', value: 'Declined' }) })
    await expect.poll(() => isFocused(chip)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => lines(page).count(), inTime).toBe(2)
    await page.goBack()
    await expect.poll(() => lines(page).count(), inTime).toBe(1)
  })

  it('does not move lines when payments arrive or become final', async () => {
    const { page } = await open({ env: { GATEWAY_CONSOLE_SANDBOX_PROCESSING_MS: '4000' } })
    await charge(page, { amount: '10.15' })
    await go(page, 'history')
    const read = lines(page).filter({ hasText: 'inv-' }).first().getByRole('link')
    await read.focus()
    const before = await read.boundingBox()
    await charge(page, { amount: '11.15' })
    await page.getByText(text('history.newer', { count: 1 })).waitFor(inTime)
    await expect.poll(() => lines(page).first().textContent(), inTime).toContain(text('history.state.approved'))
    expect(await lines(page).count()).toBe(1)
    expect(await isFocused(read)).toBe(true)
    expect(await read.boundingBox()).toEqual(before)
    await page.getByRole('button', { name: text('history.showNewer'), exact: true }).click()
    await expect.poll(() => lines(page).count(), inTime).toBe(2)
    await expect.poll(() => lines(page).first().textContent()).toContain('11.15')
  })

  it('folds a refund under its payment and shows the net sum', async () => {
    const { page } = await open()
    await go(page, 'history')
    const { merchantOrderId, orderId } = await charge(page, { amount: '10.15' })
    await expect.poll(() => lines(page).first().textContent(), inTime).toContain(text('history.state.approved'))
    await pay(page, 'return', { merchantOrderId: merchantOrderId ?? '', orderId: orderId ?? '', amount: '4.00', currency: 'USD', comment: 'Wrong size' })
    const foot = page.locator('.foot')
    const cells = () => foot.locator('tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
    const columns = (['approved', 'refunds', 'net'] as const).map((group) => text(`history.totals.${group}`))
    await expect.poll(cells, inTime)
      .toEqual([[text('history.totals.currency'), ...columns], ['USD', '10.15', '4.00', '6.15']])
    await expect.poll(() => lines(page).count(), inTime).toBe(1)
    await lines(page).first().getByRole('link').press('ArrowRight')
    await expect.poll(() => lines(page).count()).toBe(2)
    await expect.poll(() => lines(page).nth(1).textContent()).toContain('\u22124.00 USD')
  })

  it('fits a large amount and a long filter value in the smallest window', async () => {
    const { page } = await open({ size: { width: 1024, height: 640 } })
    await charge(page, { amount: '9999999.99' })
    await go(page, 'history')
    await expect.poll(() => lines(page).first().textContent(), inTime).toContain('9,999,999.99 USD')
    await expect.poll(() => layoutFaults(page), inTime).toEqual([])
    await page.getByRole('button', { name: text('history.compact') }).click()
    await expect.poll(() => layoutFaults(page), inTime).toEqual([])
    await page.evaluate((who) => { location.hash = `#/history?currency=USD&who=${who}&tag=vip` }, 'w'.repeat(80))
    await page.getByText(text('history.noneTitle')).first().waitFor()
    await expect.poll(() => layoutFaults(page), inTime).toEqual([])
  })

  it('shows the year of a payment of an earlier year within its column', async () => {
    const { page } = await open({ size: { width: 1024, height: 640 } })
    await charge(page)
    await go(page, 'history')
    await expect.poll(() => lines(page).count(), inTime).toBe(1)
    const year = new Date().getFullYear()
    await page.clock.setFixedTime(new Date(year + 1, 0, 15))
    await page.reload()
    for (const _density of ['comfortable', 'compact']) {
      await expect.poll(() => lines(page).first().getByRole('cell').nth(1).textContent(), inTime).toContain(` ${year}`)
      await expect.poll(() => cellFaults(page), inTime).toEqual([])
      await page.getByRole('button', { name: text('history.compact') }).click()
    }
  })

  it('shows twelve compact lines in the smallest window, and the focused line completely', async () => {
    const { page } = await open({ size: { width: 1024, height: 640 } })
    await go(page, 'history')
    for (let made = 1; made < 13; made += 1) await charge(page, { amount: `${made}.00` })
    await charge(page, { amount: '1234.00', cardReference: '1000003', merchantOrderId: 'inv-2026-11-23-b7-019998' })
    await expect.poll(() => lines(page).first().textContent(), inTime).toContain(text('history.state.filtered'))
    // Dates, states with their reasons and order ids fit into their columns.
    await expect.poll(() => cellFaults(page), inTime).toEqual([])
    await page.getByRole('button', { name: text('history.compact') }).click()
    await expect.poll(() => lines(page).count(), inTime).toBe(13)
    await expect.poll(() => cellFaults(page), inTime).toEqual([])
    const whole = (): Promise<number> => page.locator('.frame').last().evaluate((frame) => {
      const box = frame.getBoundingClientRect()
      return [...frame.querySelectorAll('.line')].filter((line) => line.getBoundingClientRect().bottom <= Math.min(box.bottom, innerHeight)).length
    })
    await expect.poll(whole, inTime).toBeGreaterThanOrEqual(12)

    await page.setViewportSize({ width: 1024, height: 480 })
    const focusedLine = (): Promise<readonly [place: string | undefined, hiddenPixels: number]> => page.evaluate(() => {
      const line = document.activeElement?.closest<HTMLElement>('.line')
      const frame = line?.closest('.frame')?.getBoundingClientRect()
      const head = line?.closest('.frame')?.querySelector('.head')?.getBoundingClientRect()
      const { top = 0, bottom = 0 } = line?.getBoundingClientRect() ?? {}
      return [line?.dataset.index, Math.max(0, (head?.bottom ?? 0) - top, bottom - (frame?.bottom ?? 0))]
    })
    await lines(page).first().getByRole('link').focus()
    for (const [key, place] of [['End', '12'], ['Home', '0'], ['PageDown', '10'], ['ArrowDown', '11'], ['PageUp', '1']]) {
      await page.keyboard.press(key!)
      await expect.poll(focusedLine, inTime).toEqual([place, 0])
    }
  })
})
