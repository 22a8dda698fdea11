/** Sales, preauthorisations, transfers and payouts: sent once, and no card number is stored. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isConfidential, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { catalogue, createsOrder, requiresAmount, touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import { exampleValues } from '../../support/fixtures/example-values.ts'
import { actionForm, cardForm, confirm, followed, sold, stateOf } from './order-support.ts'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

type Form = ParsedInput<'payments.review'>
const number = '4111111111111111'
const otherNumber = '5500005555555559'
const account = '40817810099910004312'

const transferForm = (desk: TestDesk): Form => ({
  profileId: desk.profileId, entryPoint: endpoint, operation: 'transfer-v4',
  values: {
    merchantOrderId: `test-${randomBytes(5).toString('hex')}`, orderDescription: 'Winnings', amount: '10.15', currency: 'USD',
    customerIpAddress: '203.0.113.9', cardHolder: 'TEST HOLDER', expireMonth: '12', expireYear: '39',
  },
  confidential: { cardNumber: number, cardVerificationValue: '111', destinationCardNumber: otherNumber },
})
const payoutForm = (desk: TestDesk): Form => ({
  profileId: desk.profileId, entryPoint: endpoint, operation: 'payout-v4',
  values: { merchantOrderId: `test-${randomBytes(5).toString('hex')}`, amount: '10.15', currency: 'USD' },
  confidential: { accountNumber: account },
})
/** The operations that create an order and move or hold money; charges of a card on file have their own tests. */
const newOrders = catalogue
  .filter((operation) => touchesMoney(operation) && createsOrder(operation) && operation.menu !== null)

/** The form of any of them. */
function exampleForm(desk: TestDesk, operation: Operation): Form {
  const merchantOrderId = `test-${randomBytes(5).toString('hex')}`
  const typed = Object.entries({ merchantOrderId, ...exampleValues(operation) })
  const those = (confidential: boolean) =>
    Object.fromEntries(typed.filter(([key]) => isConfidential(key as FieldKey) === confidential))
  return {
    profileId: desk.profileId, entryPoint: endpoint, operation: operation.id,
    values: those(false), confidential: those(true),
  }
}

/** Everything that the application has written to the disk. */
function bytesOf(folder: string): string {
  return readdirSync(folder).filter((name) => name !== 'ledger.jsonl')
    .map((name) => readFileSync(join(folder, name)).toString('latin1')).join('')
}

describe.each(newOrders.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('is reviewed masked, sent once and followed; neither card nor account number stays in any file', async () => {
    const desk = await open()
    const review = await desk.call('payments.review', exampleForm(desk, operation))
    const money = requiresAmount(operation)
      ? { effectiveAmount: '10.15', minorAmount: '1015', currency: 'USD' }
      : { effectiveAmount: null, minorAmount: null, currency: null }
    expect(review).toMatchObject({ operation: id, ...money, orderId: null, order: null, cardVerified: true })
    expect(desk.ordersInLedger()).toHaveLength(0)
    const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect(answer.outcome.kind).toBe('accepted')
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    await followed(desk, answer)
    expect(await stateOf(desk, answer)).toBe('approved')
    expect(desk.ordersInLedger()).toHaveLength(1)
    const emitted = JSON.stringify([review, answer, await desk.call('history.entry', { entryId: answer.entryId }), desk.events])
    await desk.end()
    const written = bytesOf(desk.folder)
    expect(written).toContain(review.merchantOrderId)
    for (const secret of [number, otherNumber, account]) {
      expect(emitted.includes(secret), 'the page received a whole number').toBe(false)
      expect(written.includes(secret), 'a whole number is in a file').toBe(false)
    }
  })
})

