// The history of all desks of a team: the same list, what the team's database can be asked for, and its failures.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, MerchantOrderId } from '#shared/brands.ts'
import type { TeamRow } from '#shared/model/team-history.ts'
import { failed, success } from '#shared/result.ts'
import { aLine } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import {
  aMember, aTeamEntry, aTeamRow, merchantKey, openInTeam, otherDesk, unreachable,
} from '../screen-support/team.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { text } from '../../texts.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => {
  vi.restoreAllMocks()
  window.localStorage.clear()
})

const page = (rows: readonly TeamRow[], next: string | null = null, complete = true) =>
  success({ rows, next, complete })
const lines = (content: Element): string[] => [...content.querySelectorAll('.row.line')].map((line) => words(line))
const row = (id: number, changes: Partial<TeamRow> = {}): TeamRow =>
  aTeamRow({ entryId: `e${id}` as EntryId, merchantOrderId: `inv-${id}` as MerchantOrderId, ...changes })
const all = '/history?of=all-desks'
const ownLine = () => success({ lines: [aLine()], next: null })

test('a desk in no team has no such switch, and an address that asks for all desks lists its own', async () => {
  const { content, inputsOf } = await openScreen(all, { 'history.list': ownLine })
  await flushScreen()
  expect(() => field(text('teamLists.history.allDesks'))).toThrow()
  expect(lines(content)).toHaveLength(1)
  expect(inputsOf('team.history')).toEqual([])
})

test('the switch stands in the address; a line says who at which desk, what, whose card, how it stands', async () => {
  const { content, address, inputsOf, go } = await openInTeam('/history?state=approved&who=m.keller', {
    'history.list': ownLine, 'team.history': () => page([row(1)]),
  })
  await click(field(text('teamLists.history.allDesks')))
  await flushScreen()
  expect(address()).toBe('/history?of=all-desks&state=approved')
  const [first] = lines(content)
  for (const part of ['Anna Vogel', 'Desk 2', text('shell.navigation.recurrentPayment'), 'Acme Shop · Staging', '10.15 USD', '•••• 1111', 'inv-1', 'Approved']) {
    expect(first).toContain(part)
  }
  expect(inputsOf('team.history').at(-1)).toMatchObject({ after: null, query: { states: ['approved'] } })
  await go('/history')
  expect(lines(content)[0]).not.toContain('Desk 2')
})

test('a refund that released a hold is called its release, and nothing leaves the merchant', async () => {
  const release = { operation: 'return', releasesHold: true } as const
  const { content } = await openInTeam(all, { 'team.history': () => page([row(1, release), row(2, { operation: 'return' })]) })
  const [released, refunded] = lines(content)
  expect(released).toContain(text('operation.return-of-hold.name'))
  expect(released).not.toMatch(/[-\u2212]10\.15/)
  expect(refunded).toContain(text('operation.return.name'))
  expect(refunded).toMatch(/[-\u2212]10\.15/)
})

test('a line of another desk leads to its page, one of this desk to its entry', async () => {
  const { content } = await openInTeam(all, { 'team.history': () => page([row(1), row(2, { isThisDesk: true })]) })
  expect([...content.querySelectorAll('.row.line a')].map((link) => link.getAttribute('href'))).toEqual(['/history/team/e1', '/history/e2'])
})

test('what the team cannot be asked for is not offered: no sorting, no sums, no export, no person, no error code', async () => {
  const { content } = await openInTeam(all, { 'team.history': () => page([row(1)]) })
  expect(content.querySelectorAll('[role="columnheader"] button')).toHaveLength(0)
  expect(content.querySelector('.foot')).toBeNull()
  expect(() => button(text('history.export.button'))).toThrow()
  const names = [...content.querySelectorAll('.chip .open')].map((chip) => words(chip))
  expect(names).toEqual(['date', 'state', 'merchant', 'type', 'amount', 'currency', 'card', 'desk'].map((id) => text(`history.filter.${id}` as never)))
})

