import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EntryId, MerchantOrderId, UtcTime } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { failed, success } from '#shared/result.ts'
import { done } from '../support/bridge.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aRow, anOpenOutcome } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { text, textPattern } from '../../support/texts.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:45:00.000Z') }) })
afterEach(() => { vi.useRealTimers() })

type Answers = Parameters<typeof openScreen>[1]

/** The screen over a list that a test may change; main then sends the event. */
async function openOpenOutcomes(list: OpenOutcome[], answers: Answers = {}) {
  const screen = await openScreen('/open-outcomes', { 'resolution.list': () => success([...list]), ...answers })
  const change = async (...next: OpenOutcome[]): Promise<void> => {
    list.splice(0, list.length, ...next)
    screen.emit('resolution.changed', null)
    await flushScreen()
  }
  return { ...screen, change }
}

const articles = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('article')]
const closeButton = (): HTMLButtonElement => button(text('openOutcomes.close.not-found')) as HTMLButtonElement
const mayBeClosed = () => anOpenOutcome({ mayBeClosed: true, lastAskedAt: '2026-11-20T11:50:00.000Z' as UtcTime, phase: 'by-hand', nextAskAt: null })

const segment = (label: string): HTMLInputElement =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find((input) => words(input.closest('label')!) === label)!
const inState = (state: HistoryRow['state'], id: string, changes: Partial<OpenOutcome> = {}): OpenOutcome =>
  anOpenOutcome(
    { closes: null, mismatches: [], said: null, ...changes },
    { state, entryId: id as EntryId, merchantOrderId: id as MerchantOrderId },
  )

test('"Everything is resolved" is shown if the list is empty, and only then', async () => {
  const { content, change } = await openOpenOutcomes([])
  expect(words(content)).toContain(text('openOutcomes.emptyTitle'))
  for (const state of ['unknown', 'error', 'sending', 'processing'] as const) {
    await change(inState(state, 'gc-1'))
    expect(words(content)).not.toContain(text('openOutcomes.emptyTitle'))
    expect(articles()).toHaveLength(1)
  }
})

test('an entry shows what, where, when, who, what is known and what happens next', async () => {
  await openOpenOutcomes([anOpenOutcome()])
  const emitted = words(articles()[0])
  for (const part of [
    'Recurrent payment of 10.15 USD', text('openOutcomes.group.unknown'), 'Acme Shop', 'Staging', '3 min ago', 'm.keller', 'gc-1',
    text('openOutcomes.cardEnding', { digits: '1111' }), '55889', text('openOutcomes.known.unknown'),
    text('openOutcomes.checked.often', { count: 1, time: '09:42:05' }), 'The gateway does not know the order.',
    text('openOutcomes.said', { text: 'Order not found (code 9)' }), text('openOutcomes.notFound.tooEarly', { time: '11:41:07' }),
  ]) expect(emitted).toContain(part)
})

test('a full refund shows the reviewed amount, and that further ones wait for it', async () => {
  await openOpenOutcomes([anOpenOutcome({ closes: 'error', mismatches: [] }, { operation: 'return', state: 'error', minorAmount: null, currency: null })])
  expect(words(articles()[0])).toContain('of 10.15 USD')
  expect(words(articles()[0])).toContain(text('openOutcomes.blocks'))
})

test('segments count each kind and list it alone, in main’s order', async () => {
  await openOpenOutcomes([inState('unknown', 'gc-1'), inState('error', 'gc-2'), inState('processing', 'gc-3'), inState('sending', 'gc-4')])
  const shown = (): (string | undefined)[] => articles().map((one) => /gc-\d/.exec(words(one))?.[0])
  expect(shown()).toEqual(['gc-1', 'gc-2', 'gc-3', 'gc-4'])
  expect([...document.querySelectorAll('main label')].map((label) => words(label))).toEqual(['All 4', 'Unknown 1', 'Error 1', 'Processing 2'])
  await click(segment('Processing 2'))
  expect(shown()).toEqual(['gc-3', 'gc-4'])
})

