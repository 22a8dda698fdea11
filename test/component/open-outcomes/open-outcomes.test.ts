import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EntryId, MerchantOrderId, UtcTime } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import type { OpenOutcome } from '#shared/model/resolution.ts'
import { failed, success } from '#shared/result.ts'
import { done } from '../support/bridge.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aRow, anOpenOutcome } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { text, textPattern } from '../../texts.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:45:00.000Z') }) })
afterEach(() => { vi.useRealTimers() })

type Answers = Parameters<typeof openScreen>[1]

/** The screen over a list that a test may change; main tells of the change. */
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

test('where nothing is open the screen is calm, and the navigation says nothing', async () => {
  const { content } = await openOpenOutcomes([])
  expect(words(content)).toContain(text('openOutcomes.emptyTitle'))
  expect(words(document.querySelector('nav')!)).not.toMatch(/\d open outcome/)
})

test('an entry tells what, where, when, what is known and what happens next', async () => {
  await openOpenOutcomes([anOpenOutcome()])
  const emitted = words(articles()[0])
  for (const part of [
    'Recurrent payment of 10.15 USD', 'Unknown', 'Staging', '3 min ago', 'gc-1', text('openOutcomes.cardEnding', { digits: '1111' }), '55889', 'Acme Shop · Staging',
    text('openOutcomes.lastAsked', { time: '09:42:05' }), 'The gateway does not know the order.', text('openOutcomes.said', { text: 'Order not found (code 9)' }),
    text('openOutcomes.notFound.tooEarly', { time: '11:41:07' }),
  ]) expect(emitted).toContain(part)
})

test('they stand in the order that main gives, and the navigation counts them', async () => {
  await openOpenOutcomes([anOpenOutcome(), anOpenOutcome({}, { entryId: 'entry-2' as EntryId, merchantOrderId: 'gc-2' as MerchantOrderId })])
  expect(articles().map((one) => /gc-\d/.exec(words(one))?.[0])).toEqual(['gc-1', 'gc-2'])
  expect(button(text('openOutcomes.count', { count: 2 })).getAttribute('href')).toContain('/open-outcomes')
})

describe('what happens next', () => {
  test.each<[string, Partial<OpenOutcome>, string]>([
    ['a planned question', { nextAskAt: '2026-11-20T09:50:00.000Z' as UtcTime }, text('openOutcomes.next.planned', { time: '09:50:00' })],
    ['one that waits for its turn', { nextAskAt: '2026-11-20T09:44:00.000Z' as UtcTime }, text('openOutcomes.next.soon')],
    ['one under way', { phase: 'asking', nextAskAt: null }, text('openOutcomes.next.asking')],
    ['the end of the plan', { phase: 'by-hand', nextAskAt: null }, text('openOutcomes.next.byHand')],
    ['a locked vault', { nextAskAt: null, cannotAsk: { code: 'vault-locked' } }, text('openOutcomes.next.waits')],
    ['a profile that is gone', { phase: 'by-hand', nextAskAt: null, cannotAsk: { code: 'no-such-profile' } }, text('openOutcomes.next.stuck')],
  ])('%s is said', async (_, changes, sentence) => {
    await openOpenOutcomes([anOpenOutcome(changes)])
    expect(words(articles()[0])).toContain(sentence)
  })
})

test('asking again and checking the status ask main once each; a failure is said', async () => {
  const { inputsOf, content } = await openOpenOutcomes([anOpenOutcome()], {
    'resolution.askAgain': done, 'orders.checkStatus': () => failed({ code: 'vault-locked' }),
  })
  await click(button(text('openOutcomes.askAgain')))
  await click(button(text('answer.checkStatus')))
  await flushScreen()
  expect(inputsOf('resolution.askAgain')).toEqual([{ entryId: 'entry-1' }])
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-1' }])
  expect(words(content)).toContain(text('shell.lockedTitle'))
})

test('where nothing can be asked, nothing is offered to ask', async () => {
  await openScreen('/open-outcomes', { 'resolution.list': () => success([anOpenOutcome()]) }, [aProfile({}, { usableHere: false })])
  for (const name of [text('openOutcomes.askAgain'), text('answer.checkStatus'), text('openOutcomes.close.not-found')]) expect((button(name) as HTMLButtonElement).disabled).toBe(true)
})

describe('closing as not found', () => {
  test.each<[string, Partial<OpenOutcome>, string, RegExp]>([
    ['before the waiting time', {}, '2026-11-20T09:45:00.000Z', /Before 11:41:07/],
    ['after it, without a later question', {}, '2026-11-20T11:45:00.000Z', textPattern('openOutcomes.notFound.askOnce')],
    ['of an order that was found', { mismatches: ['amount'] }, '2026-11-20T11:45:00.000Z', textPattern('openOutcomes.notFound.otherMismatch')],
  ])('%s is not possible, and the button says why', async (_, changes, now, why) => {
    vi.setSystemTime(Date.parse(now))
    await openOpenOutcomes([anOpenOutcome(changes)])
    expect(closeButton().disabled).toBe(true)
    expect(descriptionOf(closeButton())).toMatch(why)
  })

  test('of a refund is never offered: what to do is said', async () => {
    await openOpenOutcomes([anOpenOutcome({ closes: null, mismatches: ['order-id'] }, { operation: 'return' })])
    expect(() => closeButton()).toThrow()
    expect(words(articles()[0])).toContain(text('openOutcomes.notFound.never'))
    expect(button(text('answer.openOrder')).getAttribute('href')).toContain('/order?')
  })

  test('needs a reason, and says what it means before it is done', async () => {
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

  test('that main refuses says so in the dialog, and closes nothing', async () => {
    vi.setSystemTime(Date.parse('2026-11-20T11:51:00.000Z'))
    await openOpenOutcomes([mayBeClosed()], { 'resolution.close': () => failed({ code: 'not-found-no-more' }) })
    await click(closeButton())
    const dialog = document.querySelector('[role="dialog"]')!
    await type(field(text('common.reason'), dialog), 'no trace of it')
    await click(button(text('openOutcomes.closing.title.not-found'), dialog))
    expect(words(dialog)).toContain(text('failure.what.not-found-no-more'))
  })
})

test('an entry that was resolved meanwhile is named with its result, and the focus is not lost', async () => {
  const resolved: HistoryRow = aRow({ state: 'approved' })
  const { content, change } = await openOpenOutcomes([anOpenOutcome()], {
    'history.entry': () => success({ row: resolved, url: '', fields: [], signedText: '' as never, askedSerialNumber: null, events: [] }),
  })
  button(text('openOutcomes.askAgain')).focus()
  await change()
  expect(words(content)).toContain(text('openOutcomes.gone.title', { what: 'Recurrent payment of 10.15 USD', id: 'gc-1' }))
  expect(words(content)).toContain(text('openOutcomes.gone.text', { state: 'Approved' }))
  expect(document.activeElement?.tagName).toBe('H1')
})
