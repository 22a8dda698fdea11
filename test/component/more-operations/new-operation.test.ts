/** An operation that is only an entry in the catalogue has its form, its texts and the texts of its review. */
import { expect, test } from 'vitest'
import { catalogue } from '#shared/gateway/operations/operations.ts'
import { success } from '#shared/result.ts'
import { obstacleOf } from '../../../renderer/features/shared/form/offered.ts'
import { accountVerification, verify } from '../../support/fixtures/account-verification.ts'
import { fakeMain } from '../support/bridge.ts'
import { aProfile } from '../support/data.ts'
import { button, descriptionOf, field, show, type, words } from '../support/mount.ts'
import { flushScreen } from '../screen-support/open.ts'
import NewOperation from './NewOperation.vue'
import { createTexts, text } from '../../support/texts.ts'

async function open(view = aProfile()) {
  fakeMain({ 'profiles.list': () => success({ profiles: [view], activeId: view.profile.id, warnings: [] }) })
  const { exposed } = show(NewOperation, {
    props: { operation: accountVerification, view }, operations: [...catalogue, accountVerification],
  })
  await flushScreen()
  return exposed
}

test('has a heading, a link back and a button with its own texts', async () => {
  await open()
  expect(words(document.querySelector('h1')!)).toBe('Account verification')
  expect(words()).toContain('Ask the bank whether a card is valid.')
  expect(button('All operations')).toBeTruthy()
  expect(button('Review verification')).toBeTruthy()
})

test('asks for its fields by group, and for no amount', async () => {
  await open()
  const groups = [...document.querySelectorAll('legend, form [aria-expanded]')].map((title) => words(title))
  expect(groups).toEqual(['Order', 'Card', expect.stringContaining('2 optional')])
  expect(field('Card number').getAttribute('autocomplete')).toBe('off')
  expect(() => field('Amount')).toThrow()
})

test('validates by the dictionary, and passes card data only to main', async () => {
  const { form, complete } = await open()
  expect(complete()).toBe(false)
  await flushScreen()
  expect(descriptionOf(field('Name on the card'))).toContain(text('forms.problem.required'))
  await type(field('Card number'), '4111 1111 1111 1111')
  await type(field('Name on the card'), 'ZOE ONEIL')
  expect(form.split()).toMatchObject({ values: { cardHolder: 'ZOE ONEIL' }, confidential: { cardNumber: '4111 1111 1111 1111' } })
})

test('is refused if card numbers may not be typed', () => {
  expect(obstacleOf(accountVerification, aProfile({ environment: 'production' }))).toBe('card-entry-refused')
  expect(obstacleOf(accountVerification, aProfile())).toBeNull()
})

test('has its own texts for review and result', () => {
  const { t } = createTexts([...catalogue, accountVerification]).global
  expect(t('verb.verification.confirm')).toBe(verify.confirm)
  expect(t('verb.verification.wholeUnknown')).toBe('Verify the card')
  expect(t('verb.verification.duplicateWithoutCard', { ago: '2 minutes ago' })).toBe('The same card was verified 2 minutes ago')
})
