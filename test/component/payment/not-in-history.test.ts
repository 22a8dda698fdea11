import { expect, it } from 'vitest'
import PaymentResult from '../../../renderer/features/shared/payment/PaymentResult.vue'
import { aFollow, anAnswer, aReview, aStatus } from '../screen-support/data.ts'
import { fakeMain } from '../support/bridge.ts'
import { flushPromises, show, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const warning = text('answer.notKeptTitle')

it('a result that could not be written is shown with a plain warning, which stays while the order is followed', async () => {
  const follow = aFollow({ answer: aStatus('approved'), ended: 'final', nextAt: null })
  fakeMain({})
  const answer = anAnswer({ type: 'async-response' }, {
    operation: 'recurrent-payment', outcome: { kind: 'accepted', status: 'processing', final: false }, money: 'under-way',
    notKept: 'The disk is full.',
  })
  show(PaymentResult, { props: { answer, review: aReview(), heard: follow } })
  expect(words()).toContain(warning)
  await flushPromises()
  expect(words().split(warning)).toHaveLength(2)
  expect(words()).toContain('The disk is full. Note the ids')
  expect(words()).toContain('Do not send it again.')
})

it('a result that was written says nothing of it', async () => {
  fakeMain({})
  show(PaymentResult, { props: { review: aReview(), answer: anAnswer({ type: 'async-response' }, { operation: 'recurrent-payment' }) } })
  await flushPromises()
  expect(words()).not.toContain(warning)
})
