// Words of the search that are conditions: chips, text again by removing them or by quotes, and what to drop.
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
  const asked = () => screen.inputsOf('history.list').at(-1)!
  const chipNames = () => [...document.querySelectorAll('.chip.set .value')].map((chip) => words(chip))
  const enter = async (typed: string) => { await type(search(), typed); await flushScreen() }
  return { ...screen, asked, chipNames, enter }
}

test('words become conditions with a chip each; what is left is searched for as text', async () => {
  const { asked, chipNames, enter, address } = await openPayments()
  await enter('1111 10 EUR declined')
  expect(asked()).toMatchObject({ text: '1111', states: ['declined'], currency: 'EUR', leastAmount: '10', mostAmount: '10' })
  expect(chipNames()).toEqual(['State: Declined', 'Amount: 10', 'Currency: EUR'])
  expect(search().value).toBe('1111 10 EUR declined')
  expect(address()).toBe('/history?text=1111+10+EUR+declined')
})

test('type, days and merchant are found by their names', async () => {
  const { asked, chipNames, enter } = await openPayments()
  await enter('payouts yesterday Acme live')
  expect(asked()).toMatchObject({ text: '', operations: ['payout-v2', 'payout-v4'], merchantKey: acme })
  expect(asked().from).not.toBeNull()
  expect(chipNames()).toContain(`Date: ${text('history.filter.day.yesterday')}`)
  expect(chipNames()).toContain('Merchant: Acme live')
})

test('a chip that is removed makes its word text again, and quotes do the same', async () => {
  const { asked, chipNames, enter } = await openPayments()
  await enter('May refund')
  expect(asked()).toMatchObject({ text: '', operations: ['return'] })
  await click(button(text('history.filter.remove', { name: text('history.filter.date') })))
  await flushScreen()
  expect(search().value).toBe('"May" refund')
  expect(asked()).toMatchObject({ text: '"May"', operations: ['return'], from: null })
  await enter('"refund"')
  expect(asked()).toMatchObject({ text: '"refund"', operations: [] })
  expect(chipNames()).toEqual([])
})

test('a typed condition that is chosen otherwise in its chip leaves the text', async () => {
  const { asked, enter } = await openPayments()
  await enter('declined boots')
  await click(button(text('history.filter.set', { name: 'State', value: 'Declined' })))
  await flushScreen()
  await click(field('Error'))
  await flushScreen()
  expect(asked()).toMatchObject({ text: 'boots', states: ['declined', 'error'] })
  expect(search().value).toBe('boots')
})

test('a state that is chosen already leaves the same word text', async () => {
  const { asked } = await openPayments('/history?state=error&text=declined')
  expect(asked()).toMatchObject({ text: 'declined', states: ['error'] })
})

test('where nothing is found the strictest condition is offered to be dropped', async () => {
  const { asked, enter, inputsOf } = await openPayments('/history?currency=EUR', {
    'history.list': ({ states }) => success({ lines: states.length > 0 ? [] : [aLine()], next: null }),
    'history.count': ({ states, currency }) => success({ count: states.length === 0 ? 12 : currency === null ? 3 : 0, atLeast: false }),
  })
  await enter('declined boots')
  await flushScreen()
  expect(inputsOf('history.count')).toHaveLength(3)
  await click(button(text('history.without', { condition: 'Declined', number: '12' })))
  await flushScreen()
  expect(asked()).toMatchObject({ text: 'boots', states: [], currency: 'EUR' })
  expect(search().value).toBe('boots')
})

test('nothing is offered where no single condition is the reason', async () => {
  const { enter, content } = await openPayments('/history', {
    'history.list': () => success({ lines: [], next: null }), 'history.count': () => success({ count: 0, atLeast: false }),
  })
  await enter('declined boots')
  expect(words(content)).toContain(text('history.noneTitle'))
  expect(words(content)).not.toContain('Without')
})
