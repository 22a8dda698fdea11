import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { ThreeDSecureStep, ThreeDSecureVisit } from '#shared/model/three-d-secure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Failure } from '#shared/model/failure.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aLook, anUpload, authentication, aVisit, challenge, method, openWorkbench, order } from './workbench.ts'

type VisitAnswer = Result<ThreeDSecureVisit, Failure>

/** A visit that ends when the test says so. */
function openEnded() {
  let end: (answer: VisitAnswer) => void = () => undefined
  const pending = new Promise<VisitAnswer>((resolve) => { end = resolve })
  return { pending, end: async (answer: VisitAnswer) => { end(answer); await flushPromises() } }
}

const final = aLook({ kind: 'final', status: 'approved' })

test.each<[ThreeDSecureStep, string, string]>([
  [method, 'Run the method page', 'Nothing has to be done in it.'],
  [challenge, 'Open the challenge', 'The cardholder\'s proof is asked for there.'],
  [authentication, 'Open the authentication', 'The cardholder\'s proof is asked for there.'],
])('$kind: while the window is open it says what is seen there, and can close it', async (step, payment, reported) => {
  const { pending, end } = openEnded()
  const { inputsOf } = await openWorkbench([aLook(step)], { 'threeDSecure.visit': () => pending })
  await click(button(payment))
  expect(words(document.activeElement!)).toBe('The issuer\'s page opens in a separate window')
  expect(words()).toContain(reported)
  expect(() => button(payment)).toThrow()
  expect(() => button('Send by hand')).toThrow()
  await click(button('Close the window'))
  expect(inputsOf('threeDSecure.endVisit')).toHaveLength(1)
  await end(success(aVisit('closed')))
  expect(words(document.activeElement!)).toBe('The window was closed before the issuer had answered.')
})

test('the challenge carries no browser data', async () => {
  const { inputsOf } = await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => success(aVisit('closed')) })
  await click(button('Open the challenge'))
  expect(inputsOf('threeDSecure.visit')).toEqual([{ ...order, values: {} }])
})

test('the method carries this computer\'s browser data, but no IP address unless one is typed', async () => {
  const { inputsOf } = await openWorkbench([aLook(method)], { 'threeDSecure.visit': () => success(aVisit('loaded')) })
  await click(button('Run the method page'))
  await click(button(/^Browser data/))
  await type(field('Customer IP address'), '203.0.113.9')
  await type(field('Screen width'), '1024')
  await click(button('Run the method page'))
  const [first, second] = inputsOf('threeDSecure.visit').map(({ values }) => values)
  expect(first).toMatchObject({
    browserUserAgent: navigator.userAgent, browserAcceptLanguage: navigator.language,
    browserScreenWidth: String(screen.width), browserScreenHeight: String(screen.height),
    browserColorDepth: String(screen.colorDepth),
    browserTimeZone: String(new Date().getTimezoneOffset()), browserJavascriptEnabled: 'true', browserJavaEnabled: 'false',
  })
  expect(Object.keys(first!).filter((key) => !key.startsWith('browser'))).toEqual([])
  expect(second).toMatchObject({ customerIpAddress: '203.0.113.9', browserScreenWidth: '1024' })
})

test('browser data that can not be right are said beside the field, and nothing is opened', async () => {
  const { inputsOf } = await openWorkbench([aLook(method)])
  await click(button(/^Browser data/))
  await type(field('Customer IP address'), 'here')
  await click(button(/^Browser data/))
  await click(button('Run the method page'))
  expect(inputsOf('threeDSecure.visit')).toEqual([])
  expect(descriptionOf(field('Customer IP address'))).toContain('Not an IP address.')
  expect(document.activeElement).toBe(field('Customer IP address'))
})

test('main\'s objection to a field stands beside it', async () => {
  await openWorkbench([aLook(method)], {
    'threeDSecure.visit': () => failed({
      code: 'form-invalid', problems: [{ field: 'browserUserAgent', code: 'holds-card-number', details: {} }],
    }),
  })
  await click(button('Run the method page'))
  expect(descriptionOf(field('User agent'))).toContain('A card number stands in it.')
})

test('an objection to something that is not on the screen is not swallowed', async () => {
  await openWorkbench([aLook(challenge)], {
    'threeDSecure.visit': () => failed({
      code: 'form-invalid', problems: [{ field: 'merchantOrderId', code: 'too-long', details: { most: '128' } }],
    }),
  })
  await click(button('Open the challenge'))
  expect(words()).toContain('form-invalid')
})

test.each<[ThreeDSecureVisit['end'], string]>([
  ['posted', 'The issuer has answered.'],
  ['loaded', 'The method page has run to its end.'],
  ['closed', 'The window was closed before the issuer had answered.'],
  ['timed-out', 'The issuer did not answer in time, and its window was closed.'],
  ['not-loaded', 'The issuer\'s page could not be loaded.'],
  ['not-needed', 'There was no page to open.'],
])('a visit that ended as %s is told in words, with what the gateway was sent', async (end, reported) => {
  const { inputsOf, changes } = await openWorkbench([aLook(method), aLook(challenge)], {
    'threeDSecure.visit': () => success(aVisit(end, { upload: anUpload() })),
  })
  await click(button('Run the method page'))
  expect(words(document.activeElement!)).toBe(reported)
  expect(words()).toContain('The result was sent, and the gateway has taken it.')
  expect(button('Open in history').getAttribute('href')).toBe('/history/entry-9')
  // Looked at again by itself: the order has gone on to the challenge.
  expect(inputsOf('threeDSecure.look')).toHaveLength(2)
  expect(button('Open the challenge')).toBeTruthy()
  expect(changes()).toBeGreaterThan(0)
})

