// In a team the history contains all desks: its column, filter and totals.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, ProfileId } from '#shared/brands.ts'
import type { HistoryChoices, HistorySum } from '#shared/model/history/history-list.ts'
import { success } from '#shared/result.ts'
import { aLine } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { merchantKey, openInTeam, otherDesk } from '../screen-support/team.ts'
import { button, click, field, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => {
  vi.restoreAllMocks()
  window.localStorage.clear()
})

const lines = (content: Element): string[] => [...content.querySelectorAll('.row.line')].map((line) => words(line))
const heads = (content: Element): string[] => [...content.querySelectorAll('[role="columnheader"]')].map((head) => words(head))
const theirs = { entryId: 'e2' as EntryId, who: 'Anna Vogel', sentBy: otherDesk, sentByLabel: 'Desk 2', isCopy: true } as const
const bothLines = () => success({ lines: [aLine(theirs), aLine()], next: null })
const deskNames = text('history.filter.desk')

test('a desk in no team has neither column nor filter for desks', async () => {
  const { content } = await openScreen('/history', { 'history.list': () => success({ lines: [aLine()], next: null }) })
  expect(heads(content)).toContain(text('history.column.who'))
  expect(() => button(text('history.filter.open', { name: deskNames }))).toThrow()
})

test('in a team every line names its desk, this one too, and links to its entry', async () => {
  const { content } = await openInTeam('/history', { 'history.list': bothLines })
  expect(heads(content)).toContain(text('teamLists.history.whoAndDesk'))
  expect(lines(content)[0]).toContain('Anna VogelDesk 2')
  expect(lines(content)[1]).toContain('Desk 1')
  expect([...content.querySelectorAll('.row.line .type a')].map((link) => link.getAttribute('href'))).toEqual(['/payment/e2', '/payment/entry-1'])
})

test('in compact lines the desk has its own column, beside the cardholder', async () => {
  const { content } = await openInTeam('/history', {
    'history.list': () => success({ lines: [aLine({ ...theirs, cardholder: 'ZOE ONEIL' as never })], next: null }),
  })
  await click(button(text('history.compact')))
  await flushScreen()
  const columns = heads(content)
  const cells = [...content.querySelectorAll('.row.line [role="cell"]')].map((cell) => words(cell))
  expect(cells).toHaveLength(columns.length)
  expect(cells[columns.indexOf(text('teamLists.history.desk'))]).toBe('Desk 2')
  expect(cells[columns.indexOf(text('history.column.holder'))]).toBe('ZOE ONEIL')
})

test('the list of all desks is sorted by time and amount, and exported', async () => {
  const { content, inputsOf } = await openInTeam('/history', { 'history.list': bothLines })
  await click(button(text('history.column.amount'), content))
  await flushScreen()
  expect(inputsOf('history.list').at(-1)).toMatchObject({ order: 'largest' })
  expect(button(text('history.export.button'))).toBeTruthy()
})

test('a filter offers desks that sent something, and applies to address, list, totals and export', async () => {
  const { inputsOf, address } = await openInTeam('/history', {
    'history.list': bothLines, 'history.count': () => success({ count: 2, atLeast: false }),
  })
  await click(button(text('history.filter.open', { name: deskNames })))
  await flushScreen()
  await click(field('Desk 2'))
  await flushScreen()
  expect(address()).toBe(`/history?desk=${otherDesk}`)
  expect(inputsOf('history.list').at(-1)).toMatchObject({ desks: [otherDesk] })
  await vi.waitFor(() => { expect(inputsOf('history.totals').at(-1)!.filter).toMatchObject({ desks: [otherDesk] }) })
  await click(field('Desk 1'))
  await flushScreen()
  expect(inputsOf('history.list').at(-1)).toMatchObject({ desks: ['this-desk', otherDesk] })
  await click(button(text('history.export.button')))
  await flushScreen()
  expect(inputsOf('history.count').at(-1)).toMatchObject({ desks: ['this-desk', otherDesk] })
  expect(words(document.querySelector('[role="dialog"][aria-labelledby]:last-of-type')!)).toContain(deskNames)
  await click(button(text('common.cancel')))
  await click(button(text('history.filter.remove', { name: deskNames })))
  await flushScreen()
  expect(inputsOf('history.list').at(-1)).not.toHaveProperty('desks')
})

test('an unknown desk in the address is shown and can be removed; an invalid one does not filter', async () => {
  const unknown = 'ab'.repeat(16)
  const { content, inputsOf, go } = await openInTeam(`/history?desk=${unknown}`, { 'history.list': bothLines })
  expect(inputsOf('history.list').at(-1)).toMatchObject({ desks: [unknown] })
  expect(words(content.querySelector('.chips')!)).toContain('abababab')
  await go('/history?desk=all-desks')
  expect(inputsOf('history.list').at(-1)).not.toHaveProperty('desks')
})

function aSum(sentBy: HistorySum['sentBy']): HistorySum {
  return {
    profileId: 'profile-1' as ProfileId, merchantKey, sentBy, currency: 'USD', operation: 'recurrent-payment', state: 'approved',
    entries: 1, minorAmount: '1015' as never, withoutAmount: 0, netMinorAmount: '1015' as never, netUnknown: 0, reportedOtherwise: 0,
  }
}

const deskOf = (digit: string) => digit.repeat(32) as NonNullable<HistorySum['sentBy']>
const till = (digit: string) => ({ desk: deskOf(digit), label: `Till ${digit}`, entries: 1 })
const choices = (desks: HistoryChoices['desks']) => () =>
  success({ currencies: [], who: [], errorCodes: [], merchants: [], profiles: [], tags: [], desks })
const thisOne = { desk: 'this-desk', label: 'Till 1', entries: 1 } as const

test.each([
  ['of this desk alone name no desk', [null], null],
  ['of several desks name them, this one first', [deskOf('3'), null, deskOf('2')], ['3', 'Till 1, Till 2, Till 3']],
  ['of another desk name it', [deskOf('2')], ['1', 'Till 2']],
  ['of many desks name four and count the others', [...'23456'].map(deskOf), ['5', 'Till 2, Till 3, Till 4, Till 5 and 1 more']],
])('the totals %s', async (_name, sentBy, named) => {
  const { content } = await openInTeam('/history', {
    'history.list': bothLines, 'history.totals': () => success({ sums: sentBy.map(aSum) }),
    'history.choices': choices([thisOne, ...[...'23456'].map(till)]),
  })
  const foot = () => words(content.querySelector('.foot')!)
  await vi.waitFor(() => { expect(foot()).toContain(text('history.totals.net')) })
  if (named === null) expect(foot()).not.toContain('Till')
  else expect(foot()).toContain(text('teamLists.history.desks', { count: Number(named[0]), names: named[1]! }))
})

test('newly copied entries appear in the list, and lines that changed at their desk change here', async () => {
  let rows = [aLine(theirs)]
  const { content, emit } = await openInTeam('/history', { 'history.list': () => success({ lines: rows, next: null }) })
  rows = [aLine({ ...theirs, entryId: 'e3' as EntryId }), aLine({ ...theirs, state: 'declined' })]
  emit('journal.changed', null)
  await flushScreen()
  expect(lines(content)).toHaveLength(2)
  expect(lines(content)[1]).toContain('Declined')
})
