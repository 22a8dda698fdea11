import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import type { MerchantKey, ProfileId, UtcTime } from '#shared/brands.ts'
import type { ClosingKind, HistoryRow } from '#shared/model/history/history.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { failed, success } from '#shared/result.ts'
import { anOpenOutcome } from '../screen-support/data.ts'
import { openScreen } from '../screen-support/open.ts'
import { done } from '../support/bridge.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T11:51:00.000Z') }) })
afterEach(() => { vi.useRealTimers() })

const askedLate = { mayBeClosed: true, lastAskedAt: '2026-11-20T11:50:00.000Z' as UtcTime, phase: 'by-hand', nextAskAt: null } as const
const ofKind: Readonly<Record<ClosingKind, readonly [Partial<OpenOutcome>, Partial<HistoryRow>]>> = {
  'not-found': [{ ...askedLate, closes: 'not-found' }, {}],
  'error': [{ ...askedLate, closes: 'error', mismatches: [], said: null }, { state: 'error', operation: 'return' }],
  'unknown': [{ ...askedLate, closes: 'unknown', mismatches: ['order-id'], said: null }, { operation: 'return' }],
  'collision': [{ ...askedLate, closes: 'collision', mismatches: [], said: null }, { state: 'approved', collision: 'open' }],
}

async function openKind(kind: ClosingKind, answers: Parameters<typeof openScreen>[1] = {}) {
  const [changes, row] = ofKind[kind]
  return await openScreen('/open-outcomes', { 'resolution.list': () => success([anOpenOutcome(changes, row)]), ...answers })
}

const dialog = (): Element => document.querySelector('[role="dialog"]')!

describe.each<[ClosingKind, string, readonly string[]]>([
  ['not-found', text('openOutcomes.closing.title.not-found'), ['2 h 8 min after it was sent', 'does not prove that nothing was charged', text('openOutcomes.closing.points.not-found.1')]],
  ['error', text('openOutcomes.closing.title.error'), [
    'still reported an error 2 h 8 min after it was sent', 'does not prove that no money moved: ask the bank or gateway support first',
    'no longer counts as refunded here and no longer blocks', 'this entry opens again',
  ]],
  ['unknown', text('openOutcomes.closing.title.unknown'), ['Nobody knows what became of this 2 h 8 min after', text('openOutcomes.closing.points.unknown.1')]],
  ['collision', text('openOutcomes.closing.title.collision'), ['Both may have moved money.', text('openOutcomes.closing.points.collision.1'), text('openOutcomes.closing.points.collision.2')]],
])('closing by hand: %s', (kind, name, sentences) => {
  it('explains its meaning and closes only with a reason', async () => {
    const call = kind === 'unknown' ? 'resolution.giveUp' : 'resolution.close'
    const { inputsOf } = await openKind(kind, { [call]: done })
    if (kind === 'collision') expect(words(document.querySelector('article')!)).toContain('both may have moved money')
    await click(button(`${name}…`))
    for (const sentence of sentences) expect(words(dialog()).toLowerCase()).toContain(sentence.toLowerCase())
    await click(button(name, dialog()))
    expect(inputsOf(call)).toEqual([])
    expect(descriptionOf(field(text('common.reason'), dialog()))).toContain(text('common.reasonNeeded'))
    await type(field(text('common.reason'), dialog()), 'checked with the bank')
    await click(button(name, dialog()))
    expect(inputsOf(call)).toEqual([{ entryId: 'entry-1', reason: 'checked with the bank' }])
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('refused by main keeps the dialog and the reason', async () => {
    await openKind(kind, { [kind === 'unknown' ? 'resolution.giveUp' : 'resolution.close']: () => failed({ code: 'not-found-no-more' }) })
    await click(button(`${name}…`))
    await type(field(text('common.reason'), dialog()), 'checked with the bank')
    await click(button(name, dialog()))
    expect(words(dialog())).toContain(text('failure.what.not-found-no-more'))
    expect(field(text('common.reason'), dialog()).value).toBe('checked with the bank')
  })
})

describe('an error before its waiting time', () => {
  it('is shown as one, is not closed, and the button shows from when on', async () => {
    await openScreen('/open-outcomes', { 'resolution.list': () => success([anOpenOutcome(
      { closes: 'error', mismatches: [], said: null, closesFrom: '2026-11-20T12:41:07.120Z' as UtcTime }, { state: 'error' },
    )]) })
    const close = button(text('openOutcomes.close.error')) as HTMLButtonElement
    expect(words(document.querySelector('article')!)).toContain(text('openOutcomes.known.error'))
    expect(close.disabled).toBe(true)
    expect(descriptionOf(close)).toContain(text('openOutcomes.error.tooEarly', { time: '12:41:07' }))
  })
})

describe('an entry whose profile was removed', () => {
  const merchantKey = 'https://staging.gate.example gw acme-shop' as MerchantKey
  const openWith = async (historyKey: MerchantKey) => await openScreen(
    '/open-outcomes', { 'resolution.list': () => success([anOpenOutcome({}, { merchantKey })]), 'orders.checkStatus': () => failed({ code: 'vault-locked' }) },
    [aProfile({ id: 'profile-2' as ProfileId, name: 'Acme again' }, { historyKey })],
  )

  it('is checked with another profile of its merchant', async () => {
    const { inputsOf } = await openWith(merchantKey)
    await click(button(text('answer.checkStatus')))
    expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-1' }])
    expect(button(text('answer.openPayment')).getAttribute('href')).toContain('/payment/')
  })

  it('is not checked with a profile of another merchant', async () => {
    await openWith('https://staging.gate.example gw another-shop' as MerchantKey)
    expect((button(text('answer.checkStatus')) as HTMLButtonElement).disabled).toBe(true)
  })
})
