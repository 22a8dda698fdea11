import { expect, test } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { ThreeDSecureStep, ThreeDSecureVisit } from '#shared/model/payments/three-d-secure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { aStatus } from '../screen-support/data.ts'
import { button, click, descriptionOf, field, flushPromises, type, words } from '../support/mount.ts'
import { aLook, anUpload, authentication, aVisit, challenge, method, openWorkbench, order } from './workbench.ts'
import { label, text } from '../../support/texts.ts'

type VisitAnswer = Result<ThreeDSecureVisit, Failure>

/** A visit that the test ends. */
function openEnded() {
  let end: (answer: VisitAnswer) => void = () => undefined
  const pending = new Promise<VisitAnswer>((resolve) => { end = resolve })
  return { pending, end: async (answer: VisitAnswer) => { end(answer); await flushPromises() } }
}

const final = aLook({ kind: 'final', status: 'approved' })

test.each<[ThreeDSecureStep, string, string]>([
  [method, text('threeDSecure.next.method.action'), text('threeDSecure.visit.method')],
  [challenge, text('threeDSecure.next.challenge.action'), text('threeDSecure.visit.challenge')],
  [authentication, text('threeDSecure.next.authentication.action'), text('threeDSecure.visit.authentication')],
])('$kind: while the window is open it describes its content, and can close it', async (step, payment, reported) => {
  const { pending, end } = openEnded()
  const { inputsOf } = await openWorkbench([aLook(step)], { 'threeDSecure.visit': () => pending })
  await click(button(payment))
  expect(words(document.activeElement!)).toBe(text('threeDSecure.visit.title'))
  expect(words()).toContain(reported)
  expect(() => button(payment)).toThrow()
  expect(() => button(text('threeDSecure.byHand.send'))).toThrow()
  await click(button(text('threeDSecure.closeWindow')))
  expect(inputsOf('threeDSecure.endVisit')).toHaveLength(1)
  await end(success(aVisit('closed')))
  expect(words(document.activeElement!)).toBe(text('threeDSecure.end.closed'))
})

test('the challenge carries no browser data', async () => {
  const { inputsOf } = await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => success(aVisit('closed')) })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(inputsOf('threeDSecure.visit')).toEqual([{ ...order, values: {} }])
})

