import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, OrderId, ProfileId, UtcTime } from '#shared/brands.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { ReconcileResult, ResultRow, Statement } from '#shared/model/payments/reconcile.ts'
import type { ListName } from '#shared/reconcile/lists.ts'
import { failed, success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import { text } from '../../support/texts.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aDraft } from '../batches/batch-data.ts'
import { done } from '../support/bridge.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

const profile = aProfile()
const statementId = '1'.repeat(32)
const resultId = '2'.repeat(32)
const at = '2026-11-30T09:00:00.000Z' as UtcTime

const statement: Statement = {
  statementId, fileName: 'november.csv', lines: 1_200,
  columns: [
    { header: 'Order ID', examples: ['1001'] }, { header: 'Sum', examples: ['1,234'] },
    { header: 'What', examples: ['Reserve'] },
  ],
  reading: { meanings: ['orderId', 'amount', 'type'], separator: 'point', dayOrder: 'day-first', currency: null, kinds: {} },
  headerLine: null, areDirected: false, isKept: false, separators: ['point', 'comma'], dayOrders: ['day-first'], words: ['Reserve'],
}
const result: ReconcileResult = {
  resultId, profileId: profile.profile.id, fileName: 'november.csv', at, who: 'mara',
  period: { first: '2026-11-01', last: '2026-11-30' },
  lines: 4, lists: { different: 0, suggested: 1, onlyStatement: 1, onlyHistory: 1, matched: 2 },
  sums: [], unlisted: 0, unreadable: 0,
  totals: [{ currency: 'USD', kind: 'payment', lines: 4, stated: '40.60', entries: 4, moved: '50.75', difference: '-10.15' }],
}
const entry: ResultRow['entries'][number] = {
  entryId: 'entry-1' as EntryId, day: '2026-11-20', operation: 'sale', state: 'declined', amount: '10.15', currency: 'USD',
  orderId: '1001' as OrderId, merchantOrderId: null,
}
const row = (changes: Partial<ResultRow> = {}): ResultRow => ({
  place: 3, entries: [entry], entryCount: 1, covers: 0, rule: 'lastFour', differences: [], decision: null,
  line: {
    line: 7, kind: 'payment', type: 'Sale', ids: {}, lastFour: '0001', amount: '10.15', amountText: '10.15', currency: 'USD',
    day: '2026-11-21', state: null,
  },
  ...changes,
})

async function openResult(
  answers: Parameters<typeof openScreen>[1] = {}, rows: Partial<Record<ListName, ResultRow>> = {},
) {
  const screen = await openScreen(`/reconcile/${resultId}`, {
    'reconcile.open': () => success(result),
    'reconcile.rows': ({ list }: CallInput<'reconcile.rows'>) => {
      const found = { suggested: row(), ...rows }[list as 'suggested']
      return success({ rows: found === undefined ? [] : [found], total: found === undefined ? 0 : 1 })
    },
    ...answers,
  }, [profile])
  await flushScreen()
  return screen
}
const drawn = () => [...document.querySelectorAll<HTMLElement>('.row.line')].map((one) => words(one))

async function dropStatement(): Promise<void> {
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [new File(['Order ID'], 'november.csv')] },
  })
  document.querySelector('.drop')!.dispatchEvent(drop)
  await vi.waitFor(() => button(text('reconcile.columns.compare')))
}

test.each([['approved', '46px'], ['processing', '66px']] as const)(
  'a row with the payment’s state %s has %s, so that a state below the amount does not cover the next row',
  async (state, height) => {
    await openResult({}, { suggested: row({ entries: [{ ...entry, state }] }) })
    expect(document.querySelector<HTMLElement>('.row.line')!.style.height).toBe(height)
  },
)

test('a dropped statement is compared only once decimals and currency are chosen, with the kind of each word', async () => {
  const screen = await openScreen('/reconcile', {
    'reconcile.results': () => success([]),
    'reconcile.openDropped': () => success(statement),
    'reconcile.run': () => success({ kind: 'problem', problem: 'no-days' }),
  }, [profile])
  await flushScreen()
  await dropStatement()
  expect(screen.inputsOf('reconcile.openDropped')).toEqual([
    { profileId: profile.profile.id, fileName: 'november.csv', bytes: btoa('Order ID') },
  ])

  await click(button(text('reconcile.columns.compare')))
  const decimals = field(text('reconcile.columns.separator'))
  expect(descriptionOf(decimals)).toBe(text('reconcile.columns.unclear'))
  expect(screen.inputsOf('reconcile.run')).toEqual([])

  await type(decimals, 'comma')
  await type(field(text('reconcile.columns.currency')), 'usd')
  await type(field('Reserve'), 'fee')
  await click(button(text('reconcile.columns.compare')))
  await flushScreen()
  expect(screen.inputsOf('reconcile.run')).toMatchObject([{
    statementId, period: null, reading: { separator: 'comma', currency: 'USD', kinds: { Reserve: 'fee' } },
  }])
  expect(words(screen.content)).toContain(text('reconcile.problem.no-days'))
})

test('a statement with lines above its columns and with marks of direction states how it is read', async () => {
  await openScreen('/reconcile', {
    'reconcile.results': () => success([]),
    'reconcile.openDropped': () => success({ ...statement, headerLine: 5, areDirected: true }),
  }, [profile])
  await flushScreen()
  await dropStatement()
  expect(words()).toContain(text('reconcile.columns.headerLine', { line: 5 }))
  expect(words()).toContain(text('reconcile.columns.directed'))
})