test('an empty kind shows where the others are', async () => {
  const { content, change } = await openOpenOutcomes([inState('unknown', 'gc-1'), inState('error', 'gc-2')])
  await click(segment('Error 1'))
  await change(inState('unknown', 'gc-1'))
  expect(words(content)).toContain(text('openOutcomes.noneOfGroupText', { count: 1 }))
  await click(button(text('openOutcomes.showAll')))
  expect(articles()).toHaveLength(1)
})

test('a payment in progress is listed, with a note that the navigation does not count it', async () => {
  const { content } = await openOpenOutcomes([inState('processing', 'gc-1'), inState('unknown', 'gc-2')])
  expect(words(content)).toContain(text('openOutcomes.notCounted', { count: 1 }))
})

describe('what happens next', () => {
  const at = (time: string): UtcTime => `2026-11-20T${time}.000Z` as UtcTime
  test.each<[string, Partial<OpenOutcome>, string]>([
    ['a planned check and the interval after it', { nextAskAt: at('09:55:00'), thenEveryMs: 600_000 }, text('openOutcomes.next.plannedThen', { time: '09:55:00', every: '10 minutes' })],
    ['an interval shorter than two minutes', { nextAskAt: at('09:55:00'), thenEveryMs: 15_000 }, text('openOutcomes.next.plannedThen', { time: '09:55:00', every: '15 seconds' })],
    ['the last automatic one', { nextAskAt: at('09:55:00'), thenEveryMs: null }, text('openOutcomes.next.plannedLast', { time: '09:55:00' })],
    ['one that waits for its turn', { nextAskAt: at('09:44:00') }, text('openOutcomes.next.soon')],
    ['one within seconds', { nextAskAt: at('09:45:03') }, text('openOutcomes.next.soon')],
    ['one in progress', { phase: 'asking', nextAskAt: null }, text('openOutcomes.next.asking')],
    ['a locked vault', { nextAskAt: null, cannotAsk: { code: 'vault-locked' } }, text('openOutcomes.next.waits')],
    ['a removed profile', { phase: 'by-hand', nextAskAt: null, cannotAsk: { code: 'no-such-profile' } }, text('openOutcomes.next.stuck')],
    ['the end of the plan', { phase: 'by-hand', nextAskAt: null, timesAsked: 12 }, text('openOutcomes.next.stopped')],
    ['how often it was checked by then', { phase: 'by-hand', nextAskAt: null, timesAsked: 12 }, text('openOutcomes.checked.often', { count: 12, time: '09:42:05' })],
    ['what support needs then', { phase: 'by-hand', nextAskAt: null }, text('openOutcomes.next.support', { id: text('openOutcomes.next.supportIds.merchantOrderId') })],
    ['that nothing was checked yet', { lastAskedAt: null }, text('openOutcomes.checked.never')],
  ])('%s is shown', async (_, changes, sentence) => {
    await openOpenOutcomes([anOpenOutcome(changes)])
    expect(words(articles()[0])).toContain(sentence)
  })
})

test('"Check now" is one button, checks once and shows why it failed', async () => {
  const { inputsOf, content } = await openOpenOutcomes([anOpenOutcome()], { 'orders.checkStatus': () => failed({ code: 'vault-locked' }) })
  await click(button(text('openOutcomes.checkNow')))
  await flushScreen()
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-1' }])
  expect(words(content)).toContain(text('failure.what.vault-locked'))
})

test('an entry that cannot be checked has no button for it', async () => {
  await openScreen('/open-outcomes', { 'resolution.list': () => success([anOpenOutcome()]) }, [aProfile({}, { usableHere: false })])
  for (const name of [text('openOutcomes.checkNow'), text('openOutcomes.close.not-found')]) expect((button(name) as HTMLButtonElement).disabled).toBe(true)
})

test('a request that is being sent has no button to check it', async () => {
  await openOpenOutcomes([inState('sending', 'gc-1', { phase: 'sending' })])
  expect(words(articles()[0])).toContain(text('openOutcomes.known.sending'))
  expect(() => button(text('openOutcomes.checkNow'))).toThrow()
})

