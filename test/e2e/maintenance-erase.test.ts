import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { go } from './support/console.ts'
import { answerDialog, freshFolder } from './support/launch.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { charged } from './support/pay.ts'
import { openEvidence, openPayment } from './support/payment-page.ts'
import { text } from '../support/texts.ts'

const { skipped, open } = specs('maintenance-erase.test.ts')

describe.skipIf(skipped)('erasing one customer’s content', () => {
  it('requires a reason and a system message box, then leaves only facts on screen and in exports', async () => {
    const launched = await open()
    const { page, app } = launched
    const erased = await charged(page, 'approved', { merchantOrderId: 'customer-1', amount: '11.15', cardReference: '1000001' })
    await charged(page, 'approved', { merchantOrderId: 'customer-2', amount: '12.15', cardReference: '1000001' })
    await go(page, 'maintenance')
    const panel = page.getByRole('region', { name: text('maintenance.erasure.title') })
    await panel.getByLabel(text('maintenance.erasure.by')).selectOption({ label: text('maintenance.erasure.kind.merchant-order-id') })
    await panel.getByLabel(text('maintenance.erasure.kind.merchant-order-id')).fill('customer-1')
    const erase = async (answer: 0 | 1): Promise<void> => {
      await answerDialog(app, 'showMessageBox', { response: answer })
      await panel.getByRole('button', { name: text('maintenance.erasure.count') }).click()
      await panel.getByRole('button', { name: text('maintenance.erasure.open') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text('common.reason')).fill('Letter of 20 November')
      await dialog.getByRole('button', { name: text('maintenance.erasure.action') }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await erase(0)
    await panel.getByText(text('failure.what.not-confirmed-outside')).waitFor()
    await erase(1)
    const trail = page.getByRole('table', { name: text('maintenance.audit.caption') })
    await trail.getByRole('row').filter({ hasText: text('maintenance.audit.action.customer-erased') })
      .filter({ hasText: 'merchant order id customer-1. Reason: Letter of 20 November' }).waitFor()

    await openPayment(page, erased.entryId)
    await openEvidence(page, text('order.evidence.facts'))
    await page.getByText(text('history.entry.contentRemovedNote')).first().waitFor()
    const file = join(freshFolder('exports'), 'history.jsonl')
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: file })
    const filter = { text: '', states: [], operations: ['recurrent-payment'], profileId: null }
    await page.evaluate(`gatewayConsole.call['history.export'](${JSON.stringify({ exportId: 'e', filter, format: 'json-lines' })})`)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as EntryDetail)
    const [other, hers] = lines
    expect(hers).toMatchObject({ row: { merchantOrderId: 'customer-1', minorAmount: '1115', state: 'approved' }, fields: [], signedText: '' })
    expect(hers!.row.contentRemovedAt).toBeDefined()
    expect(other!.fields).not.toEqual([])
    expectNoErrors(launched)
    await launched.close()
  })
})
