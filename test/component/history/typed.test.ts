// Search words that become conditions: their chips, turning them back into text, and which one to drop.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { aLine } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

const acme = 'https://gate.example gw acme-live' as MerchantKey
const search = (): HTMLInputElement => document.querySelector<HTMLInputElement>(`[aria-label="${text('history.search')}"]`)!

async function openPayments(path = '/history', answers: Parameters<typeof openScreen>[1] = {}) {
  const screen = await openScreen(path, { 'history.list': () => success({ lines: [aLine()], next: null }), ...answers }, [
    aProfile(), { ...aProfile({ id: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production' }), historyKey: acme },
  ])
  await flushScreen()
  const lastQuery = () => screen.inputsOf('history.list').at(-1)!
  const chipNames = () => [...document.querySelectorAll('.chip.set .value')].map((chip) => words(chip))
  const enter = async (typed: string) => { await type(search(), typed); await flushScreen() }
  return { ...screen, lastQuery, chipNames, enter }
}

test('words become conditions with a chip each; the rest is searched as text', async () => {
  const { lastQuery, chipNames, enter, address } = await openPayments()
  await enter('1111 10 EUR declined')
  expect(lastQuery()).toMatchObject({ text: '1111', states: ['declined'], currency: 'EUR', leastAmount: '10', mostAmount: '10' })
  expect(chipNames()).toEqual(['State: Declined', 'Amount: 10', 'Currency: EUR'])
  expect(search().value).toBe('1111 10 EUR declined')
  expect(address()).toBe('/history?text=1111+10+EUR+declined')
})

test('type, days and merchant are found by their names', async () => {
  const { lastQuery, chipNames, enter } = await openPayments()
  await enter('payouts yesterday Acme live')
  expect(lastQuery()).toMatchObject({ text: '', operations: ['payout-v2', 'payout-v4'], merchantKey: acme })
  expect(lastQuery().from).not.toBeNull()
  expect(chipNames()).toContain(`Date: ${text('history.filter.day.yesterday')}`)
  expect(chipNames()).toContain('Merchant: Acme live')
})

test('removing a chip turns its word into text again, as quotes do', async () => {
  const { lastQuery, chipNames, enter } = await openPayments()
  await enter('May refund')
  expect(lastQuery()).toMatchObject({ text: '', operations: ['return'] })
  await click(button(text('history.filter.remove', { name: text('history.filter.date') })))
  await flushScreen()
  expect(search().value).toBe('"May" refund')
  expect(lastQuery()).toMatchObject({ text: '"May"', operations: ['return'], from: null })
  await enter('"refund"')
  expect(lastQuery()).toMatchObject({ text: '"refund"', operations: [] })
  expect(chipNames()).toEqual([])
})

test('a typed condition is removed from the text when its chip is changed', async () => {
  const { lastQuery, enter } = await openPayments()
  await enter('declined boots')
  await click(button(text('history.filter.set', { name: 'State', value: 'Declined' })))
  await flushScreen()
  await click(field('Error'))
  await flushScreen()
  expect(lastQuery()).toMatchObject({ text: 'boots', states: ['declined', 'error'] })
  expect(search().value).toBe('boots')
})

test('a word for a state stays text if the state filter is already set', async () => {
  const { lastQuery } = await openPayments('/history?state=error&text=declined')
  expect(lastQuery()).toMatchObject({ text: 'declined', states: ['error'] })
})

test('if nothing is found, dropping the strictest condition is offered', async () => {
  const { lastQuery, enter, inputsOf } = await openPayments('/history?currency=EUR', {
    'history.list': ({ states }) => success({ lines: states.length > 0 ? [] : [aLine()], next: null }),
    'history.count': ({ states, currency }) => success({ count: states.length === 0 ? 12 : currency === null ? 3 : 0, atLeast: false }),
  })
  await enter('declined boots')
  await flushScreen()
  expect(inputsOf('history.count')).toHaveLength(3)
  await click(button(text('history.without', { condition: 'Declined', number: '12' })))
  await flushScreen()
  expect(lastQuery()).toMatchObject({ text: 'boots', states: [], currency: 'EUR' })
  expect(search().value).toBe('boots')
})

test('no condition is offered to drop if no single one is the reason', async () => {
  const { enter, content } = await openPayments('/history', {
    'history.list': () => success({ lines: [], next: null }), 'history.count': () => success({ count: 0, atLeast: false }),
  })
  await enter('declined boots')
  expect(words(content)).toContain(text('history.noneTitle'))
  expect(words(content)).not.toContain('Without')
})
