// Pictures of statements: an empty screen, the columns, the result with its lists, a line matched by hand.
import type { Page } from 'playwright-core'
import { go } from '../e2e/support/console.ts'
import { charge } from '../e2e/support/pay.ts'
import { compareStatement, dropStatement, openMatch, statementAbout } from '../e2e/support/reconcile.ts'
import { text } from '../support/texts.ts'
import type { Picture } from './access.ts'

const show = async (page: Page, list: 'onlyHistory' | 'matched'): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${text(`reconcile.list.${list}`)}`) }).click()
  await page.getByRole('table', { name: text(`reconcile.list.${list}`) }).locator('.line').first().waitFor()
}

export const reconcilePictures: readonly Picture[] = [
  ['reconcile-empty', (page) => go(page, 'reconcile')],
  ['reconcile-columns', async (page) => {
    const { orderId } = await charge(page, { amount: '14.20' })
    await dropStatement(page, statementAbout(orderId ?? '', '14.20'))
  }],
  ['reconcile-result', compareStatement],
  ['reconcile-only-history', (page) => show(page, 'onlyHistory')],
  ['reconcile-matched', (page) => show(page, 'matched')],
  ['reconcile-match', openMatch],
  ['reconcile', async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: text('reconcile.result.back') }).click()
    await page.getByText(text('reconcile.kept.title')).waitFor()
  }],
]