test('without a method page nothing is said to be open, and there is no window to close', async () => {
  const { pending, end } = openEnded()
  await openWorkbench([aLook({ ...method, host: null, hasPage: false } as ThreeDSecureStep)], { 'threeDSecure.visit': () => pending })
  await click(button('Go on without a method page'))
  expect(words(document.activeElement!)).toBe('No page is opened; the gateway is being told')
  expect(() => button('Close the window')).toThrow()
  await end(success(aVisit('not-needed', { upload: anUpload() })))
})

test('a transaction id that the gateway did not name is asked for where it can be typed', async () => {
  await openWorkbench([aLook({ ...method, transactionId: null } as ThreeDSecureStep)], {
    'threeDSecure.visit': () => failed({
      code: 'form-invalid', problems: [{ field: 'threeDSecureServerTransactionId', code: 'required', details: {} }],
    }),
  })
  await click(button('Run the method page'))
  expect(document.activeElement).toBe(field('3-D Secure server transaction id'))
  expect(descriptionOf(field('3-D Secure server transaction id'))).toContain('This is needed.')
})

test('a visit without an upload says that nothing was sent', async () => {
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => success(aVisit('closed')) })
  await click(button('Open the challenge'))
  expect(words()).toContain('Nothing was sent to the gateway')
  expect(button('Open the challenge')).toBeTruthy()
})

test('an upload that was not sent says why', async () => {
  await openWorkbench([aLook(challenge)], {
    'threeDSecure.visit': () => success(aVisit('posted', { uploadFailure: { code: 'vault-locked' } })),
  })
  await click(button('Open the challenge'))
  expect(words()).toContain('The issuer has answered.')
  expect(words()).toContain('The vault is locked.')
})

test('a refused upload says what the gateway said and what could explain it', async () => {
  const refused = {
    ...anUpload({ kind: 'refused' }), errorCode: '2', errorText: 'INVALID_CONTROL_CODE' as never, hints: ['check-login-and-secret' as const],
  }
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => success(aVisit('posted', { upload: refused })) })
  await click(button('Open the challenge'))
  expect(words()).toContain('the gateway has refused it')
  expect(words()).toContain('INVALID_CONTROL_CODE')
  expect(words()).toContain('The login or the control secret of the profile.')
})

test('when the answer to the upload is lost, only looking is offered, until a look shows that the step is still waited for', async () => {
  const lost = anUpload({ kind: 'unknown', fault: 'answer-timeout' })
  const { inputsOf } = await openWorkbench([aLook(challenge)], {
    'threeDSecure.visit': () => success(aVisit('posted', { upload: lost })),
  })
  await click(button('Open the challenge'))
  expect(words()).toContain('The order may have gone on')
  expect(inputsOf('threeDSecure.look')).toHaveLength(1)
  expect(() => button('Open the challenge')).toThrow()
  expect(() => button(/^Send it by hand/)).toThrow()
  await click(button('Look again'))
  expect(words()).not.toContain('The order may have gone on')
  expect(words()).toContain('The order still waits for this step, so it may be done again.')
  expect(button('Open the challenge')).toBeTruthy()
})

test('after a lost answer, an order that has gone on is not offered the step again', async () => {
  const lost = anUpload({ kind: 'unknown', fault: 'connection-lost' })
  await openWorkbench([aLook(challenge), final], { 'threeDSecure.visit': () => success(aVisit('posted', { upload: lost })) })
  await click(button('Open the challenge'))
  await click(button('Look again'))
  expect(words()).toContain('Sale approved')
  expect(() => button('Open the challenge')).toThrow()
})

test('a look that learns nothing leaves a lost step closed', async () => {
  const lost = anUpload({ kind: 'unknown', fault: 'answer-timeout' })
  await openWorkbench([aLook(challenge), aLook(null)], { 'threeDSecure.visit': () => success(aVisit('posted', { upload: lost })) })
  await click(button('Open the challenge'))
  await click(button('Look again'))
  expect(words()).toContain('The order may have gone on')
  expect(() => button('Open the challenge')).toThrow()
})

test('a defect during a visit is treated as a lost answer', async () => {
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => failed({ code: 'defect' }) })
  await click(button('Open the challenge'))
  expect(words()).toContain('The order may have gone on')
  expect(() => button('Open the challenge')).toThrow()
})

test.each<[Failure['code'], string]>([
  ['visit-under-way', 'A page of an issuer is open already.'],
  ['no-such-step', 'The order does not wait for this step now.'],
  ['not-on-production', 'On production the cardholder authenticates, not the staff.'],
])('%s is said with what to do', async (code, reported) => {
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => failed({ code } as Failure) })
  await click(button('Open the challenge'))
  expect(words()).toContain(reported)
  expect(words()).toContain('Nothing was sent, no money moved.')
})

test('another page that is open can be closed from here', async () => {
  const { inputsOf } = await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => failed({ code: 'visit-under-way' }) })
  await click(button('Open the challenge'))
  await click(button('Close the window'))
  expect(inputsOf('threeDSecure.endVisit')).toHaveLength(1)
})

test('what came of another order\'s visit is not told of this one', async () => {
  const { pending, end } = openEnded()
  const { wrapper } = await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => pending })
  await click(button('Open the challenge'))
  await wrapper.setProps({ order: { ...order, orderId: '7' } })
  await flushPromises()
  await end(success(aVisit('posted', { upload: anUpload() })))
  expect(words()).not.toContain('The issuer has answered.')
})
