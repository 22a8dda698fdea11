import { expect, test } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { failed } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, openMenu, type, words } from '../support/mount.ts'
import { flushScreen } from '../screen-support/open.ts'
import { fill, openForm, review } from './charge-screen.ts'
import { label, text } from '../../support/texts.ts'

test('proposes a merchant order id and never fills in a customer address', async () => {
  await openForm()
  expect(field(label('merchantOrderId')).value).toBe('gc-1')
  expect(field(label('customerIpAddress')).value).toBe('')
})

test('an endpoint of one currency fixes it; a group leaves it open', async () => {
  await openForm()
  expect(() => field(label('currency'))).toThrow()
  expect(words()).toContain(`${label('currency')}USDSet by the endpoint.`)
  await type(field('Endpoint'), 'group:117')
  expect(field(label('currency')).value).toBe('')
})

test.each([['10.15', 'USD', text('forms.minorUnits', { amount: '1015', count: 2 })], ['0.29', 'USD', text('forms.minorUnits', { amount: '29', count: 2 })], ['5', 'JPY', text('forms.minorUnits', { amount: '5', count: 2 })], ['1.5', 'KWD', text('forms.minorUnits', { amount: '1500', count: 2 })]])(
  'shows %s %s in minor units', async (amount, currency, shown) => {
    await openForm()
    await type(field('Endpoint'), 'group:117')
    await type(field(label('currency')), currency)
    await type(field(label('amount')), amount)
    expect(descriptionOf(field(label('amount')))).toContain(shown)
  },
)

test.each([['', '10.15'], ['USD', '10.15'], ['JPY', '1015'], ['KWD', '1.015']])(
  'the example of an amount in %j is %s', async (currency, amount) => {
    await openForm()
    await type(field('Endpoint'), 'group:117')
    await type(field(label('currency')), currency)
    expect(descriptionOf(field(label('amount')))).toBe(`For example ${amount}`)
  },
)

test('an amount with a comma is refused with the reason, as soon as it is typed', async () => {
  const { inputsOf } = await openForm()
  await fill()
  await type(field(label('amount')), '1,000')
  expect(descriptionOf(field(label('amount')))).toContain(text('forms.amountsMeant', { first: '1000', second: '1.00' }))
  await review()
  expect(inputsOf('payments.review')).toEqual([])
  expect(document.activeElement).toBe(field(label('amount')))
})

test('enumerated amounts are rows: a comma in one is refused, not read as two amounts', async () => {
  const { inputsOf } = await openForm()
  await fill()
  await click(button(/more fields/))
  await click(button(text('forms.amounts.add')))
  expect(field(text('forms.amounts.row', { place: '1' })).value).toBe('10.15')
  await click(button(text('forms.amounts.add')))
  // Joined, this would read as three valid amounts.
  await type(field(text('forms.amounts.row', { place: '2' })), '8,50')
  await review()
  expect(descriptionOf(field(text('forms.amounts.row', { place: '2' })))).toContain('Use a point for decimals')
  expect(inputsOf('payments.review')).toEqual([])
  await type(field(text('forms.amounts.row', { place: '2' })), '8.00')
  await click(button(text('forms.amounts.up', { place: '2' })))
  await review()
  expect(inputsOf('payments.review')[0]!.values.enumeratedAmounts).toBe('8.00,10.15')
})

test('every missing required field is marked, and the first gets the focus', async () => {
  const { inputsOf } = await openForm()
  await review()
  for (const label of [text('cardLookup.cardReference'), 'Amount', 'Customer IP address', 'Order description']) {
    expect(descriptionOf(field(label)), label).toContain(text('forms.problem.required'))
  }
  expect(document.activeElement).toBe(field(label('cardReference')))
  expect(inputsOf('payments.review')).toEqual([])
})

test('warns that a 3-D Secure order cannot finish without a redirect address', async () => {
  const { content } = await openForm()
  expect(words(content)).toContain(text('moreOperations.noRedirectUrl'))
  await click(button(/more fields/))
  await type(field(label('redirectUrl')), 'https://shop.example/back')
  expect(words(content)).not.toContain('Without a redirect address')
})

test('cvv2 is hidden until shown on request, is sent to main separately, and is deleted after the review', async () => {
  const { inputsOf } = await openForm()
  await fill()
  await click(button(/more fields/))
  expect(() => field(label('cardVerificationValue'))).toThrow()
  await click(button(text('forms.askForCardVerificationValue')))
  expect(field(label('cardVerificationValue')).type).toBe('password')
  await type(field(label('cardVerificationValue')), '123')
  await review()
  const [sent] = inputsOf('payments.review')
  expect(sent!.confidential).toEqual({ cardVerificationValue: '123' })
  expect(JSON.stringify(sent!.values)).not.toContain('123"')
  await click(button(text('common.cancel')))
  await flushScreen()
  expect(() => field(label('cardVerificationValue'))).toThrow()
  expect(words()).toContain(text('payment.notKept', { count: 1, names: 'cvv2' }))
  await review()
  expect(inputsOf('payments.review')[1]!.confidential).toEqual({})
})

test('main’s problem is shown beside the field, also one in a closed group', async () => {
  await openForm({
    'payments.review': () => failed({ code: 'form-invalid', problems: [{ field: 'comment', code: 'too-long', details: { most: '50' } }] }),
  })
  await fill()
  await review()
  expect(descriptionOf(field(label('comment')))).toContain('Too long: at most 50.')
})

test('a merchant order id that was used links to the earlier charge', async () => {
  const { content } = await openForm({ 'payments.review': () => failed({ code: 'merchant-order-id-used', entryId: 'entry-9' as EntryId }) })
  await fill()
  await review()
  expect(words(content)).toContain(text('failure.what.merchant-order-id-used'))
  expect(button(text('failure.openEntry')).getAttribute('href')).toContain('/payment/entry-9')
})

const sandbox = aProfile({ environment: 'sandbox' }, {
  examples: {
    orderId: '1', merchantOrderId: 'm', serialNumber: 's', cards: [
      { cardReference: '1000001', outcome: 'approved' }, { cardReference: '1000002', outcome: 'declined' },
    ],
    faultCards: [], testCards: [],
  },
})

test('in the sandbox the examples are one menu; one of them fills what is missing', async () => {
  const { content, inputsOf } = await openForm({}, sandbox)
  expect(words(content)).not.toContain('1000001')
  await openMenu(text('forms.examples'))
  expect([...document.querySelectorAll('[role="menuitem"]')].map(words)).toEqual(['1000001 approved', '1000002 declined'])
  await click(button('1000001 approved'))
  await review()
  expect(inputsOf('payments.review')[0]!.values).toMatchObject({ cardReference: '1000001', currency: 'USD' })
})

test('optional fields are behind one line that names them', async () => {
  await openForm()
  const line = button(new RegExp(`^${text('forms.moreFields', { count: 11 })}`))
  expect(words(line)).toContain('cvv2, comment, purpose')
  expect(line.getAttribute('aria-expanded')).toBe('false')
})