test.each([
  ['four digits, an amount and a word', 'text=0001 10.15 byron', { lastFour: '0001', amounts: ['10.15'], words: 'byron' }],
  ['an id', 'text=inv-40977', { id: 'inv-40977' }],
  ['an amount of a currency without decimals', 'least=500&most=500&currency=JPY', { amounts: ['500'], currency: 'JPY' }],
  ['a decimal comma', 'text=10,15', { amounts: ['10.15'] }],
  ['a number that two readings fit', 'text=1,250', { amounts: ['1.250', '1250'] }],
  ['grouped thousands', 'text=1.250,00', { amounts: ['1250.00'] }],
  ['a merchant and a desk', `merchant=${encodeURIComponent(merchantKey)}&desk=${otherDesk}`, { merchantKeys: [merchantKey], desks: [otherDesk] }],
  ['refunds', 'operation=return', { operations: ['return'] }],
])('%s are asked for as the team can compare them', async (_name, query, asked) => {
  const { inputsOf } = await openInTeam(`${all}&view=all&${query}`, { 'team.history': () => page([]) })
  expect(inputsOf('team.history').at(-1)!.query).toEqual(asked)
})

test('a range of amounts is left out when all desks are chosen, and one exact amount is asked for', async () => {
  const { address } = await openInTeam('/history?least=5&most=10', { 'history.list': ownLine, 'team.history': () => page([]) })
  await click(field(text('teamLists.history.allDesks')))
  await flushScreen()
  expect(address()).toBe(all)
})

test('pages follow their key; a search that stopped early says so and goes on only when a person asks', async () => {
  const { content, inputsOf } = await openInTeam(all, {
    'team.history': ({ after }) => (after === null ? page([row(1)], 'key-1', false) : page([row(2)], null)),
  })
  expect(lines(content)).toHaveLength(1)
  expect(words(content)).toContain(text('teamLists.history.stopped'))
  expect(inputsOf('team.history').map(({ after }) => after)).toEqual([null])
  await click(button(text('teamLists.history.goOn')))
  await flushScreen()
  expect(lines(content)).toHaveLength(2)
  expect(inputsOf('team.history').map(({ after }) => after)).toEqual([null, 'key-1'])
  expect(words(content)).toContain(text('history.end', { number: '2', count: 2 }))
})

test('a search that stopped before it found anything does not say that there is nothing', async () => {
  const { content } = await openInTeam(`${all}&text=x`, { 'team.history': () => page([], 'key-1', false) })
  expect(words(content)).toContain(text('teamLists.history.stoppedEmpty'))
  expect(words(content)).not.toContain(text('teamLists.history.noneText'))
  expect(button(text('teamLists.history.goOn'))).toBeTruthy()
})

test('new entries of other desks come in at the top; while a line has the focus they are counted instead', async () => {
  let rows = [row(1)]
  const { content, now } = await openInTeam(all, { 'team.history': () => page(rows) })
  rows = [row(2), row(1)]
  await now()
  expect(lines(content)).toHaveLength(2)
  content.querySelector<HTMLElement>('.row.line a')!.focus()
  await flushScreen()
  rows = [row(3), row(2, { state: 'declined' }), row(1)]
  await now()
  expect(lines(content)).toHaveLength(2)
  expect(lines(content)[0]).toContain('Declined')
  expect(words(content)).toContain(text('history.newer', { count: 1 }))
})

test('what came in does not take away what was found by searching further', async () => {
  let newest = [row(9)]
  const { content, now } = await openInTeam(all, {
    'team.history': ({ after }) => (after === null ? page(newest, 'key-1', false) : page([row(2)], 'key-2', false)),
  })
  await click(button(text('teamLists.history.goOn')))
  await flushScreen()
  newest = [row(10), row(9)]
  await now()
  expect([...content.querySelectorAll('.row.line a')].map((link) => link.getAttribute('href')))
    .toEqual(['e10', 'e9', 'e2'].map((id) => `/history/team/${id}`))
})

