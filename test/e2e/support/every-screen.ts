// A walk through everything a person works with, also where the navigation is folded away.
import type { Page } from 'playwright-core'
import { label, text, textPattern } from '../../support/texts.ts'
import { charges, textOf } from '../../support/fixtures/batch-rows.ts'
import { batchEnded, pasteRows, sendRows } from './batches.ts'
import { charge } from './pay.ts'
import { chooseOther, openAllEvidence, openPayment, showEverything } from './payment-page.ts'
import { compareStatement, dropStatement, openMatch, statementAbout } from './reconcile.ts'
import { fillCharge, headline, shown, type Screen } from './console.ts'

const screens: readonly Screen[] = [
  'today', 'orderStatus', 'cardLookup', 'recurrentPayment', 'batches', 'reconcile', 'moreOperations', 'inspector', 'callbacks',
  'history', 'report', 'openOutcomes', 'keys', 'profiles', 'access', 'team', 'maintenance',
]

/** Opens a screen; where the navigation is folded away, unfolds it first, by keyboard. */
async function visit(page: Page, screen: Screen): Promise<void> {
  const name = text(`shell.navigation.${screen}`)
  const link = page.getByRole('link', { name, exact: true }).first()
  const folded = page.getByRole('button', { name: text('shell.navigationMenu'), expanded: false })
  await folded.or(link).first().waitFor()
  if (await folded.isVisible()) await folded.press('Enter')
  await link.press('Enter')
  await shown(page, screen)
}

/** Rows of which one is ready, one has a problem, and one may be a duplicate of a payment of this amount. */
function someRows(amount: string): string {
  const cards = ['1000001', '1000001', '1000301']
  return textOf('recurrent-payment', charges(3, (row) => ({ amount, cardReference: cards[row] ?? '', currency: row === 1 ? 'USX' : 'USD' }), `rows-${amount}`))
}

/** How a walk looks at what it shows: at a whole screen, and at what covers a part of one until Escape is pressed. */
interface Looks {
  screen(name: string): Promise<void>
  overlay(name: string): Promise<void>
}

