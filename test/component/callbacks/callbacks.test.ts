import { expect, test } from 'vitest'
import type { Masked, MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'
import { textFixes } from '#shared/gateway/callbacks/callback-text.ts'
import type { CallbackCheck } from '#shared/model/answers/callback.ts'
import { failed, success } from '#shared/result.ts'
import { aRow } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const query = 'status=approved&orderid=6768788&client_orderid=gc-1&amount=10.15&control=9ae74520aa'
const masked = (value: string) => value as Masked

function aCheck(changes: Partial<CallbackCheck> = {}): CallbackCheck {
  return {
    form: 'query', kind: 'callback',
    fields: [
      { name: 'status', label: 'Status', hint: null, value: masked('approved'), covered: true },
      { name: 'orderid', label: text('callbacks.order.orderId'), hint: 'The id that the gateway assigned to the order.', value: masked('6768788'), covered: true },
      { name: 'amount', label: 'Amount', hint: null, value: masked('10.15'), covered: false },
      { name: 'descriptor', label: 'Descriptor', hint: null, value: masked(''), covered: false },
    ],
    missing: [], control: 'right', signedText: masked('approved6768788gc-1{merchant_control}'), signedWith: null,
    order: { orderId: '6768788' as OrderId, merchantOrderId: 'gc-1' as MerchantOrderId },
    known: [], isTransactionKnown: true, differences: [],
    ...changes,
  }
}

const live = { profileId: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production' } as const

async function check(changes: Partial<CallbackCheck> = {}, profiles = [aProfile()]) {
  const screen = await openScreen('/callbacks', { 'callbacks.check': () => success(aCheck(changes)) }, profiles)
  await type(field('Callback'), query)
  await click(button(text('callbacks.check')))
  await flushScreen()
  return screen
}

test('calls main with the pasted text and the active profile', async () => {
  const { inputsOf } = await check()
  expect(inputsOf('callbacks.check')).toEqual([{ profileId: 'profile-1', text: query }])
})

test.each([
  ['right', {}, text('callbacks.verdict.right'), 'does not cover the amount'],
  ['incomplete', { missing: ['amount', 'type'] }, 'it proves nothing', 'Missing or empty: amount, type.'],
  ['wrong', { control: 'wrong' }, 'The control is wrong', text('callbacks.causes.environment')],
  [text('shell.secretCount', { count: 'created with another' }), { control: 'wrong', signedWith: live }, 'secret of another profile: Acme live (Production)', 'the one in use'],
  ['not one', { control: 'malformed' }, 'it is not 40 lower-case hexadecimal digits', 'Do not act on it'],
  ['absent', { control: 'absent' }, 'nothing shows that this comes from the gateway', text('callbacks.next.absent')],
  ['not checked', { control: 'not-checked' }, 'no control secret is stored for this profile', 'under Profiles'],
] as const)('control %s: the verdict comes first, in one sentence, and gets the focus', async (_, changes, sentence, next) => {
  const { content } = await check(changes)
  expect(words(document.activeElement!)).toContain(sentence)
  expect(words(content)).toContain(next)
})

test('the status query that a check may send is announced before anything is pasted', async () => {
  const { content } = await openScreen('/callbacks', {})
  expect(words(content)).toContain('the gateway is asked for the status; no money moves')
  expect(words(content)).not.toContain('Nothing is sent')
})

test('a correct control of an incomplete callback is not a success', async () => {
  const { content } = await check({ missing: ['amount'] })
  expect(content.querySelectorAll('.notice[data-kind="good"]')).toHaveLength(0)
})

test('a redirect is never a result, even with a correct control: that is shown first', async () => {
  const { content } = await check({ kind: 'redirect' })
  const shown = words(content)
  expect(shown.indexOf(text('callbacks.redirect.title'))).toBeGreaterThan(0)
  expect(shown.indexOf(text('callbacks.redirect.title'))).toBeLessThan(shown.indexOf('The control is right'))
  expect(content.querySelectorAll('.notice[data-kind="good"]')).toHaveLength(0)
})

test('shows that the amount is not covered and links to a status query with the ids filled in', async () => {
  const screen = await check()
  expect(words(screen.content)).toContain('It does not cover the amount')
  expect(button(text('callbacks.covers.confirm')).getAttribute('href'))
    .toBe('/order-status?profile=profile-1&entryPoint=endpoint:22903&orderId=6768788&merchantOrderId=gc-1')
})

test('if the history does not contain the order, the person chooses the endpoint to query', async () => {
  await check()
  await type(field('Endpoint'), 'group:117')
  expect(button(text('callbacks.covers.confirm')).getAttribute('href')).toContain('entryPoint=group:117')
})

test('if the history contains the order, its own profile and endpoint are queried', async () => {
  const { content } = await check({
    known: [aRow({ profileId: 'profile-2' as ProfileId, entryPoint: { kind: 'group', id: '9' } })],
  })
  expect(() => field('Endpoint', content)).toThrow()
  expect(button(text('callbacks.covers.confirm')).getAttribute('href')).toContain('profile=profile-2&entryPoint=group:9')
  expect(button(text('callbacks.order.open')).getAttribute('href'))
    .toBe('/payment?profile=profile-2&entryPoint=group:9&orderId=6768788&merchantOrderId=gc-1')
  expect(button(text('shell.navigation.recurrentPayment'), content).getAttribute('href')).toBe('/payment/entry-1')
  expect(words(content)).toContain(text('callbacks.order.agrees'))
})

test('differences from the history are shown side by side', async () => {
  const { content } = await check({
    known: [aRow()], differences: [{ what: 'amount', theirs: masked('9.99'), ours: masked('10.15') }],
  })
  expect(words(content)).toContain(text('callbacks.order.differs'))
  const row = [...content.querySelectorAll('tr')].find((one) => words(one).startsWith('Amount 9.99') || words(one) === 'Amount9.9910.15')
  expect([...row!.querySelectorAll('td')].map((cell) => words(cell))).toEqual(['9.99', '10.15'])
})

test('a transaction that the history does not have is no agreement', async () => {
  const { content } = await check({ known: [aRow()], isTransactionKnown: false })
  expect(words(content)).toContain(text('callbacks.order.transactionUnknown'))
  expect(words(content)).not.toContain(text('callbacks.order.agrees'))
})

test('a callback without an order has no link', async () => {
  const { content } = await check({ order: { orderId: null, merchantOrderId: null }, missing: ['orderid', 'client_orderid'] })
  expect(words(content)).toContain(text('callbacks.order.notNamed'))
  expect(() => button(text('callbacks.covers.confirm'))).toThrow()
  expect(() => button(text('callbacks.order.open'))).toThrow()
})

test('every field is shown with its own name, and whether the control covers it; missing ones too', async () => {
  const { content } = await check({ missing: ['type'] })
  const rows = [...content.querySelectorAll('tbody tr')].map((row) => words(row))
  expect(rows).toEqual([
    'Status statusapprovedcovered',
    expect.stringMatching(/^Order id orderid ?The id that the gateway assigned to the order\.6768788covered$/),
    'Amount amount10.15not covered',
    'Descriptor descriptoremptynot covered',
    'typemissing',
  ])
})

test.each(textFixes)('shows what was changed in the text before it could be read: %s', async (textFix) => {
  const plain = words((await check()).content)
  const { content } = await check({ fixes: [textFix] })
  expect(words(content).length).toBeGreaterThan(plain.length)
})

test('shows the hashed text with a token instead of the secret', async () => {
  const { content } = await check()
  expect(words(content.querySelector('pre')!)).toBe('approved6768788gc-1{merchant_control}')
})

test('a callback of another profile can be checked with it by one click', async () => {
  const other = aProfile({ id: live.profileId, name: live.name, environment: live.environment })
  const answers = [aCheck({ control: 'wrong', signedWith: live }), aCheck()]
  const screen = await openScreen('/callbacks', { 'callbacks.check': () => success(answers.shift()!) }, [aProfile(), other])
  await type(field('Callback'), query)
  await click(button(text('callbacks.check')))
  await flushScreen()
  await click(button(text('callbacks.useProfile', { name: 'Acme live' })))
  await flushScreen()
  expect(screen.inputsOf('callbacks.check').map(({ profileId }) => profileId)).toEqual(['profile-1', 'profile-2'])
  expect(words(document.activeElement!)).toContain('The control is right')
})

test('a verdict is removed when the text changes', async () => {
  const { content } = await check()
  await type(field('Callback'), `${query}0`)
  expect(words(content)).not.toContain('The control is right')
})

test('an empty text is not checked, which is shown beside the field', async () => {
  const { inputsOf } = await openScreen('/callbacks', {})
  await click(button(text('callbacks.check')))
  expect(descriptionOf(field('Callback'))).toContain(text('callbacks.needed'))
  expect(document.activeElement).toBe(field('Callback'))
  expect(inputsOf('callbacks.check')).toEqual([])
})

test('a text that cannot be read is kept, with the next step', async () => {
  const { content } = await openScreen('/callbacks', { 'callbacks.check': () => failed({ code: 'callback-unreadable' }) })
  await type(field('Callback'), 'hello')
  await click(button(text('callbacks.check')))
  await flushScreen()
  expect(words(content)).toContain(text('failure.next.callback-unreadable'))
  expect(field('Callback').value).toBe('hello')
})

test('nothing pasted is kept after leaving the screen', async () => {
  const screen = await check()
  await screen.go('/keys')
  await screen.go('/callbacks')
  expect(field('Callback').value).toBe('')
  expect(words(screen.content)).not.toContain('The control is right')
})

test.each([query, `https://shop.example/cb?${query}`, `10.0.0.1 "GET /cb?${query} HTTP/1.1" 200`])(
  'a callback in the quick search is checked immediately and is never in the address: %s', async (pasted) => {
    const screen = await openScreen('/keys', {
      'callbacks.check': () => success(aCheck()), 'keys.list': () => success([]),
    })
    await search(pasted)
    expect(screen.path()).toBe('/callbacks')
    expect(screen.inputsOf('callbacks.check')).toEqual([{ profileId: 'profile-1', text: pasted }])
    expect(screen.address()).toBe('/callbacks')
    expect(words(document.activeElement!)).toContain('The control is right')
  },
)

test('the quick search also passes the next callback while this screen is open', async () => {
  const screen = await check()
  await search(`${query}&comment=second`)
  expect(screen.inputsOf('callbacks.check').map((input) => input.text)).toEqual([query, `${query}&comment=second`])
})

async function search(pasted: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Search"]')!
  await type(input, pasted)
  input.form!.requestSubmit()
  await flushScreen()
}
