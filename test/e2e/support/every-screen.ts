// A walk through every screen and dialog, also with a folded navigation.
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

/** Opens a screen by keyboard; unfolds a folded navigation first. */
async function visit(page: Page, screen: Screen): Promise<void> {
  const name = text(`shell.navigation.${screen}`)
  const link = page.getByRole('link', { name, exact: true }).first()
  const folded = page.getByRole('button', { name: text('shell.navigationMenu'), expanded: false })
  await folded.or(link).first().waitFor()
  if (await folded.isVisible()) await folded.press('Enter')
  await link.press('Enter')
  await shown(page, screen)
}

/** Three rows: one ready, one with a problem, and one possible duplicate of a payment of this amount. */
function someRows(amount: string): string {
  const cards = ['1000001', '1000001', '1000301']
  return textOf('recurrent-payment', charges(3, (row) => ({ amount, cardReference: cards[row] ?? '', currency: row === 1 ? 'USX' : 'USD' }), `rows-${amount}`))
}

/** The checks of a walk: of a whole screen, and of an overlay that Escape closes. */
interface Checks {
  screen(name: string): Promise<void>
  overlay(name: string): Promise<void>
}

/** Opens and checks every screen, first without data, then with charges of this amount. */
export async function everyScreen(page: Page, amount: string, { screen: check, overlay }: Checks): Promise<void> {
  for (const screen of screens) {
    await visit(page, screen)
    await check(screen)
  }
  await visit(page, 'inspector')
  await page.getByRole('tab', { name: text('inspector.mode.find') }).click()
  await check('find the mistake')
  await page.getByLabel(text('inspector.find.text')).fill('POST https://gate.example/gw/api/v4/create-card-ref/1001\n\n'
    + 'orderid=77\n\nbase string: POST&https%3A%2F%2Fgate.example%2Fgw%2Fapi%2Fv4%2Fcreate-card-ref%2F1001%2F&orderid%3D77')
  await page.getByRole('button', { name: text('inspector.mode.find') }).press('Enter')
  await page.getByRole('heading', { name: text('inspector.find.sides.title') }).waitFor()
  await check('a mistake')
  await visit(page, 'moreOperations')
  await page.getByRole('main').getByRole('link', { name: /^Sale/ }).press('Enter')
  await page.getByRole('heading', { name: 'Sale', level: 1 }).waitFor()
  await check('sale')
  await visit(page, 'profiles')
  await page.getByRole('button', { name: 'New profile' }).click()
  await page.getByRole('button', { name: text('profiles.limits.add') }).click()
  await check('a new profile')
  await visit(page, 'recurrentPayment')
  await fillCharge(page, { 'Amount': amount })
  await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
  await page.getByRole('dialog', { name: text('verb.charge.confirm') }).waitFor()
  await check('the review')
  await page.getByRole('dialog').getByRole('button', { name: textPattern('verb.charge.amount') }).click()
  await headline(page).filter({ hasText: text('verb.charge.done') }).waitFor()
  await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).waitFor()
  await check('a payment')
  const { entryId, orderId } = await charge(page, { amount })
  await openPayment(page, entryId)
  await page.getByRole('link', { name: text('compare.open') }).press('Enter')
  await page.getByRole('table', { name: text('compare.table') }).waitFor()
  await check('two payments compared')
  await page.evaluate((address) => { location.hash = address }, `#/charged-twice?amount=${amount}&lastFour=0001`)
  await page.getByRole('list', { name: text('compare.choose.list') }).waitFor()
  await check('payments to compare')
  await visit(page, 'batches')
  await page.getByRole('link', { name: text('batches.create') }).press('Enter')
  await page.getByRole('heading', { name: text('batches.source.title'), level: 1 }).waitFor()
  await check('a new batch')
  await pasteRows(page, someRows(amount))
  await check('the check of a batch')
  await page.getByRole('button', { name: text('batches.check.columns') }).press('Enter')
  await page.getByRole('heading', { name: text('batches.columns.title'), level: 1 }).waitFor()
  await check('the columns of a batch')
  await page.getByRole('button', { name: text('common.cancel') }).press('Enter')
  await page.getByRole('button', { name: /^Review \d/ }).press('Enter')
  await page.getByRole('dialog', { name: text('batches.review.name') }).waitFor()
  await check('the review of a batch')
  await page.keyboard.press('Escape')
  await sendRows(page)
  await batchEnded(page)
  await check('a batch')
  await visit(page, 'reconcile')
  await dropStatement(page, statementAbout(orderId ?? '', amount))
  await check('the columns of a statement')
  await compareStatement(page)
  await check('a statement compared')
  await openMatch(page)
  await overlay('a line matched by hand')
  await visit(page, 'recurrentPayment')
  await page.getByLabel(label('cardReference'), { exact: true }).pressSequentially('000')
  await page.getByRole('listbox', { name: text('card.picker.options') }).getByRole('option').first().waitFor()
  await overlay('the picker of cards')
  await visit(page, 'cardLookup')
  await page.getByRole('table').getByRole('link', { name: '0001' }).first().press('Enter')
  await page.getByRole('heading', { name: text('card.payments') }).waitFor()
  await check('a card')
  await visit(page, 'history')
  const line = page.getByRole('table', { name: text('history.list') })
    .getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first()
  await line.waitFor()
  await check('a history with entries')
  await visit(page, 'report')
  await page.getByRole('heading', { name: text('report.days.title') }).waitFor()
  await check('a report')
  await visit(page, 'history')
  await line.click()
  await showEverything(page)
  await openAllEvidence(page)
  await page.getByText(text('history.event.intent')).first().waitFor()
  await check('everything of a payment')
  await chooseOther(page, text('order.documents'))
  await page.getByRole('dialog', { name: text('documents.title') }).locator('pre').waitFor()
  await overlay('documents')
  await charge(page, { cardReference: '1000103', amount })
  await visit(page, 'openOutcomes')
  await page.getByRole('article').first().waitFor()
  await check('an open outcome')
  await visit(page, 'today')
  await check('a day with work')
  await visit(page, 'maintenance')
  await page.getByRole('button', { name: 'Verify journal' }).click()
  await check('a verified journal')
}

/** Checks the overlays of the list of payments, and its compact lines, in a window of the usual size. */
export async function historyOverlays(page: Page, amount: string, overlay: Checks['overlay']): Promise<void> {
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
