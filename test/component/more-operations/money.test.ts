import { describe, expect, test } from 'vitest'
import { isConfidential, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { catalogue, operations, requiresAmount, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { MerchantOrderId } from '#shared/brands.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { failed, success } from '#shared/result.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aReview } from '../screen-support/data.ts'
import { aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, openMenu, type, words } from '../support/mount.ts'
import { cancel, card, control, fill, filled, openOperation, submit } from './operation-screen.ts'
import { text } from '../../support/texts.ts'

const ids = catalogue.filter((operation) => operation.menu !== null && touchesMoney(operation)).map(({ id }) => id)

describe.each(ids)('%s', (id) => {
  const required = operations[id].fields.filter(({ key, need }) => need === 'required' && filled[id][key] !== undefined)

  test('asks for missing fields, and sends nothing to main until they are filled', async () => {
    const { inputsOf } = await openOperation(id)
    await submit()
    for (const { key } of required) expect(descriptionOf(control(key))).toContain(text('forms.problem.required'))
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
    expect(inputsOf('payments.review')).toEqual([])
  })

  test('is reviewed, with confidential values apart, and sent by one confirmation', async () => {
    const { inputsOf } = await openOperation(id, { 'payments.review': () => success(aReview({ operation: id })) })
    await fill(filled[id])
    await submit()
    const [{ operation, values, confidential }] = inputsOf('payments.review') as [ReturnType<typeof inputsOf<'payments.review'>>[0]]
    expect(operation).toBe(id)
    const typed = Object.keys(filled[id]) as FieldKey[]
    expect(Object.keys(confidential).toSorted()).toEqual(typed.filter((key) => isConfidential(key)).toSorted())
    expect(values).toMatchObject({ merchantOrderId: 'gc-1', ...requiresAmount(operations[id]) && { amount: '10.15', currency: 'USD' } })
    expect(inputsOf('payments.submit')).toEqual([])
    const payment = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].at(-1)!
    await click(payment)
    await click(payment)
    expect(inputsOf('payments.submit')).toHaveLength(1)
  })

  test('has nothing confidential any more once the review is shown', async () => {
    const { inputsOf } = await openOperation(id)
    await fill(filled[id])
    await submit()
    const { confidential } = inputsOf('payments.review')[0]!
    const shown = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value.replaceAll(' ', ''))
    for (const value of Object.values(confidential)) expect(shown).not.toContain(value.replaceAll(' ', ''))
    await cancel()
    await submit()
    expect(inputsOf('payments.review')[1]?.confidential ?? {}).toEqual({})
  })
})

test.each(['sale', 'pan-eligibility-send'])('%s: a merchant order id that was typed before one is proposed is kept', async (id) => {
  const proposal = success({ merchantOrderId: 'gc-1' as MerchantOrderId })
  const proposed = Promise.withResolvers<typeof proposal>()
  await openOperation(id, { 'payments.proposeOrderId': () => proposed.promise })
  await type(control('merchantOrderId'), 'inv-4097763')
  proposed.resolve(proposal)
  await flushScreen()
  expect(control('merchantOrderId').value).toBe('inv-4097763')
})

test('a form that was opened before the profile was ready gets its merchant order id once it is', async () => {
  let view: ProfileView = { ...aProfile(), secret: 'missing' }
  const { emit, content } = await openOperation('recurrent-preauthorisation', { 'profiles.list': () => success(aList(view)) })
  expect(content.querySelectorAll('main input')).toHaveLength(0)
  view = aProfile()
  emit('profiles.changed', null)
  await flushScreen()
  expect(control('merchantOrderId').value).toBe('gc-1')
})