/** Everything a person works with, empty first. What is charged on the way is charged this amount. */
export async function everyScreen(page: Page, amount: string, { screen: look, overlay }: Looks): Promise<void> {
  for (const screen of screens) {
    await visit(page, screen)
    await look(screen)
  }
  await visit(page, 'inspector')
  await page.getByRole('tab', { name: text('inspector.mode.find') }).click()
  await look('find the mistake')
  await page.getByLabel(text('inspector.find.text')).fill('POST https://gate.example/gw/api/v4/create-card-ref/1001\n\n'
    + 'orderid=77\n\nbase string: POST&https%3A%2F%2Fgate.example%2Fgw%2Fapi%2Fv4%2Fcreate-card-ref%2F1001%2F&orderid%3D77')
  await page.getByRole('button', { name: text('inspector.mode.find') }).press('Enter')
  await page.getByRole('heading', { name: text('inspector.find.sides.title') }).waitFor()
  await look('a mistake')
  await visit(page, 'moreOperations')
  await page.getByRole('main').getByRole('link', { name: /^Sale/ }).press('Enter')
  await page.getByRole('heading', { name: 'Sale', level: 1 }).waitFor()
  await look('sale')
  await visit(page, 'profiles')
  await page.getByRole('button', { name: 'New profile' }).click()
  await page.getByRole('button', { name: text('profiles.limits.add') }).click()
  await look('a new profile')
  await visit(page, 'recurrentPayment')
  await fillCharge(page, { 'Amount': amount })
  await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
  await page.getByRole('dialog', { name: text('verb.charge.confirm') }).waitFor()
  await look('the review')
  await page.getByRole('dialog').getByRole('button', { name: textPattern('verb.charge.amount') }).click()
  await headline(page).filter({ hasText: text('verb.charge.done') }).waitFor()
  await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).waitFor()
  await look('a payment')
  const { entryId, orderId } = await charge(page, { amount })
  await openPayment(page, entryId)
  await page.getByRole('link', { name: text('compare.open') }).press('Enter')
  await page.getByRole('table', { name: text('compare.table') }).waitFor()
  await look('two payments compared')
  await page.evaluate((address) => { location.hash = address }, `#/charged-twice?amount=${amount}&lastFour=0001`)
  await page.getByRole('list', { name: text('compare.choose.list') }).waitFor()
  await look('payments to compare')
  await visit(page, 'batches')
  await page.getByRole('link', { name: text('batches.create') }).press('Enter')
  await page.getByRole('heading', { name: text('batches.source.title'), level: 1 }).waitFor()
  await look('a new batch')
  await pasteRows(page, someRows(amount))
  await look('the check of a batch')
  await page.getByRole('button', { name: text('batches.check.columns') }).press('Enter')
  await page.getByRole('heading', { name: text('batches.columns.title'), level: 1 }).waitFor()
  await look('the columns of a batch')
  await page.getByRole('button', { name: text('common.cancel') }).press('Enter')
  await page.getByRole('button', { name: /^Review \d/ }).press('Enter')
  await page.getByRole('dialog', { name: text('batches.review.name') }).waitFor()
  await look('the review of a batch')
  await page.keyboard.press('Escape')
  await sendRows(page)
  await batchEnded(page)
  await look('a batch')
  await visit(page, 'reconcile')
  await dropStatement(page, statementAbout(orderId ?? '', amount))
  await look('the columns of a statement')
  await compareStatement(page)
  await look('a statement compared')
  await openMatch(page)
  await overlay('a line matched by hand')
  await visit(page, 'recurrentPayment')
  await page.getByLabel(label('cardReference'), { exact: true }).pressSequentially('000')
  await page.getByRole('listbox', { name: text('card.picker.options') }).getByRole('option').first().waitFor()
  await overlay('the picker of cards')
  await visit(page, 'cardLookup')
  await page.getByRole('table').getByRole('link', { name: '0001' }).first().press('Enter')
  await page.getByRole('heading', { name: text('card.payments') }).waitFor()
  await look('a card')
  await visit(page, 'history')
  const line = page.getByRole('table', { name: text('history.list') })
    .getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first()
  await line.waitFor()
  await look('a history with entries')
  await visit(page, 'report')
  await page.getByRole('heading', { name: text('report.days.title') }).waitFor()
  await look('a report')
  await visit(page, 'history')
  await line.click()
  await showEverything(page)
  await openAllEvidence(page)
  await page.getByText(text('history.event.intent')).first().waitFor()
  await look('everything of a payment')
  await chooseOther(page, text('order.documents'))
  await page.getByRole('dialog', { name: text('documents.title') }).locator('pre').waitFor()
  await overlay('documents')
  await charge(page, { cardReference: '1000103', amount })
  await visit(page, 'openOutcomes')
  await page.getByRole('article').first().waitFor()
  await look('an open outcome')
  await visit(page, 'today')
  await look('a day with work')
  await visit(page, 'maintenance')
  await page.getByRole('button', { name: 'Verify journal' }).click()
  await look('a verified journal')
}

/** What covers a part of the list of payments in a window of the usual size, and its short lines. */
export async function coveredHistory(page: Page, amount: string, overlay: Looks['overlay']): Promise<void> {
  await visit(page, 'history')
  const line = page.getByRole('table', { name: text('history.list') }).getByRole('row').nth(1)
  await line.hover()
  await overlay('a line under the pointer')
  await page.getByRole('button', { name: text('history.compact') }).press('Enter')
  await line.hover()
  await overlay('a short line under the pointer')
  await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.state') }) }).press('Enter')
  await page.getByRole('checkbox', { name: text('history.state.approved') }).check()
  await overlay('a filter of the history')
  await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.date') }) }).press('Enter')
  await page.getByRole('radio', { name: text('history.filter.day.custom') }).check()
  await overlay('days of the history')
  await page.getByRole('button', { name: text('history.columns.label') }).press('Enter')
  await overlay('columns of the history')
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(`0001 ${amount}`)
  await page.getByRole('option').first().waitFor()
  await overlay('the quick search')
}
