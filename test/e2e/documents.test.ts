// The PDF of each document contains exactly the text of its preview, in every language.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { customerLanguages, languages } from '#shared/customer-texts/language.ts'
import { answerDialog, onElectron } from './support/launch.ts'
import { openPaid } from './support/pay.ts'
import { chooseOther } from './support/payment-page.ts'
import { textWithoutLayout, pdfTextWithoutLayout, readPdf } from './support/pdf.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, open } = specs('documents.test.ts')

const dialog = (page: Page) => page.getByRole('dialog', { name: text('documents.title') })

describe.skipIf(skipped)('the documents of a payment', () => {
  it('are saved as tagged PDFs with the text of their preview, in every language', async () => {
    const launched = await open()
    const { app, page, userData } = launched
    const { merchantOrderId } = await openPaid(page)
    await chooseOther(page, text('order.documents'))
    const preview = dialog(page).locator('pre')
    await preview.waitFor()
    expect(await preview.textContent()).toContain(merchantOrderId)
    const folder = join(userData, 'saved')
    mkdirSync(folder)
    for (const kind of ['documents.payment', 'documents.investigation'] as const) {
      await dialog(page).getByRole('radio', { name: text(kind) }).check()
      for (const language of customerLanguages) {
        await dialog(page).getByRole('radio', { name: languages[language].name }).check()
        const save = dialog(page).getByRole('button', { name: text('documents.savePdf') })
        await save.waitFor()
        const filePath = join(folder, `${kind}-${language}.pdf`)
        await answerDialog(app, 'showSaveDialog', { canceled: false, filePath })
        await save.click()
        await dialog(page).getByText(text('documents.saved', { name: `${kind}-${language}.pdf` })).waitFor()
        const pdf = await readPdf(readFileSync(filePath))
        expect(pdf).toMatchObject({ language, tagged: true, width: 595, height: 842 })
        const shown = (await preview.textContent() ?? '').replace(/%GatewayConsoleReport.*/, '')
        expect(pdfTextWithoutLayout(pdf)).toBe(textWithoutLayout(shown))
      }
    }
    // On Electron this opens a system dialog, which the test cannot answer.
    if (!onElectron) await dialog(page).getByRole('button', { name: text('documents.print') }).click()
    await dialog(page).getByRole('button', { name: text('common.close') }).first().click()
    expectNoErrors(launched)
  })
})