test('a team that is not reached: own entries, as of when, and why; connecting again lists all desks', async () => {
  const { content, now, inputsOf } = await openInTeam(all, {
    'history.list': ownLine, 'team.history': () => page([row(1), row(2)]),
    'team.connect': () => success(aMember()),
  }, aMember({ connection: unreachable }))
  expect(words(content)).toContain(text('teamLists.history.notReached'))
  expect(words(content)).toContain('The server could not be reached.')
  expect(words(content)).toContain('20 Nov')
  expect(lines(content)).toHaveLength(1)
  expect(inputsOf('team.history')).toEqual([])
  await click(button(text('teamLists.history.retry')))
  await flushScreen()
  expect(lines(content)).toHaveLength(2)
  await now(aMember({ connection: unreachable }))
  expect(lines(content)).toHaveLength(1)
})

test('a question that the team does not answer falls back to own entries with the reason, until news of the team', async () => {
  let answers = false
  const { content, now } = await openInTeam(all, {
    'history.list': ownLine,
    'team.history': () => (answers ? page([row(1), row(2)]) : failed({ code: 'team-unavailable', why: 'too-slow', detail: 'It took too long.' })),
  })
  expect(words(content)).toContain(text('teamLists.history.notReached'))
  expect(words(content)).toContain('It took too long.')
  expect(lines(content)).toHaveLength(1)
  answers = true
  await now()
  expect(words(content)).not.toContain('It took too long.')
  expect(lines(content)).toHaveLength(2)
})

test('a question that fails for another reason never leaves entries of this desk under "All desks"', async () => {
  const { content } = await openInTeam(all, {
    'history.list': ownLine, 'team.history': () => failed({ code: 'defect' }),
  })
  expect(words(content)).toContain(text('failure.what.defect'))
  expect(lines(content)).toHaveLength(0)
})

test('a card number typed into the search of all desks is masked before it leaves the page', async () => {
  const { called } = await openInTeam(all, { 'team.history': () => page([]) })
  await type(document.querySelector<HTMLInputElement>(`[aria-label="${text('teamLists.history.search')}"]`)!, '4111 1111 1111 1111')
  await flushScreen()
  expect(JSON.stringify(called)).not.toMatch(/4111[ +]?1111/)
})

test('the page of another desk\'s entry: who, where, each thing that happened with its desk, and the way to the order', async () => {
  const { content } = await openInTeam('/history/team/e1', { 'team.entry': () => success(aTeamEntry()) })
  const shown = words(content)
  for (const part of [
    text('shell.navigation.recurrentPayment'), 'Approved', text('teamLists.entry.subtitle', { desk: 'Desk 2' }), 'Anna Vogel', '10.15 USD',
    'Acme Shop · Staging', text('teamLists.entry.claim'), text('history.event.outcome.accepted'), text('teamLists.entry.state', { state: 'approved' }),
    text('teamLists.entry.by', { desk: 'Desk 2', login: 'anna' }), 'signed{merchant_control}',
  ]) expect(shown).toContain(part)
  expect(button(text('answer.openOrder')).getAttribute('href')).toContain('profile=profile-1')
  expect(button(text('history.entry.back')).getAttribute('href')).toBe(all)
})

test('an entry of a merchant that has no profile here says so and offers no order', async () => {
  const { content } = await openInTeam('/history/team/e1', {
    'team.entry': () => success(aTeamEntry({ merchantKey: 'https://elsewhere.example gw shop-2' as typeof merchantKey })),
  })
  expect(words(content)).toContain(text('teamLists.entry.noProfile'))
  expect(words(content)).toContain('shop-2')
  expect(() => button(text('answer.openOrder'))).toThrow()
  expect(aProfile().historyKey).not.toContain('elsewhere')
})

test('an operation that this version does not know is listed by its id', async () => {
  const { content } = await openInTeam(all, { 'team.history': () => page([row(1, { operation: 'crypto-sale', state: null })]) })
  expect(lines(content)[0]).toContain('crypto-sale')
  expect(lines(content)[0]).toContain(text('history.state.sending'))
})