describe('a similar sale', () => {
  it('within 30 minutes needs a reason, even with another merchant order id', async () => {
    const desk = await open()
    const first = await desk.call('payments.review', cardForm(desk, 'sale'))
    const hasty = await desk.call('payments.review', cardForm(desk, 'sale'))
    await desk.call('payments.submit', { intentId: first.intentId, ...confirm })
    expect(await desk.refused('payments.submit', { intentId: hasty.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
    expect((await desk.call('payments.review', cardForm(desk, 'sale'))).possibleDuplicate?.operation).toBe('sale')
    expect((await desk.call('payments.review', cardForm(desk, 'preauth'))).possibleDuplicate).toBeNull()
    expect((await desk.call('payments.review', cardForm(desk, 'sale', { amount: '10.16' }))).possibleDuplicate).toBeNull()
    await desk.clock.pass(31 * 60_000)
    expect((await desk.call('payments.review', cardForm(desk, 'sale'))).possibleDuplicate).toBeNull()
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('confirmed twice at the same moment is sent once', async () => {
    const desk = await open()
    const reviews = [await desk.call('payments.review', cardForm(desk, 'sale')), await desk.call('payments.review', cardForm(desk, 'sale'))]
    const answers = await Promise.allSettled(reviews.map(({ intentId }) => desk.call('payments.submit', { intentId, ...confirm })))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(desk.ordersInLedger()).toHaveLength(1)
  })
})

describe('what was paid out or transferred', () => {
  it.each([['payout-v4', payoutForm], ['transfer-v4', transferForm]] as const)('%s is neither refunded nor voided', async (_id, form) => {
    const desk = await open()
    const { intentId } = await desk.call('payments.review', form(desk))
    const order = await sold(desk, await desk.call('payments.submit', { intentId, ...confirm }))
    for (const operation of ['return', 'void'] as const) {
      expect(await desk.refused('payments.review', actionForm(desk, order, operation)))
        .toEqual({ code: 'not-possible-now', why: 'not-collected' })
    }
  })
})

describe('an equal payout', () => {
  const to = (desk: TestDesk, accountNumber: string): Form => ({ ...payoutForm(desk), confidential: { accountNumber } })
  const duplicateOf = async (desk: TestDesk, form: Form) => (await desk.call('payments.review', form)).possibleDuplicate

  it('is a possible duplicate to the same account, however it is spaced, and to no other', async () => {
    const desk = await open()
    const { intentId } = await desk.call('payments.review', to(desk, account))
    const { entryId } = await desk.call('payments.submit', { intentId, ...confirm })
    expect(await duplicateOf(desk, to(desk, `40817 810 09991 0004313`))).toBeNull()
    expect(await duplicateOf(desk, to(desk, `40817 810-09991 0004312`))).toMatchObject({ entryId })
    const second = await desk.call('payments.review', to(desk, account))
    expect(await desk.refused('payments.submit', { intentId: second.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('is recognised after a restart without a keychain too: its destination can no longer be compared', async () => {
    const desk = await open()
    const { intentId } = await desk.call('payments.review', to(desk, account))
    const { entryId } = await desk.call('payments.submit', { intentId, ...confirm })
    await desk.end()
    const again = await open({ folder: desk.folder })
    expect(await duplicateOf(again, to(again, account))).toMatchObject({ entryId })
  })

  it('to two accounts at the same moment is sent to both, to one account once', async () => {
    const desk = await open()
    const submitted = async (accounts: readonly string[]) => {
      const reviews = []
      for (const one of accounts) reviews.push(await desk.call('payments.review', to(desk, one)))
      const answers = await Promise.allSettled(reviews.map(({ intentId }) => desk.call('payments.submit', { intentId, ...confirm })))
      return answers.map(({ status }) => status)
    }
    expect(await submitted(['DE89370400440532013000', 'GB29NWBK60161331926819'])).toEqual(['fulfilled', 'fulfilled'])
    expect(await submitted(['FR1420041010050500013', 'fr14 2004 1010 0505 0001 3'])).toEqual(['fulfilled', 'rejected'])
    expect(desk.ordersInLedger()).toHaveLength(3)
  })

  it('of a transfer is compared by the card that receives it', async () => {
    const desk = await open()
    const form = (destinationCardNumber: string): Form => {
      const { confidential, ...rest } = transferForm(desk)
      return { ...rest, confidential: { ...confidential, destinationCardNumber } }
    }
    const { intentId } = await desk.call('payments.review', form(otherNumber))
    const { entryId } = await desk.call('payments.submit', { intentId, ...confirm })
    expect(await duplicateOf(desk, form(number))).toBeNull()
    expect(await duplicateOf(desk, form('5500 0055 5555 5559'))).toMatchObject({ entryId })
  })
})

describe('a whole card number', () => {
  it('is refused in production before any request; a payout is not affected', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('production', 'Shop')
    const sentBefore = desk.ledger().length
    for (const formOf of [(one: TestDesk) => cardForm(one, 'sale'), (one: TestDesk) => cardForm(one, 'preauth'), transferForm]) {
      expect(await desk.refused('payments.review', { ...formOf(desk), profileId })).toEqual({ code: 'card-entry-refused' })
    }
    expect(desk.ledger()).toHaveLength(sentBefore)
    expect(await desk.refused('payments.review', { ...payoutForm(desk), profileId, confidential: {} })).toMatchObject({ code: 'form-invalid' })
  })

  it('is accepted in production only if the profile allows it, and not in staging if it refuses it', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('production', 'Shop')
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find((view) => view.profile.id === profileId)!.profile
    await desk.call('profiles.save', { id, draft: { ...draft, cardEntry: 'allowed' } })
    const { intentId } = await desk.call('payments.review', { ...cardForm(desk, 'sale'), profileId })
    await desk.call('profiles.save', { id, draft: { ...draft, cardEntry: 'refused' } })
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'card-entry-refused' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })
})

describe('if the reply to a sale is lost', () => {
  it('the card that was typed is compared too', async () => {
    const desk = await open()
    await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'sale', times: 1, delayMs: 0 })
    const review = await desk.call('payments.review', cardForm(desk, 'sale'))
    const lost = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect(lost.outcome.kind).toBe('unknown')
    expect(await desk.call('orders.checkStatus', { entryId: lost.entryId })).toMatchObject({ resolved: true, mismatches: [] })
    expect(await stateOf(desk, lost)).toBe('approved')

    // Another sale with the same id and another card, from elsewhere.
    await desk.sandbox.armFault({ kind: 'reset-before-reading', operation: 'sale', times: 1, delayMs: 0 })
    const form = cardForm(desk, 'sale')
    const { intentId } = await desk.call('payments.review', form)
    const gone = await desk.call('payments.submit', { intentId, ...confirm, reason: 'second pair' })
    const profileId = await desk.addProfile('sandbox', 'Other desk')
    const theirs = await desk.call('payments.review', { ...form, profileId, confidential: { ...form.confidential, cardNumber: otherNumber } })
    await desk.call('payments.submit', { intentId: theirs.intentId, ...confirm })
    expect(await desk.call('orders.checkStatus', { entryId: gone.entryId })).toMatchObject({ resolved: false, mismatches: ['card'] })
  })
})
