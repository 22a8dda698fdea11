import { expect, test } from 'vitest'
import type { EntryId, MinorUnits, UtcTime } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { aFollow, anAnswer, aRow, aStatus } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { aHolder } from '../screen-support/team.ts'
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
  await type(field(text('common.reason')), 'customer asked twice')
  await confirm()
  expect(inputsOf('payments.submit').map(({ reason }) => reason)).toEqual([null, 'customer asked twice'])
})

test('an expired review is reported and cannot be confirmed again', async () => {
  const { inputsOf } = await reachDialog({}, { 'payments.submit': () => failed({ code: 'intent-gone' }) })
  await confirm()
  expect(words(dialog()!)).toContain(text('failure.what.intent-gone'))
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' })) as HTMLButtonElement).disabled).toBe(true)
  await click(button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' })))
  expect(inputsOf('payments.submit')).toHaveLength(1)
})

test('an accepted charge is followed to its final status; then a new charge starts empty with a fresh id', async () => {
  const { content, emit } = await reachDialog()
  await confirm()
  expect(words(content)).toContain(text('answer.headline.accepted', { operation: 'Recurrent payment' }))
  expect(() => button(text('verb.charge.again'))).toThrow()
  emit('orders.followed', aFollow({
    timesAsked: 2, nextAt: null, ended: 'final', answer: aStatus('declined', { 'error-code': '116' }, { money: 'not-moved' }),
  }))
  await flushScreen()
  expect(words(content)).toContain(text('answer.status.declined', { type: 'Sale' }))
  expect(words(content)).toContain(text('verb.charge.declined'))
  expect(() => button(text('operation.recurrent-payment.button'))).toThrow()
  await click(button(text('verb.charge.again')))
  await flushScreen()
  expect([field(label('merchantOrderId')).value, field(label('amount')).value, field(label('cardReference')).value]).toEqual(['gc-2', '', ''])
})

test('the page does not start to follow the order: it shows main’s progress from before the reply to the charge', async () => {
  const screen = await reachDialog({}, {
    'payments.submit': () => {
      screen.emit('orders.followed', aFollow({ entryId: 'entry-of-another-order' as EntryId, timesAsked: 8 }))
      screen.emit('orders.followed', aFollow({ timesAsked: 3 }))
      return success(accepted)
    },
  })
  await confirm()
  expect(words(screen.content)).toContain(text('answer.follow.waiting', { count: 3 }))
  expect(screen.inputsOf('orders.follow')).toEqual([])
})

test('the serial number on screen stays that of the charge, not of its status requests', async () => {
  const { content, emit } = await reachDialog()
  await confirm()
  emit('orders.followed', aFollow({ timesAsked: 1, answer: aStatus('processing', {}, { serialNumber: 'sn-of-the-question' as never }) }))
  await flushScreen()
  expect(words(content.querySelector('.serial')!)).toContain('000002d9b22a')
})

test('unknown: shows that money may have moved and offers only to check the status', async () => {
  const { content, inputsOf } = await reachDialog({}, {
    'payments.submit': () => ended({ kind: 'unknown', fault: 'connection-lost' }, 'may-have-moved'),
    'orders.checkStatus': () => success({
      answer: anAnswer({}, { outcome: { kind: 'refused' } }), resolved: false, mismatches: ['not-found'],
    }),
  })
  await confirm()
  expect(words(content)).toContain(text('answer.headline.unknownMoney'))
  const ways = [...content.querySelectorAll('button, a')].map((one) => words(one)).filter((name) => name !== '')
  expect(ways).toEqual([text('answer.checkStatus'), text('payment.result.openOutcome'), text('answer.signedText')])
  await click(button(text('answer.checkStatus')))
  await flushScreen()
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-1' }])
  expect(words(content)).toContain(text('answer.checked.mismatchesTitle'))
  expect(() => button(text('verb.charge.again'))).toThrow()
})

test('an unknown charge that is resolved shows its result', async () => {
  const { content } = await reachDialog({}, {
    'payments.submit': () => ended({ kind: 'unknown', fault: 'answer-timeout' }, 'may-have-moved'),
    'orders.checkStatus': () => success({ answer: aStatus('approved', {}, { money: 'moved' }), resolved: true, mismatches: [] }),
  })
  await confirm()
  await click(button(text('answer.checkStatus')))
  await flushScreen()
  expect(words(content)).toContain(text('answer.status.approved', { type: 'Sale' }))
  expect(button(text('verb.charge.again'))).toBeTruthy()
})

test('not sent: shows that nothing was sent, and the form is restored', async () => {
  const { content } = await reachDialog({}, { 'payments.submit': () => ended({ kind: 'not-sent', fault: 'connection-refused' }, 'not-moved') })
  await confirm()
  expect(words(content)).toContain(text('answer.advice.notSentTitle'))
  await click(button(text('payment.result.tryAgain')))
  await flushScreen()
  expect([field(label('merchantOrderId')).value, field(label('amount')).value]).toEqual(['gc-1', '10.15'])
})

test('the amount of a possible duplicate uses the minor units of its profile', async () => {
  await reachDialog({ possibleDuplicate: aRow({ currency: 'JPY', minorAmount: '500' as MinorUnits }) })
  expect(words(dialog()!)).toContain(text('verb.charge.duplicate', { amount: '500', ago: 'JPY' }))
})

test('a possible duplicate of another desk is accepted only by its entry and a reason', async () => {
  const holder = aHolder({ state: 'approved' })
  let asked = 0
  const { inputsOf } = await reachDialog({}, {
    'payments.submit': () => ((asked += 1) === 1 ? failed({ code: 'team-duplicate', holder }) : asked === 2 ? failed({ code: 'vault-locked' }) : success(accepted)),
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
