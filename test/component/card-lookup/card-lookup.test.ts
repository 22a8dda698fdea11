import { expect, test } from 'vitest'
import { failed, success } from '#shared/result.ts'
import type { ProfileId } from '#shared/brands.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aCard, anAnswer } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { label, text } from '../../support/texts.ts'

async function lookUp(cardReference = '55889'): Promise<void> {
  await type(field(label('cardReference')), cardReference)
  await click(button(text('operation.get-card-info.button')))
  await flushScreen()
}

test('a lookup shows the masked number, the holder and the expiry of the card', async () => {
  const { content } = await openScreen('/card-lookup', { 'cards.lookUp': () => success(aCard()) })
  await lookUp()
  expect(words(content)).toContain('4444 33•• •••• 1111')
  expect(words(content.querySelector('[data-result-heading]')!)).toBe(text('answer.headline.cardFound', { card: '•••• 1111' }))
  expect(words(content).split('ZOE ONEIL')).toHaveLength(2)
  expect(words(content)).toContain(text('answer.card.validTo', { expiry: '07/31' }))
})

// The reply is of 20 November 2026; the expiry is compared with the time of the reply.
test.each([
  ['01', '2027', '01/27: 72 days left', false],
  ['12', '2026', '12/26: 41 days left', true],
])('a warning is shown from 60 days before the end of %s/%s', async (month, year, left, warned) => {
  const { content } = await openScreen('/card-lookup', { 'cards.lookUp': () => success(aCard(month, year)) })
  await lookUp()
  expect(words(content).includes(text('cardLookup.expiresSoonTitle'))).toBe(warned)
  expect(words(content).includes(left)).toBe(warned)
})

test('a lost reply is shown with its cause, and that repeating the lookup is safe and moves no money', async () => {
  const lost = anAnswer({}, { operation: 'get-card-info', outcome: { kind: 'unknown', fault: 'connection-lost' }, reply: null })
  const { content } = await openScreen('/card-lookup', { 'cards.lookUp': () => success(lost) })
  await lookUp()
  expect(words(content)).toContain(text('answer.unknownFault.connection-lost'))
  expect(words(content)).toContain(text('answer.advice.unknownRead'))
})

test('an untrusted certificate is reported with the next step', async () => {
  const refused = anAnswer({}, { operation: 'get-card-info', outcome: { kind: 'not-sent', fault: 'certificate-untrusted' }, reply: null })
  const { content } = await openScreen('/card-lookup', { 'cards.lookUp': () => success(refused) })
  await lookUp()
  expect(words(content)).toContain(text('answer.notSentFault.certificate-untrusted'))
  expect(words(content)).toContain(text('answer.advice.notSent'))
})

test('a card that was found leads to its page', async () => {
  await openScreen('/card-lookup', { 'cards.lookUp': () => success(aCard()) })
  await lookUp()
  expect(button(text('cardLookup.openCard')).getAttribute('href')).toContain('/card?profile=profile-1&cardReference=55889')
})

test('an expired card is shown as expired', async () => {
  const { content } = await openScreen('/card-lookup', { 'cards.lookUp': () => success(aCard('10', '2026')) })
  await lookUp()
  expect(words(content)).toContain(text('cardLookup.expiredTitle'))
})

test('"Charge this card" fills in the form with the found card and its endpoint', async () => {
  const { path } = await openScreen('/card-lookup', {
    'cards.lookUp': () => success({ ...aCard(), entryPoint: { kind: 'group', id: '117' } }),
    'payments.proposeOrderId': () => success({ merchantOrderId: 'gc-1' as never }),
  })
  await lookUp()
  await type(field(label('cardReference')), 'typed-since')
  await click(button(text('answer.chargeCard')))
  await flushScreen()
  expect(path()).toBe('/recurrent-payment')
  expect([field(label('cardReference')).value, field('Endpoint').value]).toEqual(['55889', 'group:117'])
})

test('a refused lookup offers no charge', async () => {
  const refused = anAnswer({ type: 'validation-error', 'error-message': 'INVALID_CONTROL_CODE', 'error-code': '2' }, {
    operation: 'get-card-info', outcome: { kind: 'refused' }, hints: ['check-login-and-secret'],
  })
  const { content } = await openScreen('/card-lookup', { 'cards.lookUp': () => success(refused) })
  await lookUp()
  expect(words(content)).toContain('INVALID_CONTROL_CODE')
  expect(words(content)).toContain(text('answer.hint.check-login-and-secret'))
  expect(() => button(text('answer.chargeCard'))).toThrow()
})

test('a reference that is too long is refused before anything is sent', async () => {
  const { inputsOf } = await openScreen('/card-lookup', {})
  await lookUp('1'.repeat(21))
  expect(descriptionOf(field(label('cardReference')))).toContain('Too long: at most 20.')
  expect(document.activeElement).toBe(field(label('cardReference')))
  expect(inputsOf('cards.lookUp')).toEqual([])
})

test('main’s problem is shown beside the field', async () => {
  await openScreen('/card-lookup', {
    'cards.lookUp': () => failed({ code: 'form-invalid', problems: [{ field: 'cardReference', code: 'holds-card-number', details: {} }] }),
  })
  await lookUp()
  expect(descriptionOf(field(label('cardReference')))).toContain(text('forms.problem.holds-card-number'))
})

test('a link for another profile makes it the active one and reports that', async () => {
  const other = aProfile({ id: 'profile-2' as ProfileId, name: 'Shop two', environment: 'production' })
  const { inputsOf } = await openScreen(
    '/card-lookup?profile=profile-2&entryPoint=group:117&cardReference=55889',
    { 'cards.lookUp': () => success(aCard()) }, [aProfile(), other],
  )
  await flushScreen()
  expect(document.documentElement.dataset.environment).toBe('production')
  expect(words()).toContain(text('forms.switchedProfile', {
    merchant: text('common.merchantIn', { name: 'Shop two', environment: 'Production' }),
  }))
  expect(inputsOf('cards.lookUp')).toEqual([
    { profileId: 'profile-2', entryPoint: { kind: 'group', id: '117' }, cardReference: '55889' },
  ])
})

test('a missing endpoint is reported, not replaced by another one', async () => {
  const { inputsOf } = await openScreen('/card-lookup?profile=profile-1&entryPoint=endpoint:999&cardReference=55889', {})
  expect(descriptionOf(field('Endpoint'))).toContain(text('forms.problem.required'))
  expect(inputsOf('cards.lookUp')).toEqual([])
})
