/**
 * Documents about a payment: confirmations, for which the gateway was queried right before, and the signed report for
 * gateway support.
 */
import { createHash, createPublicKey } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { MerchantOrderId } from '#shared/brands.ts'
import { customerLanguages } from '#shared/customer-texts/language.ts'
import type { WantedDocument } from '#shared/model/payments/document.ts'
import { checkReport } from '../../../electron/common/signatures/report-signature.ts'
import type { LockableVault, SaveDestination } from '../../../electron/desk/services.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { aVault } from './maintenance/support.ts'
import { act, actionForm, cardForm, confirm, followed, sell, sold, type Sold } from './order-support.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

type Ids = Partial<Pick<Sold, 'orderId' | 'merchantOrderId'>>

const preparation = (desk: TestDesk, ids: Ids, wanted: WantedDocument) => ({
  order: { profileId: desk.profileId, entryPoint: endpoint, orderId: null, merchantOrderId: null, ...ids }, wanted,
})
const prepared = async (desk: TestDesk, { orderId, merchantOrderId }: Ids, wanted: WantedDocument) =>
  (await desk.call('documents.prepare', preparation(desk, {
    ...(orderId !== undefined && { orderId }), ...(merchantOrderId !== undefined && { merchantOrderId }),
  }, wanted))).documentId
const textOf = async (desk: TestDesk, documentId: string, language: typeof customerLanguages[number] = 'en') =>
  (await desk.call('documents.text', { documentId, language })).text.replaceAll('\u00A0', ' ')
const refused = (desk: TestDesk, { orderId, merchantOrderId }: Sold, wanted: WantedDocument) =>
  desk.refused('documents.prepare', preparation(desk, { orderId, merchantOrderId }, wanted))
/** The number of status queries in the history; automatic checks of open outcomes are not among them. */
const statusQueries = async (desk: TestDesk) => (await desk.call('history.search', {
  text: '', states: [], operations: ['status'], profileId: null, before: null, limit: 50,
})).rows.length

const payment = { kind: 'payment' } as const
const investigation = { kind: 'investigation' } as const

describe('a payment confirmation', () => {
  it('of an approved payment has amount, time, card and reference in every language, and no text of the gateway', async () => {
    const desk = await open()
    const order = await sell(desk)
    const before = await statusQueries(desk)
    const documentId = await prepared(desk, order, payment)
    const texts = await Promise.all(customerLanguages.map((language) => textOf(desk, documentId, language)))
    expect(texts.map((text) => text.split('\n').find((line) => /USD/.test(line)))).toEqual([
      'Amount: 10.15 USD', 'Betrag: 10,15 USD', 'Importe: 10,15 USD', 'Сумма: 10,15 USD',
    ])
    // The status was queried right before, once.
    expect(await statusQueries(desk)).toBe(before + 1)
    const year = String(new Date(desk.clock.now()).getUTCFullYear())
    for (const text of texts) {
      for (const shown of ['•••• 0001', order.merchantOrderId, year, 'UTC']) expect(text).toContain(shown)
      for (const hidden of [order.answer.serialNumber!, 'approved', 'sale_', desk.secret]) expect(text).not.toContain(hidden)
    }
    expect(texts[0]).toContain('Test document. No money was moved.')
    expect(texts[0]).toContain('neither an invoice nor a fiscal receipt')
  })

  it('shows later refunds, and is refused once the whole amount is refunded', async () => {
    const desk = await open()
    const order = await sell(desk)
    await followed(desk, await act(desk, order, 'return', { amount: '3.15' }))
    expect(await textOf(desk, await prepared(desk, order, payment))).toContain('Refunds known to us: 3.15 USD')
    await followed(desk, await act(desk, order, 'return', { amount: '7.00' }))
    expect(await refused(desk, order, payment)).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
  })

  it('is refused unless the payment was collected', async () => {
    const desk = await open()
    const declined = await sell(desk, { cardReference: '1000002' })
    expect(await refused(desk, declined, payment)).toEqual({ code: 'not-possible-now', why: 'not-successful' })
    const review = await desk.call('payments.review', cardForm(desk, 'preauth'))
    const hold = await sold(desk, await desk.call('payments.submit', { intentId: review.intentId, ...confirm }))
    expect(await refused(desk, hold, payment)).toEqual({ code: 'not-possible-now', why: 'not-final' })
    await followed(desk, await act(desk, hold, 'capture'))
    expect(await textOf(desk, await prepared(desk, hold, payment))).toMatch(/Amount: 10\.15 USD\nPaid on: /)
    const voided = await sell(desk)
    await followed(desk, await act(desk, voided, 'void'))
    expect(await refused(desk, voided, payment)).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
  })

  it('is refused if one of several amounts was approved: the order has the first', async () => {
    const desk = await open()
    // The sandbox declines the first one.
    const order = await sell(desk, { amount: '13.13', enumeratedAmounts: '13.13,8.00' })
    expect(await refused(desk, order, payment)).toEqual({ code: 'not-possible-now', why: 'amount-not-known' })
  })

  async function actElsewhere(desk: TestDesk, order: Sold, operation: 'return' | 'void' | 'capture') {
    const profileId = await desk.addProfile('sandbox', 'Other desk')
    const { intentId } = await desk.call('payments.review', { ...actionForm(desk, order, operation), profileId })
    await followed(desk, await desk.call('payments.submit', { intentId, ...confirm }))
  }

  it.each(['return', 'void'] as const)('is refused after a %s by another desk, whose amount is not known here', async (operation) => {
    const desk = await open()
    const order = await sell(desk)
    await actElsewhere(desk, order, operation)
    expect(await refused(desk, order, payment)).toEqual({ code: 'not-possible-now', why: 'later-transaction' })
  })

  it('of a hold that another desk captured has no time: the time of the hold is not that of the payment', async () => {
    const desk = await open()
    const review = await desk.call('payments.review', cardForm(desk, 'preauth'))
    const hold = await sold(desk, await desk.call('payments.submit', { intentId: review.intentId, ...confirm }))
    await actElsewhere(desk, hold, 'capture')
    expect(await textOf(desk, await prepared(desk, hold, payment))).toMatch(/Amount: 10\.15 USD\nCard: /)
  })

  it('is refused if the gateway does not answer, and while a refund is in progress', async () => {
    const desk = await open()
    const order = await sell(desk)
    // The desk may still be checking automatically.
    await desk.sandbox.armFault({ kind: 'html', operation: 'status', times: 1_000, delayMs: 0 })
    expect(await refused(desk, order, payment)).toEqual({ code: 'not-possible-now', why: 'status-not-known' })
    await desk.sandbox.clearFaults()
    const refund = await act(desk, order, 'return', { amount: '3.15' })
    expect(await refused(desk, order, payment)).toEqual({ code: 'order-busy', entryId: refund.entryId })
  })
})