describe('card numbers', () => {
  const production = aProfile({ environment: 'production' })

  test.each(['sale', 'preauth'])('%s: in production nothing can be typed, and the reason is shown', async (id) => {
    const { content, inputsOf } = await openOperation(id, {}, production)
    expect(words(content)).toContain(text('moreOperations.obstacle.card-entry-refused.title', { name: 'Acme Shop' }))
    expect(content.querySelectorAll('input, textarea, select')).toHaveLength(0)
    expect(button(text('moreOperations.chargeOnFile')).getAttribute('href')).toContain('/recurrent-payment')
    expect(inputsOf('payments.proposeOrderId')).toEqual([])
  })

  test('a profile may allow it in production', async () => {
    await openOperation('sale', {}, aProfile({ environment: 'production', cardEntry: 'allowed' }))
    expect(control('cardNumber')).toBeTruthy()
  })

  test('a profile may refuse it in staging', async () => {
    const { content } = await openOperation('sale', {}, aProfile({ cardEntry: 'refused' }))
    expect(words(content)).toContain(text('moreOperations.obstacle.card-entry-refused.title', { name: 'Acme Shop' }))
  })

  test('a transfer without card numbers still accepts recurring payment ids', async () => {
    const { content, inputsOf } = await openOperation('transfer-v4', {}, production)
    expect(() => control('cardNumber')).toThrow()
    expect(() => control('destinationCardNumber')).toThrow()
    expect(words(content)).toContain(text('moreOperations.cardsWithheld'))
    await fill({
      amount: '1.00', orderDescription: 'Rent', customerIpAddress: '203.0.113.9', cardRecurringPaymentId: '30',
      destinationCardRecurringPaymentId: '31',
    })
    await submit()
    expect(inputsOf('payments.review')[0]!.confidential).toEqual({})
  })

  test('main\'s refusal is shown, and that no money moved', async () => {
    const { content } = await openOperation('sale', { 'payments.review': () => failed({ code: 'card-entry-refused' }) })
    await fill(filled.sale)
    await submit()
    expect(words(content)).toContain(text('failure.what.card-entry-refused'))
    expect(words(content)).toContain(text('failure.money.nothingSent'))
  })

  test('are grouped by four once the field is left, and are not stored by the browser', async () => {
    await openOperation('sale')
    await type(control('cardNumber'), card)
    control('cardNumber').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await submit()
    expect(control('cardNumber').value).toBe('4111 1111 1111 1111')
    expect(control('cardNumber').getAttribute('autocomplete')).toBe('off')
    expect(control('cardNumber').getAttribute('spellcheck')).toBe('false')
    expect(control('cardVerificationValue').type).toBe('password')
  })

  test('an invalid number is refused beside its field', async () => {
    const { inputsOf } = await openOperation('sale')
    await fill({ ...filled.sale, cardNumber: '4111111111111112' })
    await submit()
    expect(descriptionOf(control('cardNumber'))).toContain(text('forms.problem.card-number'))
    expect(inputsOf('payments.review')).toEqual([])
  })

  test('an expired card causes a warning, not a refusal', async () => {
    const { content, inputsOf } = await openOperation('sale')
    await fill(filled.sale)
    expect(words(content)).not.toContain(text('moreOperations.expired'))
    await fill({ expireYear: '2020' })
    expect(words(content)).toContain(text('moreOperations.expired'))
    await submit()
    expect(inputsOf('payments.review')).toHaveLength(1)
  })

  test('are not passed from one operation to the next', async () => {
    const { go } = await openOperation('sale')
    await fill(filled.sale)
    await go('/more-operations/preauth')
    expect(control('cardNumber').value).toBe('')
    expect(control('amount').value).toBe('')
  })

  test('are never taken from an address', async () => {
    await openOperation(`sale?cardNumber=${card}&cardHolder=ANN`)
    expect([control('cardNumber').value, control('cardHolder').value]).toEqual(['', 'ANN'])
  })
})

describe('transfer', () => {
  test('has one destination only: a second one is refused and names the first', async () => {
    const { inputsOf } = await openOperation('transfer-v4')
    await fill({ ...filled['transfer-v4'], destinationCardReference: '9', destinationCardRecurringPaymentId: '31' })
    await submit()
    const together = text('forms.problem.one-of-two', { other: 'Destination recurring payment id' })
    expect(descriptionOf(control('destinationCardNumber'))).toContain(together)
    expect(descriptionOf(control('destinationCardReference'))).toContain(together)
    expect(inputsOf('payments.review')).toEqual([])
  })

  test('a missing source or destination is reported, and left to the gateway to decide', async () => {
    const { content, inputsOf } = await openOperation('transfer-v4')
    expect(words(content)).toContain(text('moreOperations.noSource'))
    expect(words(content)).toContain(text('moreOperations.noDestination'))
    await fill({ amount: '1.00', orderDescription: 'Rent', customerIpAddress: '203.0.113.9' })
    await submit()
    expect(inputsOf('payments.review')).toHaveLength(1)
  })

  test('a problem in a closed group opens it', async () => {
    await openOperation('transfer-v4', {
      'payments.review': () => failed({ code: 'form-invalid', problems: [{ field: 'country', code: 'too-long', details: { most: '2' } }] }),
    })
    await fill(filled['transfer-v4'])
    expect(() => control('country')).toThrow()
    await submit()
    expect(descriptionOf(control('country'))).toContain('Too long: at most 2.')
  })
})