test('an order that waits for its cardholder shows that and offers the link', async () => {
  const link = 'https://gate.example/cardholder/1'
  const { inputsOf } = await openOpenOutcomes([inState('processing', 'gc-1', { cardholder: { link } })])
  expect(words(articles()[0])).toContain(text('openOutcomes.known.cardholder'))
  await click(button(text('openOutcomes.copyLink')))
  expect(inputsOf('app.copy')).toEqual([{ text: link }])
})

describe('closing as not found', () => {
  test.each<[string, Partial<OpenOutcome>, string, RegExp]>([
    ['before the waiting time', {}, '2026-11-20T09:45:00.000Z', /Before 11:41:07/],
    ['after it, without a later question', {}, '2026-11-20T11:45:00.000Z', textPattern('openOutcomes.notFound.askOnce')],
    ['of an order that was found', { mismatches: ['amount'] }, '2026-11-20T11:45:00.000Z', textPattern('openOutcomes.notFound.otherMismatch')],
  ])('%s is not possible, and the button shows why', async (_, changes, now, why) => {
    vi.setSystemTime(Date.parse(now))
    await openOpenOutcomes([anOpenOutcome(changes)])
    expect(closeButton().disabled).toBe(true)
    expect(descriptionOf(closeButton())).toMatch(why)
  })

  test('of a refund is never offered: the next step is shown', async () => {
    await openOpenOutcomes([anOpenOutcome({ closes: null, mismatches: ['order-id'] }, { operation: 'return' })])
    expect(() => closeButton()).toThrow()
    expect(words(articles()[0])).toContain(text('openOutcomes.notFound.never'))
    expect(button(text('answer.openPayment')).getAttribute('href')).toContain('/payment/')
  })

  test('needs a reason, and explains its meaning before it is done', async () => {
    vi.setSystemTime(Date.parse('2026-11-20T11:51:00.000Z'))
    const { inputsOf } = await openOpenOutcomes([mayBeClosed()], { 'resolution.close': done })
    await click(closeButton())
    const dialog = document.querySelector('[role="dialog"]')!
    for (const part of ['2 h 8 min after it was sent', 'does not prove', 'stays used', 'opens again']) expect(words(dialog)).toContain(part)
    await click(button(text('openOutcomes.closing.title.not-found'), dialog))
    expect(inputsOf('resolution.close')).toEqual([])
    expect(descriptionOf(field(text('common.reason'), dialog))).toBe(text('common.reasonNeeded'))
    await type(field(text('common.reason'), dialog), 'the bank knows nothing of it')
    await click(button(text('openOutcomes.closing.title.not-found'), dialog))
    expect(inputsOf('resolution.close')).toEqual([{ entryId: 'entry-1', reason: 'the bank knows nothing of it' }])
  })

  test('refused by main shows that in the dialog, and closes nothing', async () => {
    vi.setSystemTime(Date.parse('2026-11-20T11:51:00.000Z'))
    await openOpenOutcomes([mayBeClosed()], { 'resolution.close': () => failed({ code: 'not-found-no-more' }) })
    await click(closeButton())
    const dialog = document.querySelector('[role="dialog"]')!
    await type(field(text('common.reason'), dialog), 'no trace of it')
    await click(button(text('openOutcomes.closing.title.not-found'), dialog))
    expect(words(dialog)).toContain(text('failure.what.not-found-no-more'))
  })
})

test('an entry that was resolved in the meantime is shown with its result, and the focus is not lost', async () => {
  const resolved: HistoryRow = aRow({ state: 'approved' })
  const { content, change } = await openOpenOutcomes([anOpenOutcome()], {
    'history.entry': () => success({ row: resolved, url: '', login: 'acme-shop', gatewayAt: null, fields: [], signedText: '' as never, askedSerialNumber: null, events: [], notes: [] }),
  })
  button(text('openOutcomes.checkNow')).focus()
  await change()
  expect(words(content)).toContain(text('openOutcomes.gone.title', { what: 'Recurrent payment of 10.15 USD', id: 'gc-1' }))
  expect(words(content)).toContain(text('openOutcomes.gone.text', { state: 'Approved' }))
  expect(document.activeElement?.tagName).toBe('H1')
})
