import { expect, test } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import { failed } from '#shared/result.ts'
import type { ThreeDSecureStep } from '#shared/model/payments/three-d-secure.ts'
import { aStatus } from '../screen-support/data.ts'
import { button, click, flushPromises, words } from '../support/mount.ts'
import { aLook, authentication, challenge, here, method, openWorkbench, order } from './workbench.ts'
import { text } from '../../support/texts.ts'

const rows = (): Record<string, string> => Object.fromEntries([...document.querySelectorAll('dl > div')]
  .map((row) => [words(row.querySelector('dt')!), words(row.querySelector('dd')!)]))

test('checks the status once when shown, without reporting a change', async () => {
  const { inputsOf, changes } = await openWorkbench([aLook(method)])
  expect(inputsOf('threeDSecure.look')).toEqual([order])
  expect(changes()).toBe(0)
})

test.each<[ThreeDSecureStep, string, string]>([
  [{ kind: 'working' }, 'Submitted', text('threeDSecure.here.working')],
  [method, 'MethodMethodUrlFrame', text('threeDSecure.here.method')],
  [challenge, 'ChallengeCReqForm', text('threeDSecure.here.challenge')],
  [authentication, 'Authentication (version 1)PaReqForm', text('threeDSecure.here.authentication')],
  [{ kind: 'waiting' }, text('threeDSecure.place.either'), text('threeDSecure.here.waiting')],
  [{ kind: 'final', status: 'approved' }, 'Result', text('answer.status.approved', { type: 'Sale' })],
])('$kind: the step is marked in the row and described', async (step, marked, reported) => {
  await openWorkbench([aLook(step)])
  expect(here().replace(/^\d/, '')).toBe(marked)
  expect(words()).toContain(reported)
})

test('a challenge means that the method has passed', async () => {
  await openWorkbench([aLook(challenge)])
  expect([...document.querySelectorAll('ol li.passed .name')].map((name) => words(name))).toEqual(['Submitted', 'Method'])
})

test('version 1 has no method: it is not shown as passed', async () => {
  await openWorkbench([aLook(authentication)])
  expect([...document.querySelectorAll('ol li.passed .name')].map((name) => words(name))).toEqual(['Submitted'])
})

test('frictionless: at the result, the challenge is not shown as passed', async () => {
  await openWorkbench([aLook(method), aLook({ kind: 'final', status: 'approved' })])
  await click(button(text('threeDSecure.lookAgain')))
  expect([...document.querySelectorAll('ol li.passed .name')].map((name) => words(name))).toEqual(['Submitted', 'Method'])
})

test('the challenge shows who is asked and what is sent, with payloads masked', async () => {
  await openWorkbench([aLook(challenge)])
  expect(rows()).toEqual({
    [text('threeDSecure.planned.host')]: 'acs.issuer.example',
    'Sent to the issuer': 'eyJ0aHJl...',
    'Then to the gateway': '3-D Secure challenge result /3ds/v1/upload-cres-result/',
    'Challenge response': text('threeDSecure.origin.issuer'),
    'Order id': '6768788',
    'Merchant order id': 'inv4097763',
    'Merchant login': 'acme-shop',
    'Control': text('threeDSecure.origin.control'),
  })
})

test('version 1 returns the merchant data unchanged', async () => {
  await openWorkbench([aLook(authentication)])
  expect(rows()['Authentication merchant data']).toBe('bWQtMTIz...')
  expect(rows()[text('threeDSecure.planned.toIssuer')]).toBe('eJxVUtt...')
})

test('the method shows its transaction id, and that the completion is only known afterwards', async () => {
  await openWorkbench([aLook(method)])
  expect(rows()).toMatchObject({
    '3-D Secure server transaction id': 'trans-1', '3-D Secure method completion': text('threeDSecure.origin.completion'),
  })
})

test('without a method page U is sent, and no window is announced', async () => {
  await openWorkbench([aLook({ ...method, host: null, hasPage: false } as ThreeDSecureStep)])
  expect(rows()['3-D Secure method completion']).toBe('U')
  expect(button(text('threeDSecure.next.noPage.action'))).toBeTruthy()
  expect(words()).toContain('No window opens.')
})