describe('payout', () => {
  const groupFirst = aProfile({ entryPoints: [{ kind: 'group', id: '117' }, { kind: 'endpoint', id: '22903', currency: 'USD' }] })

  test('of version 2 accepts only endpoints, starts with one and shows why', async () => {
    await openOperation('payout-v2', {}, groupFirst)
    const select = field('Endpoint') as unknown as HTMLSelectElement
    expect(select.value).toBe('endpoint:22903')
    expect([...select.options].filter(({ disabled }) => !disabled).map(({ value }) => value)).toEqual(['endpoint:22903'])
    expect(descriptionOf(select)).toContain(text('forms.endpointOnly'))
  })

  test('of version 4 accepts a group', async () => {
    const { inputsOf } = await openOperation('payout-v4', {}, groupFirst)
    await fill({ ...filled['payout-v4'], currency: 'EUR' })
    await submit()
    expect(inputsOf('payments.review')[0]!.entryPoint).toEqual({ kind: 'group', id: '117' })
  })

  test('with groups alone there is no form, nor is there one without a key', async () => {
    const { content } = await openOperation('payout-v2', {}, aProfile({ entryPoints: [{ kind: 'group', id: '117' }] }))
    expect(words(content)).toContain(text('moreOperations.obstacle.endpoints-only.title', { name: 'Acme Shop' }))
    expect(content.querySelector('form')).toBeNull()
  })

  test('hides the account number, and shows it on request', async () => {
    await openOperation('payout-v2')
    expect(control('accountNumber').type).toBe('password')
    await click(button('Show: Account number'))
    expect(control('accountNumber').type).toBe('text')
  })
})

describe('in the sandbox', () => {
  const sandbox = aProfile({ environment: 'sandbox' }, {
    examples: {
      orderId: '1', merchantOrderId: 'm', serialNumber: 's', cards: [{ cardReference: '1000001', outcome: 'approved' }], faultCards: [],
      testCards: [
        { cardNumber: '4000000000001000', way: 'none' }, { cardNumber: '4000000000002206', way: 'challenge-passed' },
      ],
    },
  })

  test('a click on a test card is enough to review a sale; typed values are kept', async () => {
    const { inputsOf } = await openOperation('sale', {}, sandbox)
    await fill({ amount: '3.40' })
    await openMenu(text('forms.examples'))
    await click(button(/^4000000000002206/))
    await submit()
    const { values, confidential } = inputsOf('payments.review')[0]!
    expect(confidential).toEqual({ cardNumber: '4000000000002206' })
    expect(values).toMatchObject({ amount: '3.40', cardHolder: 'TEST CARDHOLDER' })
  })

  test('an example of a transfer has a source and a destination', async () => {
    const { inputsOf } = await openOperation('transfer-v4', {}, sandbox)
    await openMenu(text('forms.examples'))
    await click(button(/^4000000000001000/))
    await submit()
    expect(inputsOf('payments.review')[0]!.confidential).toEqual({
      cardNumber: '4000000000001000', destinationCardNumber: '4000000000002206',
    })
  })

  test('no example is offered for another gateway', async () => {
    await openOperation('sale')
    expect(() => button(text('forms.examples'))).toThrow()
  })
})

test('browser data are filled with this desk\'s only on request, and the form shows whose they are', async () => {
  const { content, inputsOf } = await openOperation('sale')
  await click(button(/^The cardholder's browser/))
  expect(control('browserUserAgent').value).toBe('')
  await click(button(text('moreOperations.fillBrowser')))
  expect(control('browserUserAgent').value).toBe(navigator.userAgent)
  expect(words(content)).toContain('These values describe this computer')
  await fill(filled.sale)
  await submit()
  expect(inputsOf('payments.review')[0]!.values).toMatchObject({
    browserInfo: 'true', browserJavascriptEnabled: 'true', browserJavaEnabled: 'false',
  })
})

test('the navigation has a link to it', async () => {
  const { go, content } = await openScreen('/history', { 'history.search': () => failed({ code: 'defect' }) })
  await go(button(text('shell.navigation.moreOperations')).getAttribute('href')!.replace('#', ''))
  expect(words(content)).toContain(text('moreOperations.subtitle'))
})
