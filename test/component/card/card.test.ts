/** The page of a card on file, and the list that links to it. */
import { expect, test } from 'vitest'
import type { CardReference, EntryId, MinorUnits, NetMinorUnits, UtcTime } from '#shared/brands.ts'
import type { CardOnFile, CardPage } from '#shared/model/payments/card.ts'
import { failed, success } from '#shared/result.ts'
import { button, click, flushPromises, type, words } from '../support/mount.ts'
import { aCard, anAnswer, aRow } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'

const address = '/card?profile=profile-1&cardReference=55889'

function stored(changes: Partial<CardOnFile> = {}): CardOnFile {
  return {
    cardReference: '55889' as CardReference, lastFour: '0001', bin: '400000', brand: 'VISA', holder: 'R. HALLIDAY',
    expiry: { month: '12', year: '2039' }, lookedUpAt: '2025-11-20T09:41:07.120Z' as UtcTime, payments: 1, lastPayment: aRow(), ...changes,
  }
}

const paid = (id: string, at: string, changes: Partial<ReturnType<typeof aRow>> = {}) =>
  ({ row: aRow({ entryId: id as EntryId, at: at as UtcTime, ...changes }), actions: [] })

const page = (changes: Partial<CardPage> = {}): CardPage =>
  ({ card: stored(), payments: [], cut: false, notes: [], ...changes })

test('the page of a card shows its data, reference, and expiry with the day of its lookup', async () => {
  const { content, inputsOf } = await openScreen(address, { 'cards.page': () => success(page()) })
  expect(inputsOf('cards.page')).toEqual([{ profileId: 'profile-1', cardReference: '55889' }])
  expect(words(content)).toContain('4000 00•• •••• 0001')
  expect(words(content)).toContain('R. HALLIDAY')
  expect(words(content)).toContain('55889')
  expect(words(content)).toContain(text('card.expiry.validTo', { expiry: '12/39' }))
  expect(words(content)).toContain(text('card.lookedUp', { day: '20 Nov 2025' }))
})

test('the expiry is shown as not known if the card was never looked up', async () => {
  const card = stored({ expiry: null, lookedUpAt: null })
  const { content } = await openScreen(address, { 'cards.page': () => success(page({ card })) })
  expect(words(content)).toContain(text('card.expiry.notKnown'))
})

test('its payments and the refunds of their orders are summed by currency', async () => {
  const refund = aRow({
    entryId: 'refund' as EntryId, operation: 'return', reviewed: { minorAmount: '315' as MinorUnits, currency: 'USD' },
    netMinorAmount: '-315' as NetMinorUnits,
  })
  const payments = [
    { ...paid('a', '2026-11-20T10:00:00.000Z'), actions: [refund] },
    paid('b', '2026-10-20T10:00:00.000Z', { state: 'declined', netMinorAmount: null }),
  ]
  const { content } = await openScreen(address, { 'cards.page': () => success(page({ payments })) })
  const totals = content.querySelector('dl.totals')
  expect(words(totals as HTMLElement)).toBe('Approved or captured10.15 USDRefunded or voided3.15 USDNet moved7.00 USDDeclined or filtered10.15 USD')
  expect(button(/Refund −3\.15 USD: Approved/).getAttribute('href')).toContain('/payment/refund')
})

test('a payment that the gateway reports differently is marked in its row, and counted below the sums', async () => {
  const payments = [paid('a', '2026-11-20T10:00:00.000Z', { reportedOtherwise: ['amount'] }), paid('b', '2026-10-20T10:00:00.000Z')]
  const { content } = await openScreen(address, { 'cards.page': () => success(page({ payments })) })
  expect(words(content)).toContain(text('history.totals.otherwise', { count: 1, number: 1 }))
  const marked = [...content.querySelectorAll('tbody tr')].map((row) => words(row as HTMLElement).includes(text('history.reportedOtherwise')))
  expect(marked).toEqual([true, false])
})