test('a method address that may not be opened is shown, and N is sent', async () => {
  await openWorkbench([aLook({ ...method, host: null, addressRefused: true } as ThreeDSecureStep)])
  expect(rows()).toMatchObject({
    [text('threeDSecure.planned.host')]: text('threeDSecure.planned.refused'), '3-D Secure method completion': 'N',
  })
  expect(button(text('threeDSecure.next.refusedMethod.action'))).toBeTruthy()
})

test.each([challenge, authentication])('an address that may not be opened is not offered ($kind), only the form by hand', async (step) => {
  await openWorkbench([aLook({ ...step, host: null, addressRefused: true } as ThreeDSecureStep)])
  expect(words()).toContain(text('threeDSecure.next.refused.title'))
  expect(() => button(/^Open the/)).toThrow()
  expect(button(/^Send it by hand/)).toBeTruthy()
})

test('a final order offers nothing to send', async () => {
  await openWorkbench([aLook({ kind: 'final', status: 'declined' })])
  expect(() => button(/Open|Run|by hand/)).toThrow()
})

test('a status that cannot be read is reported, with a new status check only', async () => {
  const { inputsOf } = await openWorkbench([aLook(null), aLook(method)])
  expect(words()).toContain(text('threeDSecure.notRead'))
  expect(() => button(/Run/)).toThrow()
  await click(button(text('threeDSecure.lookAgain')))
  expect(inputsOf('threeDSecure.look')).toHaveLength(2)
  expect(button(text('threeDSecure.next.method.action'))).toBeTruthy()
})

test('a status check that was not carried out shows why', async () => {
  await openWorkbench([aLook(method)], { 'threeDSecure.look': () => failed({ code: 'vault-locked' }) })
  expect(words()).toContain(text('failure.what.vault-locked'))
})

test('another status check is reported to the surrounding page', async () => {
  const { changes } = await openWorkbench([aLook(method)])
  await click(button(text('threeDSecure.lookAgain')))
  expect(changes()).toBe(1)
})

test('outside production, the cardholder\'s address can be copied too', async () => {
  const { inputsOf } = await openWorkbench([aLook(challenge, { redirectTo: 'https://gate.example/continue/1' })])
  await click(button(text('threeDSecure.cardholder.copy')))
  expect(inputsOf('app.copy')).toEqual([{ text: 'https://gate.example/continue/1' }])
})

test('in production there is the address to pass on with the reason, and no step to carry out', async () => {
  const { inputsOf } = await openWorkbench([aLook(challenge, { redirectTo: 'https://gate.example/continue/1' })], {}, 'production')
  expect(words()).toContain(text('threeDSecure.cardholder.production'))
  expect([...document.querySelectorAll('button')].map((one) => words(one))).toEqual([text('threeDSecure.lookAgain'), text('threeDSecure.cardholder.copy')])
  expect(words()).not.toContain('CReqForm')
  await click(button(text('threeDSecure.cardholder.copy')))
  expect(inputsOf('app.copy')).toEqual([{ text: 'https://gate.example/continue/1' }])
})

test('in production without an address it shows what to do', async () => {
  await openWorkbench([aLook(challenge)], {}, 'production')
  expect(words()).toContain(text('threeDSecure.cardholder.none'))
})

test.each<ThreeDSecureStep>([{ kind: 'working' }, { kind: 'final', status: 'approved' }])(
  'in production an order that waits for nobody ($kind) does not mention the cardholder', async (step) => {
    await openWorkbench([aLook(step)], {}, 'production')
    expect(words()).not.toContain('cardholder')
  },
)

test('a status from elsewhere causes a status check if it has another step, and only then', async () => {
  const { inputsOf, setProps, changes } = await openWorkbench([aLook(method), aLook({ kind: 'final', status: 'approved' })])
  const later = '2026-11-20T09:42:00.000Z' as UtcTime
  await setProps({ reported: aStatus('processing', {}, { at: later }) })
  await flushPromises()
  expect(inputsOf('threeDSecure.look')).toHaveLength(1)
  await setProps({ reported: aStatus('approved', {}, { at: later }) })
  await flushPromises()
  expect(inputsOf('threeDSecure.look')).toHaveLength(2)
  expect(words()).toContain(text('answer.status.approved', { type: 'Sale' }))
  // The page reported it: reporting it back would cause a loop.
  expect(changes()).toBe(0)
})