describe('a refund confirmation', () => {
  it('of an approved refund names its amount and the payment’s, and no date of arrival', async () => {
    const desk = await open()
    const order = await sell(desk)
    const refund = await act(desk, order, 'return', { amount: '3.15' })
    const wanted = { kind: 'refund', entryId: refund.entryId } as const
    expect(await refused(desk, order, wanted)).toEqual({ code: 'not-possible-now', why: 'not-successful' })
    await followed(desk, refund)
    const text = await textOf(desk, await prepared(desk, order, wanted))
    for (const shown of ['Amount: 3.15 USD', 'Payment: 10.15 USD', 'Your bank decides when', '•••• 0001']) expect(text).toContain(shown)
    expect(await refused(desk, order, { kind: 'refund', entryId: order.answer.entryId })).toMatchObject({ why: 'not-successful' })
    expect(await refused(desk, await sell(desk), wanted)).toEqual({ code: 'no-such-entry' })
  })
})

describe('the investigation report', () => {
  it('has every request of an order with number, times, texts and outcome, without its authentication', async () => {
    const desk = await open()
    const review = await desk.call('payments.review', cardForm(desk, 'sale'))
    const sale = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    await followed(desk, sale)
    const order: Sold = { orderId: sale.orderId!, merchantOrderId: sale.merchantOrderId!, answer: sale }
    const refund = await act(desk, order, 'return', { comment: 'wrong size' })
    const documentId = await prepared(desk, { orderId: order.orderId }, investigation)
    const text = await textOf(desk, documentId)
    for (const emitted of [
      order.orderId, order.merchantOrderId, sale.serialNumber!, refund.serialNumber!, 'Environment: sandbox', 'Endpoint: 1001',
      'credit_card_number = 411111XXXXXX1111', 'comment = wrong size', 'Status: approved, sale_approved', 'HTTP 200',
      '{merchant_control}', 'This report is not signed',
    ]) expect(text).toContain(emitted)
    expect(text).toMatch(/Time: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d\)/)
    for (const secret of ['4111111111111111', desk.secret, 'cvv2 = 111']) expect(text).not.toContain(secret)
    for (const language of customerLanguages) {
      // A control has 40 hexadecimal digits, a signature more of Base64.
      const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g
      expect((await textOf(desk, documentId, language)).replaceAll(ids, '')).not.toMatch(/[0-9a-f]{40}|oauth_signature=|Authorization:/)
    }
  })

  it('has only the covered fields of a callback with a correct control', async () => {
    const desk = await open()
    const order = await sell(desk)
    const callback = (secret: string, merchantOrderId: string = order.merchantOrderId) => {
      const control = createHash('sha1').update(`approved${order.orderId}${merchantOrderId}${secret}`).digest('hex')
      return `status=approved&orderid=${order.orderId}&client_orderid=${merchantOrderId}&comment=anything&control=${control}`
    }
    const check = (text: string) => desk.call('callbacks.check', { profileId: desk.profileId, text })
    await check(callback('wrong'))
    await check(callback(desk.secret, 'of-another-order'))
    expect(await textOf(desk, await prepared(desk, order, investigation))).not.toContain('--- Callback ---')
    await check(callback(desk.secret))
    const text = await textOf(desk, await prepared(desk, order, investigation))
    expect(text).toContain(`client_orderid = ${order.merchantOrderId}`)
    expect(text).not.toContain('anything')
  })

  it('is signed by the desk’s key if there is a keychain, as text and as PDF', async () => {
    const vault = aVault()
    const written = new Map<string, Uint8Array>()
    const destination = (fileName: string): SaveDestination => ({
      fileName,
      async write(pieces) {
        for await (const piece of pieces) written.set(fileName, Buffer.from(piece as Uint8Array))
      },
    })
    const printing = { pdf: async () => Buffer.from('%PDF-1.7\n%%EOF'), print: async () => true }
    const ownVault: LockableVault = Object.assign(vault, { lock: async () => undefined, unlock: async () => undefined })
    const chooseSaveDestination = async (name: string) => destination(name)
    const desk = await open({ ownVault, system: { chooseSaveDestination, printing } })
    const { merchantOrderId } = await charge(desk)
    const documentId = await prepared(desk, { merchantOrderId: merchantOrderId! }, investigation)
    for (const format of ['text', 'pdf'] as const) await desk.call('documents.save', { documentId, language: 'de', format })
    const key = await vault.journalHeadKey({ signedBefore: true })
    const publicKey = createPublicKey(key.ok ? key.value!.publicKey : '')
    expect([...written.keys()].map((name) => name.split('.').at(-1))).toEqual(['txt', 'pdf'])
    for (const file of written.values()) {
      expect(checkReport(file, publicKey)).toBe('signed')
      const changed = Uint8Array.from(file)
      changed[3] = (changed[3] ?? 0) ^ 1
      expect(checkReport(changed, publicKey)).toBe('changed')
    }
    expect(Buffer.from(written.values().next().value!).toString()).toContain('Sie beweist, was dieser Arbeitsplatz aufgezeichnet hat.')
  })
})