test('every charge can be compared, whether or not it is marked', async () => {
  const payments = [
    paid('charge', '2026-11-20T10:00:00.000Z', { state: 'declined' }),
    paid('sent', '2026-11-20T10:00:00.000Z', { operation: 'payout-v2' }),
  ]
  await openScreen(address, { 'cards.page': () => success(page({ payments })) })
  const links = [...document.querySelectorAll('main a[href*="/charged-twice"]')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/charged-twice?entry=charge'])
  expect(links[0]!.getAttribute('aria-label')).toContain('10.15 USD')
})

test('two equal charges within 24 hours are named above the list and marked in it', async () => {
  const payments = [
    paid('late', '2026-11-20T10:04:00.000Z'), paid('early', '2026-11-20T10:00:00.000Z'), paid('old', '2026-10-20T10:00:00.000Z'),
  ]
  const { content } = await openScreen(address, { 'cards.page': () => success(page({ payments })) })
  const apart = text('compare.minutes', { count: 4 })
  expect(words(content)).toContain(text('compare.pair', { amount: '10.15 USD', apart }))
  const marked = [...content.querySelectorAll('tbody tr')].map((row) => words(row as HTMLElement).includes(text('compare.apart', { apart })))
  expect(marked).toEqual([true, true, false])
})

test('a new lookup on the page reads the card again', async () => {
  const { inputsOf } = await openScreen(address, { 'cards.page': () => success(page()), 'cards.lookUp': () => success(aCard()) })
  await click(button(text('card.lookUpAgain')))
  await flushScreen()
  expect(inputsOf('cards.lookUp')).toMatchObject([{ profileId: 'profile-1', cardReference: '55889' }])
  expect(inputsOf('cards.page')).toHaveLength(2)
})

test('the reason why the gateway did not report the card is shown', async () => {
  const refused = anAnswer({ type: 'validation-error', 'error-message': 'Card reference not found', 'error-code': '2' }, {
    operation: 'get-card-info', outcome: { kind: 'refused' },
  })
  const { content } = await openScreen(address, { 'cards.page': () => success(page({ card: null })), 'cards.lookUp': () => success(refused) })
  expect(words(content)).toContain(text('card.notOnFile'))
  await click(button(text('card.lookUpAgain')))
  await flushScreen()
  expect(words(content)).toContain('Card reference not found')
})

test('the page links to a charge of this card', async () => {
  const { path } = await openScreen(address, { 'cards.page': () => success(page()), 'payments.proposeOrderId': () => success({ merchantOrderId: 'gc-1' as never }) })
  await click(button(text('card.charge')))
  await flushScreen()
  expect(path()).toBe('/recurrent-payment')
})

test('the navigation marks Card lookup', async () => {
  await openScreen(address, { 'cards.page': () => success(page()) })
  const [current, ...others] = [...document.querySelectorAll('nav a[aria-current]')].map((link) => link.textContent.trim())
  expect([current, others]).toEqual([text('shell.navigation.cardLookup'), []])
})

test('a page that cannot be read shows the reason', async () => {
  const { content } = await openScreen(address, { 'cards.page': () => failed({ code: 'journal-unwritable', detail: 'No space left' }) })
  expect(words(content)).toContain(text('failure.what.journal-unwritable'))
})

test('Card lookup lists the cards on file, finds them by text, and links to their pages', async () => {
  const { content, inputsOf } = await openScreen('/card-lookup', {
    'cards.list': () => success({ cards: [stored({ expiry: { month: '08', year: '2020' }, payments: 12 })], more: true }),
  })
  for (const shown of ['R. HALLIDAY', '55889', '12', text('card.expiry.expired', { expiry: '08/20' }), text('card.more')]) {
    expect(words(content)).toContain(shown)
  }
  expect(button('VISA •••• 0001').getAttribute('href')).toContain('/card?profile=profile-1&cardReference=55889')
  const box = content.querySelector<HTMLInputElement>(`input[aria-label="${text('card.find')}"]`)!
  await type(box, 'halliday')
  await flushScreen()
  expect(inputsOf('cards.list').at(-1)).toEqual({ profileId: 'profile-1', text: 'halliday', limit: 50 })
})

test('while a batch changes the history during each reading, the cards on file and the page of a card are shown', async () => {
  let running = true
  const screen = await openScreen('/keys', {
    'keys.list': () => success([]),
    'cards.list': () => answered(success({ cards: [stored()], more: false })),
    'cards.page': () => answered(success(page())),
  })
  async function answered<Answer>(answer: Answer): Promise<Answer> {
    await flushPromises()
    if (running) screen.emit('journal.changed', null)
    await flushPromises()
    return answer
  }
  for (const [path, shown] of [['/card-lookup', 'R. HALLIDAY'], [address, '4000 00•• •••• 0001']] as const) {
    await screen.go(path)
    for (let turn = 0; turn < 10; turn += 1) await flushScreen()
    expect(words(screen.content)).toContain(shown)
  }
  running = false
  await flushScreen()
})