test('the method carries this computer\'s browser data, but no IP address unless one is typed', async () => {
  const { inputsOf } = await openWorkbench([aLook(method)], { 'threeDSecure.visit': () => success(aVisit('loaded')) })
  await click(button(text('threeDSecure.next.method.action')))
  await click(button(/^Browser data/))
  await type(field(label('customerIpAddress')), '203.0.113.9')
  await type(field(label('browserScreenWidth')), '1024')
  await click(button(text('threeDSecure.next.method.action')))
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

test('invalid browser data are reported beside the field, and nothing is opened', async () => {
  const { inputsOf } = await openWorkbench([aLook(method)])
  await click(button(/^Browser data/))
  await type(field(label('customerIpAddress')), 'here')
  await click(button(/^Browser data/))
  await click(button(text('threeDSecure.next.method.action')))
  expect(inputsOf('threeDSecure.visit')).toEqual([])
  expect(descriptionOf(field(label('customerIpAddress')))).toContain(text('forms.problem.ip-address'))
  expect(document.activeElement).toBe(field(label('customerIpAddress')))
})

test('main\'s problem with a field is shown beside it', async () => {
  await openWorkbench([aLook(method)], {
    'threeDSecure.visit': () => failed({
      code: 'form-invalid', problems: [{ field: 'browserUserAgent', code: 'holds-card-number', details: {} }],
    }),
  })
  await click(button(text('threeDSecure.next.method.action')))
  expect(descriptionOf(field(label('browserUserAgent')))).toContain(text('forms.problem.holds-card-number'))
})

test('a problem with a field that is not on the screen is shown too', async () => {
  await openWorkbench([aLook(challenge)], {
    'threeDSecure.visit': () => failed({
      code: 'form-invalid', problems: [{ field: 'merchantOrderId', code: 'too-long', details: { most: '128' } }],
    }),
  })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain('form-invalid')
})

test.each<[ThreeDSecureVisit['end'], string]>([
  ['posted', text('threeDSecure.end.posted')],
  ['loaded', text('threeDSecure.end.loaded')],
  ['closed', text('threeDSecure.end.closed')],
  ['timed-out', text('threeDSecure.end.timed-out')],
  ['not-loaded', text('threeDSecure.end.not-loaded')],
  ['not-needed', text('threeDSecure.end.not-needed')],
])('a visit that ended as %s is described, with what was sent to the gateway', async (end, reported) => {
  const { inputsOf, changes } = await openWorkbench([aLook(method), aLook(challenge)], {
    'threeDSecure.visit': () => success(aVisit(end, { upload: anUpload() })),
  })
  await click(button(text('threeDSecure.next.method.action')))
  expect(words(document.activeElement!)).toBe(reported)
  expect(words()).toContain(text('threeDSecure.uploaded.accepted'))
  expect(button(text('answer.openRequest')).getAttribute('href')).toBe('/payment/entry-9')
  // Checked again automatically: the order is at the challenge now.
  expect(inputsOf('threeDSecure.look')).toHaveLength(2)
  expect(button(text('threeDSecure.next.challenge.action'))).toBeTruthy()
  expect(changes()).toBeGreaterThan(0)
})

test('without a method page no window is shown as open or can be closed', async () => {
  const { pending, end } = openEnded()
  await openWorkbench([aLook({ ...method, host: null, hasPage: false } as ThreeDSecureStep)], { 'threeDSecure.visit': () => pending })
  await click(button(text('threeDSecure.next.noPage.action')))
  expect(words(document.activeElement!)).toBe(text('threeDSecure.visit.noPage'))
  expect(() => button(text('threeDSecure.closeWindow'))).toThrow()
  await end(success(aVisit('not-needed', { upload: anUpload() })))
})

test('a transaction id that the gateway did not send can be typed', async () => {
  await openWorkbench([aLook({ ...method, transactionId: null } as ThreeDSecureStep)], {
    'threeDSecure.visit': () => failed({
      code: 'form-invalid', problems: [{ field: 'threeDSecureServerTransactionId', code: 'required', details: {} }],
    }),
  })
  await click(button(text('threeDSecure.next.method.action')))
  expect(document.activeElement).toBe(field(label('threeDSecureServerTransactionId')))
  expect(descriptionOf(field(label('threeDSecureServerTransactionId')))).toContain(text('forms.problem.required'))
})

test('a visit without an upload shows that nothing was sent', async () => {
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => success(aVisit('closed')) })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain(text('threeDSecure.uploaded.nothing'))
  expect(button(text('threeDSecure.next.challenge.action'))).toBeTruthy()
})

test('a closed window does not deny that the cardholder finished elsewhere meanwhile', async () => {
  await openWorkbench([aLook(challenge), aLook({ kind: 'final', status: 'approved' })], {
    'threeDSecure.visit': () => success(aVisit('closed')),
  })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain('approved')
  expect(words()).toContain('Nothing was sent to the gateway from here')
  expect(words()).not.toContain('has not changed')
})

test('an upload that was not sent shows why', async () => {
  await openWorkbench([aLook(challenge)], {
    'threeDSecure.visit': () => success(aVisit('posted', { uploadFailure: { code: 'vault-locked' } })),
  })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain(text('threeDSecure.end.posted'))
  expect(words()).toContain(text('failure.what.vault-locked'))
})

test('a refused upload shows the gateway’s reply and possible reasons', async () => {
  const refused = {
    ...anUpload({ kind: 'refused' }), errorCode: '2', errorText: 'INVALID_CONTROL_CODE' as never, hints: ['check-login-and-secret' as const],
  }
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => success(aVisit('posted', { upload: refused })) })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain(text('threeDSecure.uploaded.refused'))
  expect(words()).toContain('INVALID_CONTROL_CODE')
  expect(words()).toContain(text('answer.hint.check-login-and-secret'))
})

test('if the reply to the upload is lost, only a status check is offered, until one shows that the order still waits for the step', async () => {
  const lost = anUpload({ kind: 'unknown', fault: 'answer-timeout' })
  const { inputsOf } = await openWorkbench([aLook(challenge)], {
    'threeDSecure.visit': () => success(aVisit('posted', { upload: lost })),
  })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain(text('threeDSecure.uncertain.title'))
  expect(inputsOf('threeDSecure.look')).toHaveLength(1)
  expect(() => button(text('threeDSecure.next.challenge.action'))).toThrow()
  expect(() => button(/^Send it by hand/)).toThrow()
  await click(button(text('threeDSecure.lookAgain')))
  expect(words()).not.toContain(text('threeDSecure.uncertain.title'))
  expect(words()).toContain(text('threeDSecure.uncertain.stillWaits'))
  expect(button(text('threeDSecure.next.challenge.action'))).toBeTruthy()
})

