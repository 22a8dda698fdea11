import { expect, test } from 'vitest'
import type { EntryId, Masked, SerialNumber, UtcTime } from '#shared/brands.ts'
import type { Answer, Follow } from '#shared/model/answer.ts'
import type { PaymentReview } from '#shared/model/payment.ts'
import { success } from '#shared/result.ts'
import { useOpenOutcomes } from '../../../renderer/app/stores/open-outcomes.ts'
import PaymentResult from '../../../renderer/features/shared/payment/PaymentResult.vue'
import { localTime } from '../../../renderer/ui/time.ts'
import { aCard, aFollow, anAnswer, anOpenOutcome, aReview, aStatus } from '../screen-support/data.ts'
import { fakeMain } from '../support/bridge.ts'
import { button, flushPromises, show, words } from '../support/mount.ts'
import { label, text } from '../../support/texts.ts'

const entryId = 'entry-1' as EntryId
const sentNumber = '00000000-0000-0000-0000-00000000sent' as SerialNumber
const lost = anAnswer({}, {
  entryId, operation: 'recurrent-payment', serialNumber: null, reply: null, money: 'may-have-moved',
  outcome: { kind: 'unknown', fault: 'answer-timeout' },
})
const accepted = anAnswer({ type: 'async-response' }, {
  entryId, operation: 'recurrent-payment', serialNumber: sentNumber, money: 'under-way',
  outcome: { kind: 'accepted', status: 'processing', final: false },
})
const ended = (status: string, changes: Partial<Answer> = {}): Follow =>
  aFollow({ entryId, timesAsked: 3, nextAt: null, ended: 'final', answer: aStatus(status, {}, { money: 'moved', ...changes }) })

async function result(answer: Answer, review: PaymentReview = aReview(), heard: Follow | null = null): Promise<string> {
  fakeMain({ 'resolution.list': () => success([anOpenOutcome({}, { entryId })]) })
  show(PaymentResult, { props: { answer, review, heard } })
  await useOpenOutcomes().load()
  await flushPromises()
  return words()
}

const charge = aReview({ card: { ...aCard(), reply: anAnswer({ 'card-type': 'VISA', 'last-four-digits': '1111' }).reply } })

test('a lost result can be quoted: amount, card and merchant order id before anything else', async () => {
  const shown = await result(lost, charge)
  const brief = [
    text('answer.headline.unknownMoney'), '10.15 USD', 'VISA •••• 1111', `${label('merchantOrderId')}gc-1`, text('answer.asOf'),
  ]
  const places = brief.map((part) => shown.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('a lost result leads to its entry among the open outcomes and says when the gateway is asked next', async () => {
  const shown = await result(lost, charge)
  expect(button(text('payment.result.openOutcome')).getAttribute('href')).toBe('/open-outcomes?entry=entry-1')
  expect(shown).toContain(text('answer.follow.next', { time: localTime(anOpenOutcome().nextAskAt!, 'clock') }))
})

test.each(['approved', 'declined'])('a result that is %s says so once', async (status) => {
  const shown = await result(accepted, charge, ended(status, { money: status === 'approved' ? 'moved' : 'not-moved' }))
  expect(shown.match(/final/gi)).toHaveLength(1)
  expect(shown).not.toContain(text('payment.result.openOutcome'))
})

test('an error is not called final, and is among the open outcomes', async () => {
  const shown = await result(accepted, charge, ended('error', { money: 'may-have-moved' }))
  expect(shown).toContain(text('answer.money.may-have-moved'))
  expect(button(text('payment.result.openOutcome'))).toBeTruthy()
})

test('two serial numbers never stand under one label', async () => {
  const shown = await result(accepted, charge, ended('approved'))
  expect(shown).toContain(`${text('answer.serialNumber')}${sentNumber}`)
  const status = aStatus('approved').serialNumber!
  expect(shown).toContain(`${text('answer.serialNumberOfCheck')}${status}`)
  expect(shown).not.toContain(`${text('answer.serialNumber')}${status}`)
})

const inTurn = aReview({ amounts: ['1000.00', '10.15', '8.00'] })

test('of amounts tried in turn all stand there', async () => {
  expect(await result(accepted, inTurn)).toContain('1,000.00, 10.15, 8.00 USD')
})

test('… until one of them is approved', async () => {
  const shown = await result(accepted, inTurn, ended('approved'))
  expect(shown).toContain(`${text('payment.amountLabel')}10.15 USD`)
  expect(shown).not.toContain('1,000.00')
})

test('a typed card is named by its last four digits alone', async () => {
  const typed = aReview({ cardReference: null, card: null, sent: [{ field: 'cardNumber', value: '411111XXXXXX1111' as Masked }] })
  const shown = await result(lost, typed)
  expect(shown).toContain('•••• 1111')
  expect(shown).not.toContain('411111')
})

const reversal = { 'transaction-type': 'reversal', 'order-stage': 'reversal_approved' }
const onOrder = (operation: 'void' | 'return', made: string): PaymentReview => aReview({
  operation, cardReference: null, card: null, amounts: [], order: aStatus('approved', { 'transaction-type': made }),
})

test.each([
  ['a void', onOrder('void', 'sale'), text('operation.void.name')],
  ['a refund', onOrder('return', 'sale'), text('operation.return.name')],
  ['a release of a hold', onOrder('return', 'preauth'), text('operation.return-of-hold.name')],
])('%s is called what it is, though the gateway calls each a reversal', async (_name, review, type) => {
  const sent: Answer = { ...accepted, operation: review.operation }
  const follow = aFollow({ entryId, ended: 'final', nextAt: null, answer: aStatus('approved', reversal, { money: 'moved' }) })
  expect(await result(sent, review, follow)).toContain(text('answer.status.approved', { type }))
})

test('while it is under way the next check is announced', async () => {
  const nextAt = '2026-11-20T09:45:00.000Z' as UtcTime
  const shown = await result(accepted, charge, aFollow({ entryId, nextAt, timesAsked: 1 }))
  expect(shown).toContain(text('answer.follow.next', { time: localTime(nextAt, 'clock') }))
})