test('choosing another profile closes the open statement and cancels its comparison', async () => {
  const other = aProfile({ id: 'other' as ProfileId, name: 'Other shop' })
  const screen = await openScreen('/reconcile', {
    'reconcile.results': () => success([]),
    'reconcile.openDropped': () => success({ ...statement, separators: ['point'], reading: { ...statement.reading, currency: 'USD' } }),
    'reconcile.run': () => new Promise(() => undefined),
    'reconcile.cancel': done,
  }, [profile, other])
  await flushScreen()
  await dropStatement()
  await click(button(text('reconcile.columns.compare')))
  await useSession().choose(other.profile.id)
  await flushScreen()
  expect(screen.inputsOf('reconcile.cancel')).toEqual([{ statementId }])
  expect(words(screen.content)).toContain(text('reconcile.open.drop'))
})

test('a result that could not be deleted stays in the list, with the reason', async () => {
  const { content } = await openScreen('/reconcile', {
    'reconcile.results': () => success([result]),
    'reconcile.remove': () => failed({ code: 'file-unwritable', detail: 'the disk is full' }),
  }, [profile])
  await flushScreen()
  await click(button(text('reconcile.kept.deleteOf', { name: 'november.csv' })))
  await click(button(text('reconcile.kept.delete')))
  await flushScreen()
  expect(words(content)).toContain('the disk is full')
  expect(words(content)).toContain('november.csv')
})

test('rows that could not be read show the failure', async () => {
  const { content } = await openResult({ 'reconcile.rows': () => failed({ code: 'no-such-result' }) })
  expect(words(content)).toContain(text('failure.what.no-such-result'))
})

test('open lines are checked by a batch of status checks, which a person sees before it is sent', async () => {
  const draft = aDraft()
  const screen = await openResult({
    'batches.openStatement': () => success(draft),
    'batches.draft': () => failed({ code: 'draft-gone' }),
    'batches.draftRows': () => failed({ code: 'draft-gone' }),
  })
  await click(button(text('reconcile.ask.button')))
  await flushScreen()
  expect(screen.inputsOf('batches.openStatement')).toMatchObject([{ profileId: profile.profile.id, operation: 'status', resultId }])
  expect(screen.path()).toBe(`/batches/draft/${draft.draftId}`)
})

test('a result begins with the lines that a person must check, and names rule, sums and the payment', async () => {
  const { content } = await openResult()
  expect(words(content.querySelector('h1')!)).toBe('3 lines or payments to check')
  for (const part of ['40.60 USD', text('reconcile.result.inHistory', { amount: '50.75' }), text('reconcile.result.differs', { amount: '−10.15' })]) {
    expect(words(content)).toContain(part)
  }
  expect(drawn()[0]).toContain(text('reconcile.rule.lastFour'))
  expect(drawn()[0]).toContain('•••• 0001')
  expect(document.querySelector('.row.line a')!.getAttribute('href')).toContain('/payment/entry-1')
})

test.each([[1, 'The only line matches'], [2, 'All 2 lines match']])('of %d matching lines the title is “%s”', async (lines, title) => {
  const lists = { different: 0, suggested: 0, onlyStatement: 0, onlyHistory: 0, matched: lines }
  const { content } = await openResult({ 'reconcile.open': () => success({ ...result, lines, lists }) })
  expect(words(content.querySelector('h1')!)).toBe(title)
})

test('a suggestion is accepted with one click; a match by hand needs a valid id and a reason', async () => {
  const { inputsOf } = await openResult({
    'reconcile.decide': ({ decision }: CallInput<'reconcile.decide'>) =>
      success(decision.kind === 'match' ? { kind: 'problem', problem: 'no-entry' } : { kind: 'done', result }),
  })
  await click(button(text('reconcile.row.ofLine', { action: text('reconcile.row.accept'), line: 7 })))
  expect(inputsOf('reconcile.decide')).toEqual([{ resultId, place: 3, decision: { kind: 'accept', reason: '' } }])

  await click(button(text('reconcile.row.ofLine', { action: text('reconcile.row.match'), line: 7 })))
  await click(button(text('reconcile.decide.matchAction')))
  expect(inputsOf('reconcile.decide')).toHaveLength(1)
  await type(field(text('reconcile.decide.id')), '1001')
  await type(field('Reason'), 'the bank confirmed it')
  await click(button(text('reconcile.decide.matchAction')))
  await flushScreen()
  expect(inputsOf('reconcile.decide')[1]).toEqual({
    resultId, place: 3, decision: { kind: 'match', id: '1001', reason: 'the bank confirmed it' },
  })
  expect(descriptionOf(field(text('reconcile.decide.id')))).toBe(text('reconcile.decide.problem.no-entry'))
})

test('a difference is named with the state of the payment, and the decision of a person with its reason', async () => {
  await openResult({ 'reconcile.open': () => success({ ...result, lists: { ...result.lists, different: 1 } }) }, {
    different: row({ rule: 'orderId', differences: ['state'] }),
    matched: row({ rule: 'hand', decision: { kind: 'match', who: 'mara', at, reason: 'by <b>phone</b>' } }),
  })
  expect(drawn()[0]).toContain(text('reconcile.difference.state'))
  expect(drawn()[0]).toContain(text('history.state.declined'))
  await click(button(/^Matched/))
  await flushScreen()
  expect(drawn()[0]).toContain(text('reconcile.row.byHand', { reason: 'by <b>phone</b>' }))
})

test.each(['not-moved', 'open'] as const)('a line with state %s shows why no sum includes it, unless it is a chargeback', async (state) => {
  const lineOf = (kind: 'payment' | 'chargeback') => row({ line: { ...row().line!, kind, state } })
  await openResult({}, { suggested: lineOf('payment'), onlyStatement: lineOf('chargeback') })
  expect(drawn()[0]).toContain(text(`reconcile.row.notCounted.${state}`))
  await click(button(/^Only in the statement/))
  await flushScreen()
  expect(drawn()[0]).not.toContain(text(`reconcile.row.notCounted.${state}`))
})