test('after a lost reply, the step is not offered again for an order that has moved on', async () => {
  const lost = anUpload({ kind: 'unknown', fault: 'connection-lost' })
  await openWorkbench([aLook(challenge), final], { 'threeDSecure.visit': () => success(aVisit('posted', { upload: lost })) })
  await click(button(text('threeDSecure.next.challenge.action')))
  await click(button(text('threeDSecure.lookAgain')))
  expect(words()).toContain(text('answer.status.approved', { type: 'Sale' }))
  expect(() => button(text('threeDSecure.next.challenge.action'))).toThrow()
})

test('a status check without a result keeps a lost step closed', async () => {
  const lost = anUpload({ kind: 'unknown', fault: 'answer-timeout' })
  await openWorkbench([aLook(challenge), aLook(null)], { 'threeDSecure.visit': () => success(aVisit('posted', { upload: lost })) })
  await click(button(text('threeDSecure.next.challenge.action')))
  await click(button(text('threeDSecure.lookAgain')))
  expect(words()).toContain(text('threeDSecure.uncertain.title'))
  expect(() => button(text('threeDSecure.next.challenge.action'))).toThrow()
})

test('a defect during a visit is treated as a lost reply', async () => {
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => failed({ code: 'defect' }) })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain(text('threeDSecure.uncertain.title'))
  expect(() => button(text('threeDSecure.next.challenge.action'))).toThrow()
})

test.each<[Failure['code'], string]>([
  ['visit-under-way', text('failure.what.visit-under-way')],
  ['no-such-step', text('failure.what.no-such-step')],
  ['not-on-production', text('failure.what.not-on-production')],
])('%s is shown with the next step', async (code, reported) => {
  await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => failed({ code } as Failure) })
  await click(button(text('threeDSecure.next.challenge.action')))
  expect(words()).toContain(reported)
  expect(words()).toContain(text('failure.money.nothingSent'))
})

test('another page that is open can be closed from here', async () => {
  const { inputsOf } = await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => failed({ code: 'visit-under-way' }) })
  await click(button(text('threeDSecure.next.challenge.action')))
  await click(button(text('threeDSecure.closeWindow')))
  expect(inputsOf('threeDSecure.endVisit')).toHaveLength(1)
})

const later = '2027-01-01T00:00:00.000Z' as UtcTime
const underWay = { 'threeDSecure.visit': () => failed({ code: 'visit-under-way' as const }) }

test('that another page is open is no longer shown once the order has ended', async () => {
  const { setProps } = await openWorkbench([aLook(challenge), final], underWay)
  await click(button(text('threeDSecure.next.challenge.action')))
  await setProps({ reported: aStatus('processing', {}, { at: later }) })
  await flushPromises()
  // The same answer again does not show that the page was closed.
  expect(words()).toContain(text('failure.what.visit-under-way'))
  await setProps({ reported: aStatus('approved', {}, { at: later }) })
  await flushPromises()
  expect(words()).toContain(text('answer.status.approved', { type: 'Sale' }))
  expect(words()).not.toContain(text('failure.what.visit-under-way'))
  expect(() => button(text('threeDSecure.closeWindow'))).toThrow()
})

test('that another page is open is no longer shown after a status check, unless that had no result', async () => {
  await openWorkbench([aLook(challenge), aLook(null), aLook(challenge)], underWay)
  await click(button(text('threeDSecure.next.challenge.action')))
  await click(button(text('threeDSecure.lookAgain')))
  expect(words()).toContain(text('failure.what.visit-under-way'))
  await click(button(text('threeDSecure.lookAgain')))
  expect(words()).not.toContain(text('failure.what.visit-under-way'))
})

test('the result of another order\'s visit is not shown for this one', async () => {
  const { pending, end } = openEnded()
  const { setProps } = await openWorkbench([aLook(challenge)], { 'threeDSecure.visit': () => pending })
  await click(button(text('threeDSecure.next.challenge.action')))
  await setProps({ order: { ...order, orderId: '7' } })
  await flushPromises()
  await end(success(aVisit('posted', { upload: anUpload() })))
  expect(words()).not.toContain(text('threeDSecure.end.posted'))
})
