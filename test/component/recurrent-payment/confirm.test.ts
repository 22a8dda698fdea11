import { expect, test } from 'vitest'
import type { CardReference, EntryId, MinorUnits, ProfileId, UtcTime } from '#shared/brands.ts'
import type { FieldKey } from '#shared/gateway/fields/fields.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import { failed, success } from '#shared/result.ts'
import { aList, aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { aFollow, anAnswer, aRow, aStatus } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { aHolder } from '../screen-support/team.ts'
import { aCharge } from '../payment/entries.ts'
import { aPage, choose } from '../payment/order-screen.ts'
import { accepted, confirm, dialog, ended, reachDialog } from './charge-screen.ts'
import { label, text } from '../../support/texts.ts'

const fourMinutesAgo = () => new Date(Date.now() - 4.5 * 60_000).toISOString() as UtcTime

test('the dialog shows merchant, endpoint, card, amount and minor units, and focuses the safe button', async () => {
  await reachDialog()
  const shown = words(dialog()!)
  for (const part of ['Staging', text('common.environmentAction.staging'), text('verb.charge.amount', { amount: '10.15', currency: 'USD?' }), 'Acme Shop (acme-shop)', '22903', '4444 33•• •••• 1111', 'ZOE ONEIL',
    'Amount10.15 USD', 'Minor units signed1015']) expect(shown).toContain(part)
  expect(words(document.activeElement!)).toBe('Cancel')
})

test('enumerated amounts are on the button', async () => {
  await reachDialog({ amounts: ['10.15', '8.00'] })
  expect(button(text('verb.charge.oneOf', { amounts: '10.15,', currency: '8.00 USD' }))).toBeTruthy()
})

test('cancelling sends nothing and releases the review', async () => {
  const { inputsOf } = await reachDialog()
  await click(button(text('common.cancel')))
  await flushScreen()
  expect(dialog()).toBeNull()
  expect(inputsOf('payments.discard')).toEqual([{ intentId: 'intent-1' }])
  expect(inputsOf('payments.submit')).toEqual([])
})

test('leaving the screen releases an unconfirmed review', async () => {
  const { inputsOf, go } = await reachDialog()
  await go('/history')
  expect(inputsOf('payments.discard')).toEqual([{ intentId: 'intent-1' }])
})

test('two quick clicks charge once', async () => {
  const { inputsOf } = await reachDialog()
  const payment = button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' }))
  payment.click()
  payment.click()
  await flushScreen()
  expect(inputsOf('payments.submit')).toEqual([{ intentId: 'intent-1', reason: null, acceptUnverifiedCard: false }])
})

test('a card that could not be looked up must be accepted as not verified', async () => {
  const { inputsOf } = await reachDialog({ card: null, cardVerified: false, cardFailure: { code: 'vault-locked' } })
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' })) as HTMLButtonElement).disabled).toBe(true)
  await click(field(text('payment.cardNotVerified')))
  await confirm()
  expect(inputsOf('payments.submit')[0]!.acceptUnverifiedCard).toBe(true)
})

test('a possible duplicate of a few minutes ago requires a reason', async () => {
  const { inputsOf } = await reachDialog({ possibleDuplicate: aRow({ at: fourMinutesAgo() }) })
  expect(words(dialog()!)).toContain(text('verb.charge.duplicate', { amount: '10.15', ago: 'USD 4 minutes ago' }))
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' })) as HTMLButtonElement).disabled).toBe(true)
  await type(field(text('common.reason')), 'second seat')
  await confirm()
  expect(inputsOf('payments.submit')[0]!.reason).toBe('second seat')
})

test('a reason longer than the bridge accepts is not sent, and the field shows by how much it is too long', async () => {
  const { inputsOf } = await reachDialog({ possibleDuplicate: aRow({ at: fourMinutesAgo() }) })
  await type(field(text('common.reason')), 'x'.repeat(501))
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' })) as HTMLButtonElement).disabled).toBe(true)
  expect(words(dialog()!)).toContain(text('ui.charactersOver', { used: '501', limit: '500', over: '1' }))
  expect(inputsOf('payments.submit')).toEqual([])
})

test('a reason that main requires only at confirmation can be given in the same dialog', async () => {
  const answers = [failed({ code: 'reason-needed' as const }), success(accepted)]
  const { inputsOf } = await reachDialog({}, { 'payments.submit': () => answers.shift()! })
  await confirm()
  await type(field(text('common.reason')), 'customer confirmed twice')
  await confirm()
  expect(inputsOf('payments.submit').map(({ reason }) => reason)).toEqual([null, 'customer confirmed twice'])
})

test('an expired review is reported and cannot be confirmed again', async () => {
  const { inputsOf } = await reachDialog({}, { 'payments.submit': () => failed({ code: 'intent-gone' }) })
  await confirm()
  expect(words(dialog()!)).toContain(text('failure.what.intent-gone'))
  expect(words(dialog()!)).not.toContain(text('failure.money.nothingSent'))
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' })) as HTMLButtonElement).disabled).toBe(true)
  await click(button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' })))
  expect(inputsOf('payments.submit')).toHaveLength(1)
})

const sent = (state: EntryState, page: Partial<OrderPage> = {}) => aPage({
  openedBy: 'entry-1' as EntryId, reported: null, entries: [aCharge({ state, entryId: 'entry-1' as EntryId, cardReference: '55889' as CardReference }, [])], ...page,
})

test('until its claim is won the dialog stays; once sending begins its page is open, and it is sent once', async () => {
  let answerNow = (): void => undefined
  const answered = new Promise<void>((resolve) => { answerNow = resolve })
  const screen = await reachDialog({}, {
    'payments.submit': async () => {
      await answered
      return success(accepted)
    },
    'orders.page': () => success(sent('sending')),
  })
  await confirm()
  expect(words(dialog()!)).toContain(text('payment.waitsFor.gateway'))
  expect(screen.path()).toBe('/recurrent-payment')
  screen.emit('payments.sending', { intentId: 'another' as never, entryId: 'other' as EntryId })
  await flushScreen()
  expect(screen.path()).toBe('/recurrent-payment')
  screen.emit('payments.sending', { intentId: 'intent-1' as never, entryId: 'entry-1' as EntryId })
  await flushScreen()
  expect(screen.path()).toBe('/payment/entry-1')
  expect(dialog()).toBeNull()
  expect(words(screen.content.querySelector('h1')!)).toContain(text('verb.charge.doing', { amount: '10.15 USD' }))
  answerNow()
  await flushScreen()
  expect(screen.inputsOf('payments.submit')).toHaveLength(1)
  expect(screen.inputsOf('payments.discard')).toEqual([])
})

test('a sent charge is followed by main; the next one starts with the card, its address and a new id', async () => {
  let page = sent('processing')
  const { content, emit, inputsOf } = await reachDialog({}, { 'orders.page': () => success(page) })
  await confirm()
  expect(inputsOf('orders.follow')).toEqual([])
  page = sent('declined')
  emit('orders.followed', aFollow({
    timesAsked: 2, nextAt: null, ended: 'final', answer: aStatus('declined', { 'error-code': '116' }, { money: 'not-moved' }),
  }))
  emit('journal.changed', null)
  await flushScreen()
  expect(words(content)).toContain(text('order.sentence.noMoney'))
  await choose(text('verb.charge.again'))
  const shown = () => [label('cardReference'), label('customerIpAddress')].map((name) => field(name).value)
  expect(['merchantOrderId', 'amount'].map((key) => field(label(key as FieldKey)).value)).toEqual(['gc-2', ''])
  expect(shown()).toEqual(['55889', '203.0.113.9'])
  // The address belongs to that card.
  await type(field(label('cardReference')), '55890')
  expect(shown()).toEqual(['55890', ''])
})

test('an unknown charge shows its uncertainty and a status check, and does not offer its form again', async () => {
  const { content, inputsOf } = await reachDialog({}, {
    'payments.submit': () => ended({ kind: 'unknown', fault: 'connection-lost' }, 'may-have-moved'),
    'orders.page': () => success(sent('unknown')),
    'orders.status': () => success({ answer: anAnswer({}, { outcome: { kind: 'refused' } }), now: null }),
    'orders.checkStatus': () => success({
      answer: anAnswer({}, { outcome: { kind: 'refused' } }), resolved: false, mismatches: ['not-found'],
    }),
  })
  await confirm()
  expect(words(content.querySelector('h1')!)).toContain(text('order.sentence.unknown', { maybe: text('verb.charge.maybe', { amount: '10.15 USD' }) }))
  for (const key of ['payment.result.tryAgain', 'payment.result.correct'] as const) expect(() => button(text(key))).toThrow()
  await click(button(text('answer.checkStatus')))
  await flushScreen()
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-1' }])
  expect(words(content)).toContain(text('answer.checked.mismatchesTitle'))
})

test('after a charge that was not sent the form is restored unchanged', async () => {
  const { content } = await reachDialog({}, {
    'payments.submit': () => ended({ kind: 'not-sent', fault: 'connection-refused' }, 'not-moved'), 'orders.page': () => success(sent('not-sent')),
  })
  await confirm()
  expect(words(content)).toContain(text('order.step.notSent'))
  await click(button(text('payment.result.tryAgain')))
  await flushScreen()
  expect([field(label('merchantOrderId')).value, field(label('amount')).value]).toEqual(['gc-1', '10.15'])
})

test('a refused charge names causes that a person can fix, and restores the form with a new id', async () => {
  const { content } = await reachDialog({}, {
    'payments.submit': () => success(anAnswer({ type: 'error', 'error-message': 'INVALID_CONTROL_CODE' }, {
      operation: 'recurrent-payment', outcome: { kind: 'refused' }, money: 'not-moved', hints: ['check-login-and-secret'],
    })),
    'orders.page': () => success(sent('refused')),
  })
  await confirm()
  expect(words(content)).toContain(text('answer.hint.check-login-and-secret'))
  await click(button(text('payment.result.correct')))
  await flushScreen()
  expect([field(label('merchantOrderId')).value, field(label('amount')).value]).toEqual(['gc-2', '10.15'])
})

test('the amount of a possible duplicate is shown in its profile’s minor units', async () => {
  await reachDialog({ possibleDuplicate: aRow({ currency: 'JPY', minorAmount: '500' as MinorUnits }) })
  expect(words(dialog()!)).toContain(text('verb.charge.duplicate', { amount: '500', ago: 'JPY' }))
})

test('a possible duplicate of another desk is accepted only by its entry and a reason', async () => {
  const holder = aHolder({ state: 'approved' })
  let attempts = 0
  const { inputsOf } = await reachDialog({}, {
    'payments.submit': () => ((attempts += 1) === 1 ? failed({ code: 'team-duplicate', holder }) : attempts === 2 ? failed({ code: 'vault-locked' }) : success(accepted)),
  })
  await confirm()
  expect(words(dialog()!)).toContain(holder.who)
  expect(words(dialog()!)).toContain(text('failure.money.nothingSent'))
  await confirm()
  expect(inputsOf('payments.submit')).toHaveLength(1)
  await type(field(text('common.reason')), 'second month')
  await confirm()
  // Refused for another reason, the dialog has the same review and the same entry.
  await confirm()
  const accepting = { intentId: 'intent-1', reason: 'second month', acceptUnverifiedCard: false, acceptDuplicateOf: holder.entryId }
  expect(inputsOf('payments.submit').slice(1)).toEqual([accepting, accepting])
})

test('an order that another desk has claimed ends the review: confirming has no effect', async () => {
  const { inputsOf } = await reachDialog({}, { 'payments.submit': () => failed({ code: 'team-taken', holder: aHolder() }) })
  await confirm()
  await confirm()
  expect(inputsOf('payments.submit')).toHaveLength(1)
})

test('after the profile was switched, the card is charged again by the profile of its payment', async () => {
  let list = aList(aProfile(), aProfile({ id: 'profile-2' as ProfileId, name: 'Another shop', login: 'other-shop' }))
  const { emit, inputsOf } = await reachDialog({}, {
    'profiles.list': () => success(list),
    'profiles.choose': ({ id }) => {
      list = { ...list, activeId: id }
      return success(list)
    },
    'orders.page': () => success(sent('declined')),
  })
  await confirm()
  list = { ...list, activeId: 'profile-2' as ProfileId }
  emit('profiles.changed', null)
  await flushScreen()
  await choose(text('verb.charge.again'))
  await flushScreen()
  expect(field(label('cardReference')).value).not.toBe('')
  expect(inputsOf('profiles.choose')).toEqual([{ id: 'profile-1' }])
})
