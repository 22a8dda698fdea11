import { expect, test } from 'vitest'
import { success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { anAnswer } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { label, text } from '../../support/texts.ts'

const registered = anAnswer({
  type: 'create-card-ref-response', status: 'approved', 'card-ref-id': '1588521', 'unq-card-ref-id': '9914',
}, { operation: 'create-card-ref-v2' })

async function register(): Promise<void> {
  await type(field(label('orderId')), '6768788')
  await type(field(label('merchantOrderId')), 'inv4097763')
  await click(button(text('operation.create-card-ref-v2.button'), document.querySelector('main')!))
  await flushScreen()
}

const openForm = async (answer = registered) => {
  const screen = await openScreen('/register-card', { 'cards.register': () => success(answer) })
  await flushScreen()
  return screen
}

test('a card is registered by version 2 unless version 4 is chosen', async () => {
  const { inputsOf } = await openForm()
  await register()
  await click(field(text('registerCard.v4')))
  await register()
  expect(inputsOf('cards.register').map(({ version, values }) => [version, values])).toEqual([
    ['v2', { merchantOrderId: 'inv4097763', orderId: '6768788' }],
    ['v4', { merchantOrderId: 'inv4097763', orderId: '6768788' }],
  ])
})

test('every id of the reply is shown with its purpose', async () => {
  const { content } = await openForm()
  await register()
  expect(words(content)).toContain('Card reference idCharges this card again; used for recurrent payments.1588521')
  expect(words(content)).toContain(text('answer.headline.cardRegistered', { card: '1588521' }))
  expect(words(content)).toContain('It cannot be charged.9914')
  expect(button(text('answer.chargeCard'))).toBeTruthy()
})

test('a status other than approved is a failure, whatever the reply’s type is', async () => {
  const { content } = await openForm(anAnswer(
    { type: 'create-card-ref-response', status: 'declined', 'card-ref-id': '1588521' },
    { operation: 'create-card-ref-v2', outcome: { kind: 'failed', status: 'declined' } },
  ))
  await register()
  expect(words(content.querySelector('[data-result-heading]')!)).toBe(text('answer.headline.registrationFailed', { status: 'declined' }))
  expect(() => button(text('answer.chargeCard'))).toThrow()
})

test('a link back above the title leads to the payment that linked here, else to the list', async () => {
  const { content, go } = await openForm()
  expect(button(text('shell.navigation.history'), content.querySelector('header')!).getAttribute('href')).toContain('/history')
  await go('/register-card?orderId=6768788&merchantOrderId=inv4097763')
  expect(button(text('order.title'), content.querySelector('header')!).getAttribute('href')).toContain('/payment?profile=profile-1')
})

test('both ids are required', async () => {
  const { inputsOf } = await openForm()
  await click(button(text('operation.create-card-ref-v2.button'), document.querySelector('main')!))
  expect(descriptionOf(field(label('orderId')))).toContain(text('forms.problem.required'))
  expect(document.activeElement).toBe(field(label('orderId')))
  expect(inputsOf('cards.register')).toEqual([])
})

test('a profile without a key shows that version 4 cannot be signed', async () => {
  const { content } = await openScreen('/register-card', {}, [aProfile({ keyId: null }, { key: null })])
  await flushScreen()
  expect(words(content)).toContain(text('registerCard.noKey'))
})

test('the profile of the built-in gateway can sign version 4 before it has a key', async () => {
  const profile = aProfile({ keyId: null, gateway: { kind: 'built-in' } }, { key: null })
  const { content } = await openScreen('/register-card', {}, [profile])
  await flushScreen()
  expect(words(content)).not.toContain(text('moreOperations.obstacle.no-key.short'))
})
