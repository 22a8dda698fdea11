import { expect, test } from 'vitest'
import type { ThreeDSecureStep } from '#shared/model/payments/three-d-secure.ts'
import { failed, success } from '#shared/result.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aLook, anUpload, authentication, challenge, method, openWorkbench } from './workbench.ts'
import { label, text } from '../../support/texts.ts'

const target = { profileId: 'profile-1', entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' } }
const ids = { orderId: '6768788', merchantOrderId: 'inv4097763' }
const taken = { 'operations.perform': () => success(anUpload()) }

async function byHand(step: ThreeDSecureStep, answers: Parameters<typeof openWorkbench>[1] = taken) {
  const main = await openWorkbench([aLook(step)], answers)
  await click(button(/^Send it by hand/))
  return main
}

test('a pasted challenge response is sent with the order\'s ids, once, and deleted', async () => {
  const { inputsOf, changes } = await byHand(challenge)
  await type(field(label('challengeResponse')), 'eyJ0cmFucyI6')
  await click(button(text('threeDSecure.byHand.send')))
  expect(inputsOf('operations.perform')).toEqual([{
    ...target, operation: 'upload-cres-result', values: ids, confidential: { challengeResponse: 'eyJ0cmFucyI6' },
  }])
  expect(field(label('challengeResponse')).value).toBe('')
  expect(words(document.activeElement!)).toBe(text('threeDSecure.uploaded.accepted'))
  expect(inputsOf('threeDSecure.look')).toHaveLength(2)
  expect(changes()).toBeGreaterThan(0)
})

test('version 1 sends the response and the merchant data', async () => {
  const { inputsOf } = await byHand(authentication)
  await type(field(label('authenticationResponse')), 'eJzVWF')
  await type(field(label('authenticationMerchantData')), 'bWQtMTIzNDU2Nzg5')
  await click(button(text('threeDSecure.byHand.send')))
  expect(inputsOf('operations.perform')).toEqual([{
    ...target, operation: 'upload-pares-result', values: ids,
    confidential: { authenticationResponse: 'eJzVWF', authenticationMerchantData: 'bWQtMTIzNDU2Nzg5' },
  }])
})

test('the method\'s completion is explained, chosen, and sent with transaction id and browser data', async () => {
  const { inputsOf } = await byHand(method)
  expect(words()).toContain(text('threeDSecure.byHand.method'))
  expect(field(label('threeDSecureServerTransactionId')).value).toBe('trans-1')
  await type(field(label('methodCompletion')), 'N')
  await click(button(text('threeDSecure.byHand.send')))
  expect(inputsOf('operations.perform')[0]).toMatchObject({
    operation: 'upload-method-url-result', confidential: {},
    values: {
      ...ids, threeDSecureServerTransactionId: 'trans-1', methodCompletion: 'N', browserUserAgent: navigator.userAgent,
    },
  })
})

test.each([challenge, authentication, method])('the order\'s ids cannot be edited ($kind)', async (step) => {
  await byHand(step)
  expect(() => field(label('orderId'))).toThrow()
  expect(() => field(label('merchantOrderId'))).toThrow()
})

test('nothing is sent without the response, which is shown beside the field', async () => {
  const { inputsOf } = await byHand(challenge)
  await click(button(text('threeDSecure.byHand.send')))
  expect(descriptionOf(field(label('challengeResponse')))).toContain(text('forms.problem.required'))
  expect(document.activeElement).toBe(field(label('challengeResponse')))
  expect(inputsOf('operations.perform')).toEqual([])
})

test('a payload that was not sent is kept to be sent again', async () => {
  await byHand(challenge, { 'operations.perform': () => failed({ code: 'vault-locked' }) })
  await type(field(label('challengeResponse')), 'eyJ0cmFucyI6')
  await click(button(text('threeDSecure.byHand.send')))
  expect(words()).toContain(text('failure.what.vault-locked'))
  expect(field(label('challengeResponse')).value).toBe('eyJ0cmFucyI6')
})

test('pasted text is deleted also if the reply is lost, and only a status check is offered', async () => {
  await byHand(challenge, {
    'operations.perform': () => success(anUpload({ kind: 'unknown', fault: 'connection-lost' })),
  })
  await type(field(label('challengeResponse')), 'eyJ0cmFucyI6')
  await click(button(text('threeDSecure.byHand.send')))
  expect(words()).toContain(text('threeDSecure.uncertain.title'))
  expect(() => button(text('threeDSecure.byHand.send'))).toThrow()
  await click(button(text('threeDSecure.lookAgain')))
  await click(button(/^Send it by hand/))
  expect(field(label('challengeResponse')).value).toBe('')
})

test('another status check with the same step keeps what is being pasted', async () => {
  await byHand(challenge)
  await type(field(label('challengeResponse')), 'eyJ0cmFucyI6')
  await click(button(text('threeDSecure.lookAgain')))
  expect(field(label('challengeResponse')).value).toBe('eyJ0cmFucyI6')
})

test('every control has a name', async () => {
  await byHand(method)
  await click(button(/^Browser data/))
  const controls = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
  expect(controls.length).toBeGreaterThan(10)
  expect(controls.filter((control) => (control.labels?.length ?? 0) === 0)).toEqual([])
  expect([...document.querySelectorAll('button')].filter((one) => words(one) === '' && !one.hasAttribute('aria-label'))).toEqual([])
})