describe('a prepared document', () => {
  it('is saved with a name that every system accepts, unless no folder was chosen or the disk refuses', async () => {
    let choose = savingTexts(() => undefined)
    const desk = await open({ system: { chooseSaveDestination: async (name) => await choose(name) } })
    const documentId = await prepared(desk, { merchantOrderId: 'a:b/c\\d*e?<f>|"g".' as MerchantOrderId }, investigation)
    const save = { documentId, language: 'en', format: 'text' } as const
    expect(await desk.call('documents.save', save)).toEqual({ fileName: 'investigation-a-b-c-d-e-f-g.txt' })
    choose = async () => null
    expect(await desk.refused('documents.save', save)).toEqual({ code: 'cancelled' })
    choose = savingTexts(() => { throw Object.assign(new Error('EACCES: /home/somebody'), { code: 'EACCES' }) })
    expect(await desk.refused('documents.save', save)).toEqual({ code: 'file-unwritable', detail: 'Reason: permission denied.' })
  })

  it('is printed once the person confirms the system’s dialog; a failure of Chromium is reported', async () => {
    const pages: string[] = []
    let answer = async (): Promise<boolean> => true
    const printing = {
      pdf: async () => { throw new Error('gone') },
      print: async ({ html }: { readonly html: string }) => { pages.push(html); return await answer() },
    }
    const desk = await open({ system: { printing } })
    const order = await sell(desk)
    const document = { documentId: await prepared(desk, order, payment), language: 'ru' } as const
    expect(await desk.call('documents.print', document)).toBeNull()
    expect(pages[0]).toContain('Подтверждение платежа')
    answer = async () => false
    expect(await desk.refused('documents.print', document)).toEqual({ code: 'cancelled' })
    expect(await desk.refused('documents.save', { ...document, format: 'pdf' })).toEqual({ code: 'document-not-printed' })
  })

  it('is deleted once money is sent: a confirmation from before a refund cannot be saved', async () => {
    const desk = await open()
    const order = await sell(desk)
    const documentId = await prepared(desk, order, payment)
    await followed(desk, await act(desk, order, 'return', { amount: '3.15' }))
    expect(await desk.refused('documents.text', { documentId, language: 'en' })).toEqual({ code: 'document-gone' })
  })

  it('is kept for ten minutes', async () => {
    const desk = await open()
    const documentId = await prepared(desk, await sell(desk), payment)
    await desk.clock.pass(9 * 60_000)
    expect(await textOf(desk, documentId)).toContain('Amount')
    await desk.clock.pass(61_000)
    expect(await desk.refused('documents.text', { documentId, language: 'en' })).toEqual({ code: 'document-gone' })
  })
})
