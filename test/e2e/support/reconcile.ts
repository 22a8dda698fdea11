// Statements, dropped on the screen and compared with the history.
import type { Page } from 'playwright-core'
import { text } from '../../support/texts.ts'

/** Lines of a statement: the order's charge with a fee, an unknown chargeback, and two charges of unknown orders. */
export function statementAbout(orderId: string, amount: string): string {
  const day = new Date().toISOString().slice(0, 10)
  return [
    'Date;Type;Order ID;Invoice;Card;Amount;Currency;Fee',
    `${day};Sale;${orderId};;;${amount};USD;0.30`, `${day};Chargeback;${orderId};;;${amount};USD;`,
    `${day};Sale;7000001;inv-unknown;411111******0001;12.40;USD;`, `${day};Sale;;=HYPERLINK();411111******4242;99.00;EUR;1.10`,
  ].join('\r\n')
}

/** Drops a statement on the open screen and waits for its columns. */
export async function dropStatement(page: Page, statement: string): Promise<void> {
  await page.getByText(text('reconcile.open.drop')).waitFor()
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([content], 'november.csv'))
    document.querySelector('.drop')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, statement)
  await page.getByRole('button', { name: text('reconcile.columns.compare') }).waitFor()
}

/** Compares the open statement and waits for the result. */
export async function compareStatement(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('reconcile.columns.compare') }).press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${text('reconcile.list.onlyStatement')}`) }).waitFor({ timeout: 60_000 })
}

/** Opens the dialog that matches a line of the list “only in the statement”. */
export async function openMatch(page: Page): Promise<void> {
  const list = text('reconcile.list.onlyStatement')
  await page.getByRole('button', { name: new RegExp(`^${list}`) }).click()
  const table = page.getByRole('table', { name: list })
  await table.getByRole('button', { name: new RegExp(`^${text('reconcile.row.match')}`) }).first().click()
  await page.getByRole('dialog').waitFor()
}
