// Pictures of batches: a new one, the check, the review, the run, a pause and the result.
import { batchEnded, openCheck, sendRows } from '../e2e/support/batches.ts'
import { go } from '../e2e/support/console.ts'
import { charges, textOf } from '../support/fixtures/batch-rows.ts'
import { text } from '../support/texts.ts'
import type { Picture } from './access.ts'

const cards = ['1000001', '1000301', '1000001', '1000002', '1000304', '1000103']

/** Twelve rows, of which one has a problem. */
const rows = textOf('recurrent-payment', charges(12, (row) => ({
  cardReference: cards[row % cards.length] ?? '', currency: row === 6 ? 'USX' : 'USD',
}), 'subscription'))

export const batchPictures: readonly Picture[] = [
  ['batches-empty', (page) => go(page, 'batches')],
  ['batch-new', async (page) => {
    await page.getByRole('link', { name: text('batches.create') }).click()
    await page.getByRole('heading', { name: text('batches.source.title'), level: 1 }).waitFor()
  }],
  ['batch-check', (page) => openCheck(page, rows)],
  ['batch-columns', async (page) => {
    await page.getByRole('button', { name: text('batches.check.columns') }).click()
    await page.getByRole('heading', { name: text('batches.columns.title'), level: 1 }).waitFor()
  }],
  ['batch-review', async (page) => {
    await page.getByRole('button', { name: text('common.cancel') }).click()
    await page.getByRole('button', { name: /^Review \d/ }).click()
    await page.getByRole('dialog', { name: text('batches.review.name') }).waitFor()
  }],
  ['batch-run', async (page) => {
    await page.keyboard.press('Escape')
    await sendRows(page)
    await page.getByRole('button', { name: /^Approved/ }).waitFor()
  }],
  ['batch-paused', async (page) => {
    await page.getByRole('button', { name: text('batches.run.pause') }).click()
    await page.getByText(text('batches.run.why.by-person.title')).waitFor()
  }],
  ['today-batch', async (page) => {
    await go(page, 'today')
    await page.getByRole('link', { name: /paused/i }).first().waitFor()
  }],
  ['batch-result', async (page) => {
    await go(page, 'batches')
    await page.getByRole('list', { name: text('batches.list.label') }).getByRole('link').first().click()
    await page.getByRole('button', { name: /^Go on/ }).click()
    await batchEnded(page)
  }],
  ['batches', (page) => go(page, 'batches')],
  ['history-select', async (page) => {
    await go(page, 'history')
    await page.getByRole('button', { name: text('batches.select.button'), exact: true }).click()
    const lines = page.getByRole('table', { name: text('history.list') }).locator('.line')
    for (const place of [0, 1]) await lines.nth(place).getByRole('checkbox').check()
  }],
]
