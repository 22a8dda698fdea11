import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { printForm } from '#shared/gateway/encoding/form.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { callbackCheckSchema, type CallbackCheck } from '#shared/model/answers/callback.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { charge, chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

const closing: (() => void)[] = []
afterEach(async () => {
  await closeAll()
  for (const close of closing.splice(0)) close()
})

type Fields = Readonly<Record<string, string>>

/** A callback as the gateway creates it, signed with a secret. */
function signed(secret: string, changes: Fields = {}): string {
  const fields: Fields = {
    status: 'approved', merchant_order: 'order-7', client_orderid: 'order-7', orderid: '77', type: 'sale', amount: '10.15',
    ...changes,
  }
  const text = `${fields['status'] ?? ''}${fields['orderid'] ?? ''}${fields['client_orderid'] ?? ''}${secret}`
  const control = createHash('sha1').update(text, 'utf8').digest('hex')
  return `https://shop.example/cb?${printForm(Object.entries({ ...fields, control: changes['control'] ?? control }))}`
}

async function check(desk: TestDesk, text: string): Promise<CallbackCheck> {
  const checked = await desk.call('callbacks.check', { profileId: desk.profileId, text })
  expect(callbackCheckSchema.safeParse(checked).success).toBe(true)
  return checked
}

/** A charge that is approved here too, and the content of its callback. */
async function approvedCharge(desk: TestDesk, changes: Record<string, string> = {}) {
  const answer = await charge(desk, changes)
  await desk.call('orders.checkStatus', { entryId: answer.entryId })
  const { orderId, merchantOrderId } = answer
  return { answer, ids: { merchant_order: merchantOrderId!, client_orderid: merchantOrderId!, orderid: orderId! } }
}

async function refund(desk: TestDesk, order: Pick<Answer, 'orderId' | 'merchantOrderId'>, amount: string) {
  const review = await desk.call('payments.review', {
    profileId: desk.profileId, entryPoint: endpoint, operation: 'return', confidential: {},
    values: { orderId: order.orderId!, merchantOrderId: order.merchantOrderId!, amount, currency: 'USD', comment: 'as agreed' },
  })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, reason: 'as agreed', acceptUnverifiedCard: true })
  await desk.call('orders.checkStatus', { entryId: answer.entryId })
  return answer
}

