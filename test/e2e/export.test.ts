import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { reportFormats } from '#shared/model/figures/report.ts'
import { batchEnded, sendRows } from './support/batches.ts'
import { go } from './support/console.ts'
import { charge, charged } from './support/pay.ts'
import { textWithoutLayout, readPdf } from './support/pdf.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { answerDialog, freshFolder } from './support/launch.ts'
import { text, textPattern } from '../support/texts.ts'

const { skipped, open } = specs('export.test.ts')
const inTime = { timeout: 30_000 }

/** An approved charge and a declined one, each after the lookup of its card. */
async function chargeTwice(page: Page): Promise<void> {
  await charged(page, 'approved')
  await charged(page, 'declined', { cardReference: '1000002', amount: '3.40' })
}

async function openExport(page: Page) {
  await page.getByRole('button', { name: text('history.export.button') }).click()
  const dialog = page.getByRole('dialog', { name: text('history.export.title') })
  await dialog.waitFor()
  return dialog
}

describe.skipIf(skipped)('a saved file', () => {
  it('of the history has the entries of the screen, as CSV and JSON Lines, under the chosen name', async () => {
    const launched = await open()
    const { app, page } = launched
    const folder = freshFolder('export')
    await chargeTwice(page)
    await go(page, 'history')
    await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.type') }) }).click()
    await page.getByRole('checkbox', { name: text('shell.navigation.recurrentPayment') }).check()
    await page.keyboard.press('Escape')

    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(folder, 'charges.csv') })
    const first = await openExport(page)
    await first.getByText(text('shell.navigation.recurrentPayment')).waitFor()
    await first.getByRole('button', { name: text('history.export.save') }).click()
    await first.getByText(text('history.export.saved', { name: 'charges.csv' })).waitFor(inTime)
    await first.getByText(text('history.export.savedEntries', { number: '2', count: 2 })).waitFor()
    await first.getByRole('button', { name: text('common.close') }).last().click()
    const rows = readFileSync(join(folder, 'charges.csv'), 'utf8').split('\r\n')
    expect(rows).toHaveLength(9)
    expect(rows[0]).toMatch(/^\uFEFFTime \(UTC\),/)
    expect(rows[1]).toMatch(/,declined,.*,1000002,.*,3\.40,USD,/)
    expect(rows[7]).toMatch(/^USD,10\.15,,,,,10\.15,,3\.40,/)
    expect(rows[2]).toMatch(/,approved,.*,1000001,.*,10\.15,USD,/)

    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(folder, 'charges.jsonl') })
    const second = await openExport(page)
    await second.getByRole('radio', { name: text('history.export.jsonLines') }).check()
    await second.getByRole('button', { name: text('history.export.save') }).click()
    await second.getByText(text('history.export.saved', { name: 'charges.jsonl' })).waitFor(inTime)
    const entries = readFileSync(join(folder, 'charges.jsonl'), 'utf8').trimEnd().split('\n')
      .slice(0, -1).map((line) => JSON.parse(line) as EntryDetail)
    expect(entries.map(({ row }) => row.state)).toEqual(['declined', 'approved'])
    expect(entries[1]?.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['intent', 'outcome']))
    expect(readdirSync(folder).sort()).toEqual(['charges.csv', 'charges.jsonl'])
    expectNoErrors(launched)
  })

  it('of the monthly report has the sums of the history, as CSV, XLSX and PDF', async () => {
    const launched = await open()
    const { app, page } = launched
    const folder = freshFolder('report')
    await chargeTwice(page)
    await charged(page, 'approved', { amount: '61.00' })
    await go(page, 'report')
    const total = page.getByRole('region', { name: text('report.total.title') })
    await total.getByRole('link', { name: '2 · 71.15 USD' }).waitFor(inTime)
    for (const format of reportFormats) {
      await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(folder, `report.${format}`) })
      await page.getByRole('button', { name: text('report.save.label', { format: format.toUpperCase() }) }).click()
      await page.getByText(text('report.save.saved', { name: `report.${format}` })).first().waitFor(inTime)
    }
    const [head = '', row = ''] = readFileSync(join(folder, 'report.csv'), 'utf8').split('\r\n')
    const cells = row.split(',')
    const inFile = Object.fromEntries(head.split(',').map((name, index) => [name, cells[index]]))
    expect(inFile).toMatchObject({
      'Currency': 'USD', 'Approved': '2', 'Approved amount': '71.15', 'Declined': '1', 'Declined amount': '3.40', 'Net moved': '71.15',
    })
    const sheet = strFromU8(unzipSync(readFileSync(join(folder, 'report.xlsx')))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('<v>71.15</v>')
    const { pages } = await readPdf(new Uint8Array(readFileSync(join(folder, 'report.pdf'))))
    expect(textWithoutLayout(pages.join())).toContain(textWithoutLayout('Approved 2 71.15 USD'))

    await total.getByRole('link', { name: '71.15 USD', exact: true }).click()
    const sums = page.getByRole('table', { name: text('history.totals.byCurrency') }).getByRole('row', { name: 'USD' })
    await expect.poll(() => sums.textContent(), inTime).toMatch(/71\.15.*71\.15.*3\.40/)
    expectNoErrors(launched)
  })

  it('of a reconciled statement has its matching, different and missing lines', async () => {
    const launched = await open()
    const { app, page } = launched
    const folder = freshFolder('reconcile')
    const [right, other] = [await charged(page, 'approved'), await charged(page, 'approved', { amount: '61.00' })]
    const day = new Date().toISOString().slice(0, 10)
    writeFileSync(join(folder, 'november.csv'), [
      'Date;Type;Order ID;Amount;Currency', `${day};Sale;${right.orderId ?? ''};10,15;USD`, `${day};Sale;unknown-1;7,00;USD`,
    ].join('\r\n'))
    await go(page, 'reconcile')
    await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [join(folder, 'november.csv')] })
    await page.getByRole('button', { name: text('reconcile.open.choose') }).click()
    await page.getByRole('button', { name: text('reconcile.columns.compare') }).click()
    await page.getByRole('heading', { name: '2 lines or payments to check' }).waitFor(inTime)
    await page.getByText('unknown-1').waitFor(inTime)
    await page.getByRole('button', { name: new RegExp(`^${text('reconcile.list.onlyHistory')}`) }).click()
    await page.getByText(other.merchantOrderId ?? '').waitFor(inTime)
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(folder, 'result.csv') })
    await page.getByRole('button', { name: text('reconcile.result.save', { format: 'CSV' }) }).click()
    await page.getByText(text('reconcile.result.saved', { name: 'result.csv' })).first().waitFor(inTime)
    expect(readFileSync(join(folder, 'result.csv'), 'utf8')).toMatch(/\r\nUSD,payment,Only in the history,0,0\.00,1,61\.00,/)

    await page.getByRole('button', { name: text('reconcile.ask.button') }).click()
    await page.getByRole('heading', { name: '1 of 1 status check is ready' }).waitFor(inTime)
    await sendRows(page)
    await batchEnded(page)
    await page.getByRole('table', { name: text('batches.run.list') }).getByText(text('history.state.approved')).waitFor(inTime)
    expectNoErrors(launched)
  })

  it('is not written without a chosen location; one that cannot be written is reported', async () => {
    const { app, page } = await open()
    const folder = freshFolder('export')
    await charge(page)
    await go(page, 'history')
    await answerDialog(app, 'showSaveDialog', { canceled: true, filePath: '' })
    const dialog = await openExport(page)
    await dialog.getByRole('button', { name: text('history.export.save') }).click()
    await dialog.getByRole('button', { name: text('common.cancel'), exact: true }).waitFor()
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(folder, 'none', 'charges.csv') })
    await dialog.getByRole('button', { name: text('history.export.save') }).click()
    await dialog.getByText(textPattern('profiles.saved', { name: 'The folder is missing. Nothing' })).waitFor(inTime)
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
