// The dialog of documents: the offered ones, their preview, and refusals.
import { expect, test } from 'vitest'
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { button, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { aCharge, intent, outcome, seen } from './entries.ts'
import { aPage, choose, openOrder, press } from './order-screen.ts'

const documentId = 'a'.repeat(32)
const answers = {
  'documents.prepare': () => success({ documentId }),
  'documents.text': ({ language }: { language: string }) => success({ text: `text in ${language}` as never }),
  'documents.save': () => success({ fileName: 'payment-confirmation-gc-1.pdf' }),
  'documents.print': () => failed({ code: 'cancelled' } as const),
}
const opened = async (more: Parameters<typeof openOrder>[0] = {}) => {
  const screen = await openOrder({ ...answers, ...more })
  await choose(text('order.documents'))
  return screen
}
const options = () => [...document.querySelectorAll('[role="dialog"] fieldset:first-of-type input')].map((input) =>
  input.parentElement?.textContent?.trim())

test('a payment confirmation is prepared, shown in the chosen language, saved, printed and copied', async () => {
  const { inputsOf } = await opened()
  expect(inputsOf('documents.prepare')).toEqual([{
    order: expect.objectContaining({ orderId: '6768788', merchantOrderId: 'gc-1' }), wanted: { kind: 'payment' },
  }])
  await expect.poll(() => words()).toContain('text in en')
  const german = [...document.querySelectorAll('[role="dialog"] label')].find((label) => label.textContent === 'Deutsch')!
  german.querySelector('input')!.click()
  await expect.poll(() => words()).toContain('text in de')
  // Another language uses the confirmed facts and sends no new status query.
  expect(inputsOf('documents.prepare')).toHaveLength(1)
  await press(text('documents.savePdf'))
  expect(inputsOf('documents.save')).toEqual([{ documentId, language: 'de', format: 'pdf' }])
  // The text may be longer than the window.
  expect(words()).toMatch(/Saved: payment-confirmation-gc-1\.pdf.*text in de/s)
  await press(text('documents.print'))
  expect(inputsOf('documents.print')).toEqual([{ documentId, language: 'de' }])
  await press(text('documents.copy'))
  expect(inputsOf('app.copy')).toEqual([{ text: 'text in de', lasting: true }])
  expect(() => button(text('documents.saveText'))).toThrow()
})

test('each approved refund has its confirmation; the report is for gateway support', async () => {
  const refund = aCharge(
    { operation: 'return', entryId: 'entry-refund' as EntryId, minorAmount: '315' as MinorUnits, state: 'approved' },
    [intent('10:00:00'), outcome('10:00:01'), seen('10:00:05', 'approved', 'reversal_approved')],
  )
  const { inputsOf } = await opened({ 'orders.page': () => success(aPage({ entries: [aCharge(), refund] })) })
  expect(options()).toEqual([
    text('documents.payment'), expect.stringMatching(/^Refund confirmation: 3\.15 USD, /), text('documents.investigation'),
  ])
  document.querySelectorAll<HTMLInputElement>('[role="dialog"] fieldset:first-of-type input')[1]!.click()
  await expect.poll(() => inputsOf('documents.prepare').at(-1)?.wanted).toEqual({ kind: 'refund', entryId: 'entry-refund' })
})

test('if the gateway does not confirm, a sentence explains it, and no document can be saved', async () => {
  let isReady = false
  await opened({
    'documents.prepare': () => isReady ? success({ documentId }) : failed({ code: 'not-possible-now', why: 'status-not-known' }),
  })
  expect(words()).toContain(text('payment.obstacle.status-not-known'))
  expect(() => button(text('documents.savePdf'))).toThrow()
  isReady = true
  await press(text('documents.again'))
  await expect.poll(() => words()).toContain('text in ')
})