describe("a callback's control", () => {
  it('is correct for the callback of the built-in gateway', async () => {
    const received = Promise.withResolvers<string>()
    const server = createServer((request, response) => {
      received.resolve(request.url ?? '')
      response.end()
    })
    closing.push(() => server.close())
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    const serverCallbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cb`
    const desk = await open()
    const { answer } = await approvedCharge(desk, { serverCallbackUrl })
    const checked = await check(desk, `"GET ${await received.promise} HTTP/1.1" 200 0`)
    expect(checked).toMatchObject({
      form: 'log-line', kind: 'callback', control: 'right', missing: [], signedWith: null, differences: [],
      order: { orderId: answer.orderId, merchantOrderId: answer.merchantOrderId },
    })
    expect(checked.known.map(({ entryId }) => entryId)).toEqual([answer.entryId])
    expect(checked.signedText).toBe(`approved${answer.orderId}${answer.merchantOrderId}{merchant_control}`)
  })

  it.each([
    ['wrong', { control: '0'.repeat(40) }], ['malformed', { control: 'ABC' }], ['malformed', { control: 'A'.repeat(40) }],
    ['absent', { control: '' }],
  ] as const)('is %s with %o', async (control, changes) => {
    const desk = await open()
    expect(await check(desk, signed(desk.secret, changes))).toMatchObject({ control, signedWith: null })
  })

  it('is wrong after a change of covered fields, and does not cover an amount', async () => {
    const desk = await open()
    const original = signed(desk.secret)
    expect(await check(desk, original.replace('status=approved', 'status=declined'))).toMatchObject({ control: 'wrong' })
    const raised = await check(desk, original.replace('amount=10.15', 'amount=99.00'))
    expect(raised.control).toBe('right')
    expect(raised.fields.filter(({ covered }) => covered).map(({ name }) => name)).toEqual(['status', 'client_orderid', 'orderid'])
    expect(raised.fields.find(({ name }) => name === 'amount')?.hint).toMatch(/status request/)
  })

  it('can be correct in a callback without mandatory fields, which is reported', async () => {
    const desk = await open()
    const empty = await check(desk, signed(desk.secret, { status: '', merchant_order: '', client_orderid: '', orderid: '', type: '', amount: '' }))
    expect(empty).toMatchObject({
      control: 'right', missing: ['status', 'merchant_order', 'client_orderid', 'orderid', 'type', 'amount'], known: [],
    })
  })

  it('finds the profile whose secret matches, and looks the order up there', async () => {
    const desk = await open()
    const staging = await desk.addProfile('staging', 'Staging shop')
    const theirs = randomBytes(16).toString('hex')
    await desk.call('profiles.storeSecret', { id: staging, secret: theirs })
    expect(await check(desk, signed(theirs))).toMatchObject({
      control: 'wrong', signedWith: { profileId: staging, name: 'Staging shop', environment: 'staging' },
    })
  })

  it('is not checked with a secret of an environment that may not be used here', async () => {
    const desk = await open({ usable: ['sandbox', 'staging'] })
    const draft = { ...builtInProfile, name: 'Live', environment: 'production' as const, gateway: { kind: 'address' as const, baseUrl: 'https://gateway.example' } }
    const { id: live } = await desk.call('profiles.save', { id: null, draft })
    const theirs = randomBytes(16).toString('hex')
    // Stored by an earlier run, in a host that allows it.
    await desk.vault.port.storeSecret({
      secretId: live, environment: 'production', merchant: merchantKeyOf(draft)!, secret: theirs, keep: 'this-run',
    })
    expect(await check(desk, signed(theirs))).toMatchObject({ control: 'wrong', signedWith: null })
    expect(await desk.refused('callbacks.check', { profileId: live, text: signed(theirs) })).toEqual({ code: 'environment-not-usable-here' })
  })

  it('is not checked without a secret, but with the profile that has it', async () => {
    const desk = await open()
    const other = await desk.addProfile('staging', 'Staging shop')
    await desk.call('profiles.removeSecret', { id: other })
    const checked = await desk.call('callbacks.check', { profileId: other, text: signed(desk.secret) })
    expect(checked).toMatchObject({ control: 'not-checked', signedWith: { profileId: desk.profileId } })
  })
})

describe('the result for a pasted text', () => {
  it('has no control, no secret and no card number, and nothing of it is stored', async () => {
    const desk = await open()
    const card = '4111111111111111'
    const text = signed(desk.secret, { descriptor: `paid with ${card}`, credit_card_number: card, cvv2: '987', [card]: 'x', status: card })
    const control = /control=([0-9a-f]{40})/.exec(text)![1]!
    const emitted = JSON.stringify([await check(desk, text), await check(desk, text.replace(control, '1'.repeat(40)))])
    for (const hidden of [control, '1'.repeat(40), desk.secret, card]) expect(emitted.includes(hidden)).toBe(false)
    // As a separate number: an id may have these digits by chance.
    expect(emitted).not.toMatch(/(?<!\w)987(?!\w)/)
    const { rows } = await desk.call('history.search', { text: '', states: [], operations: [], profileId: null, before: null, limit: 10 })
    expect(rows).toEqual([])
  })

  it('has the changes made to the text, and what is ambiguous', async () => {
    const desk = await open()
    const checked = await check(desk, `"${signed(desk.secret, { comment: 'end ' }).replaceAll('&', '&amp;')}&amp;status=declined"`)
    expect(checked).toMatchObject({ control: 'right', fixes: ['escaped-ampersands', 'quotes'] })
    const hints = checked.fields.filter(({ name }) => name === 'status').map(({ hint }) => hint)
    expect(hints).toHaveLength(2)
    expect(hints[0]).toMatch(/more than once/)
    expect(checked.fields.find(({ name }) => name === 'comment')).toMatchObject({ value: 'end ', hint: expect.stringMatching(/space/) as string })
  })

  it('is a refusal if there is no callback', async () => {
    const desk = await open()
    expect(await desk.refused('callbacks.check', { profileId: desk.profileId, text: 'Dear support, see attached' })).toEqual({ code: 'callback-unreadable' })
  })

  it('is a redirect, and no payment result, if only a redirect\'s fields are present', async () => {
    const desk = await open()
    const rest = [...new URL(signed(desk.secret)).searchParams]
      .filter(([name]) => !['merchant_order', 'type', 'amount'].includes(name))
    expect(await check(desk, printForm(rest))).toMatchObject({ kind: 'redirect', form: 'body', missing: [], control: 'right' })
  })
})

describe('callback and journal', () => {
  it('are compared field by field; amounts by their value', async () => {
    const desk = await open()
    const { ids } = await approvedCharge(desk)
    expect((await check(desk, signed(desk.secret, { ...ids, amount: '10.1500', currency: 'USD' }))).differences).toEqual([])
    expect((await check(desk, signed(desk.secret, { ...ids, status: 'declined', amount: '10.16', currency: 'EUR', 'last-four-digits': '9999' }))).differences)
      .toEqual([
        { what: 'status', theirs: 'declined', ours: 'approved' },
        { what: 'amount', theirs: '10.16', ours: '10.15' },
        { what: 'currency', theirs: 'EUR', ours: 'USD' },
        { what: 'last-four', theirs: '9999', ours: '0001' },
      ])
  })

  it('differ if another order id comes with the merchant order id, or the reverse', async () => {
    const desk = await open()
    const { ids, answer } = await approvedCharge(desk)
    const otherOrder = await check(desk, signed(desk.secret, { ...ids, orderid: '1' }))
    expect(otherOrder.known.map(({ entryId }) => entryId)).toEqual([answer.entryId])
    expect(otherOrder.differences).toEqual([{ what: 'order-id', theirs: '1', ours: ids.orderid }])
    expect((await check(desk, signed(desk.secret, { ...ids, client_orderid: 'x' }))).differences)
      .toEqual([{ what: 'merchant-order-id', theirs: 'x', ours: ids.client_orderid }])
    expect((await check(desk, signed(desk.secret, { ...ids, merchant_order: 'x' }))).differences)
      .toEqual([{ what: 'merchant-order-id', theirs: 'x', ours: ids.client_orderid }])
  })

  it('of a refund: the refund’s entry with the same amount is compared', async () => {
    const desk = await open()
    const { ids, answer } = await approvedCharge(desk)
    await refund(desk, answer, '2.00')
    const last = await refund(desk, answer, '3.00')
    const about = (changes: Fields) => signed(desk.secret, { ...ids, type: 'reversal', ...changes })
    const checked = await check(desk, about({ amount: '2.00' }))
    expect(checked.differences).toEqual([])
    expect(checked.known.map(({ operation }) => operation)).toEqual(['return', 'return', 'recurrent-payment'])
    expect((await check(desk, about({ amount: '5.00', 'serial-number': last.serialNumber! }))).differences)
      .toEqual([{ what: 'amount', theirs: '5.00', ours: '3.00' }])
    // The sale's own callback still matches the sale.
    expect((await check(desk, signed(desk.secret, ids))).differences).toEqual([])
  })

  it('of a refund by another desk: it is not known here, and the sale shows no difference', async () => {
    const desk = await open()
    const { ids } = await approvedCharge(desk)
    expect(await check(desk, signed(desk.secret, { ...ids, type: 'reversal', amount: '1.00', status: 'declined' })))
      .toMatchObject({ isTransactionKnown: false, differences: [] })
    expect(await check(desk, signed(desk.secret, ids))).toMatchObject({ isTransactionKnown: true, differences: [] })
  })

  it('differ if the journal has a refusal, and the callback an approval', async () => {
    const desk = await open()
    // The sandbox knows no such card.
    const { merchantOrderId } = await charge(desk, { cardReference: '4711' })
    const ids = { merchant_order: merchantOrderId!, client_orderid: merchantOrderId! }
    expect((await check(desk, signed(desk.secret, ids))).differences).toEqual([{ what: 'status', theirs: 'approved', ours: 'refused' }])
  })

  it('have nothing about an order that was never created', async () => {
    const desk = await open()
    expect(await check(desk, signed(desk.secret, { orderid: '5', client_orderid: chargeForm(desk).values.merchantOrderId! })))
      .toMatchObject({ known: [], differences: [] })
  })
})
