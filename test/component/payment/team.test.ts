// An order on which other desks of the team acted: their refunds, claims and transactions.
import { expect, test } from 'vitest'
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import type { TeamOrder } from '#shared/model/team/team-history.ts'
import { failed, success } from '#shared/result.ts'
import { aFollow } from '../screen-support/data.ts'
import { aHolder, aMember, aTeamOrder, aTeamRow, openInTeam, type Member } from '../screen-support/team.ts'
import { words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { aPage, address, approved, aRefund, aReport, transactionLines, offer, openOrder, press } from './order-screen.ts'

type Answers = Parameters<typeof openOrder>[0]

const refund = (id: string, minorAmount: string | null, changes: Parameters<typeof aTeamRow>[0] = {}) => aTeamRow({
  entryId: id as EntryId, operation: 'return', minorAmount: minorAmount as MinorUnits | null, ...changes,
})
const twoRefunds = aTeamOrder({ rows: [refund('r2', '150'), refund('r1', '300')], refunded: '450' as MinorUnits, refunds: 2 })

async function openTeamOrder(team: TeamOrder | 'not-reached', answers: Answers = {}, member?: Member) {
  return await openInTeam(address, {
    'orders.page': () => success(aPage()),
    'orders.status': () => success({ answer: approved(), now: null }),
    'orders.follow': (followed) => success(aFollow(followed)),
    'payments.review': () => success(aRefund()),
    'payments.discard': () => success(null),
    'team.order': () => (team === 'not-reached'
      ? failed({ code: 'team-unavailable', why: 'unreachable', detail: 'The server could not be reached.' })
      : success(team)),
    ...answers,
  }, member ?? aMember())
}

test('the team’s sum and number of refunds is shown, with the rest that the team knows', async () => {
  const { content } = await openTeamOrder(twoRefunds)
  const shown = words(content)
  expect(shown).toContain(text('teamLists.order.recorded', { amount: '4.50 USD', count: 2 }))
  expect(shown).toContain(`${text('order.money.refunded')}${text('teamLists.order.refundedByTeam')}4.50 USD`)
  expect(shown).toContain(`${text('order.money.atMost')}${text('teamLists.order.leftByTeam')}5.65 USD`)
  expect(words(content.querySelector('h1')!)).toContain(text('order.state.partlyRefunded', { part: '4.50', whole: '10.15 USD' }))
  expect((await offer('Refund…'))?.caption).toContain('5.65 USD')
  // A void would cancel the whole payment although a part is refunded already.
  expect((await offer('Void…'))?.possible).toBe(false)
})

test.each(['processing', 'unknown', 'error', null] as const)('a refunded part that is not final is shown with its desk: %s', async (state) => {
  const rows = [refund('r2', '150', { state }), refund('r1', '300')]
  const { content } = await openTeamOrder(aTeamOrder({ rows, refunded: '450' as MinorUnits, refunds: 2 }))
  const shown = words(content)
  expect(shown).toContain(`${text('order.money.refunded')}${text('teamLists.order.refundedByTeam')}4.50 USD`)
  expect(shown).toContain(`${text('order.money.open')}${text('teamLists.order.openAt', { desks: 'Desk 2' })}1.50 USD`)
  expect(shown).toContain(`${text('order.money.atMost')}${text('teamLists.order.leftByTeam')}5.65 USD`)
})

test.each(['approved', 'declined'] as const)('no refund with a result is shown as not final: %s', async (state) => {
  const rows = [refund('r2', '150', { state }), refund('r1', '300')]
  const { content } = await openTeamOrder(aTeamOrder({ rows }))
  expect(words(content)).not.toContain(text('order.money.open'))
})

test('a refund of another desk is listed among the transactions with person and desk', async () => {
  const { content } = await openTeamOrder(twoRefunds)
  const lines = transactionLines(content)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('1.50 USD')
  expect(lines[0]).toContain(text('teamLists.person', { who: 'Anna Vogel', desk: 'Desk 2' }))
})

test('a charge of another desk is the payment of the order, not one from elsewhere', async () => {
  const { content } = await openTeamOrder(aTeamOrder({ rows: [aTeamRow()] }), {
    'orders.page': () => success(aPage({ entries: [] })),
  })
  const lines = transactionLines(content)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(text('operation.recurrent-payment.name'))
  expect(lines[0]).toContain('Desk 2')
})

test('an entry that this desk adopted is listed once', async () => {
  const { content } = await openTeamOrder(aTeamOrder({ rows: [aTeamRow({ entryId: 'entry-1' as EntryId })] }))
  expect(transactionLines(content)).toHaveLength(1)
})

test.each([
  ['return', 'teamLists.order.busy.refund'], ['void', 'teamLists.order.busy.void'], ['capture', 'teamLists.order.busy.capture'],
] as const)('another desk\'s %s in progress is shown with person, desk and time, and blocks other actions', async (operation, key) => {
  const busyBy = aHolder({ entryId: 'r9' as EntryId })
  const { content } = await openTeamOrder(aTeamOrder({ rows: [refund('r9', '100', { operation, state: 'processing' })], busyBy }))
  expect(words(content)).toContain(text('order.step.elsewhereBusy'))
  expect(words(content)).not.toContain(text('order.step.nothing'))
  const named = text(key, { who: 'Anna Vogel', desk: 'Desk 2', time: '…' }).split('…')[0]!
  expect(words(content)).toContain(named)
  expect(await offer('Refund…')).toMatchObject({ possible: false, caption: expect.stringContaining(text('order.action.busy')) as string })
  expect(content.querySelector('a[href="/payment/r9"]')).not.toBeNull()
})

test('the result of another desk that arrives while the page is open is shown until it is closed', async () => {
  let order = aTeamOrder({ rows: [refund('r9', '100', { state: 'processing' })], busyBy: aHolder({ entryId: 'r9' as EntryId }) })
  const { content, now } = await openTeamOrder(order, { 'team.order': () => success(order) })
  order = aTeamOrder({ rows: [refund('r9', '100', { state: 'approved' })] })
  await now()
  order = { ...order }
  await now()
  const message = text('teamLists.order.resolved.refund', { who: 'Anna Vogel', desk: 'Desk 2', state: 'approved' })
  expect(words(content)).toContain(message)
  await press(text('common.close'))
  expect(words(content)).not.toContain(message)
})

test('another desk’s unknown outcome shows that money may have moved, and where to check it', async () => {
  const busyBy = aHolder({ entryId: 'r9' as EntryId, state: 'unknown' })
  const { content } = await openTeamOrder(aTeamOrder({ rows: [refund('r9', '100', { state: 'unknown' })], busyBy }))
  expect(words(content)).toContain(text('teamLists.order.busyOpenText', { state: 'unknown' }))
})

test('an unreachable team is reported with the reason, and only this desk’s refunds count', async () => {
  const { content } = await openTeamOrder('not-reached', {
    'orders.page': () => success(aPage({ refunds: { knownHere: '100' as MinorUnits, open: '0' as MinorUnits, count: 1, openEntryId: null } })),
  })
  const shown = words(content)
  expect(shown).toContain(text('teamLists.order.notReachedText', { reason: 'The server could not be reached.' }))
  expect(shown).toContain(`${text('teamLists.order.refundedHereAlone')}1.00 USD`)
  expect(shown).toContain(`${text('teamLists.order.leftHereAlone')}9.15 USD`)
})

test('an order that is not of the team is shown like at a desk without a team', async () => {
  const { content } = await openTeamOrder(aTeamOrder(), { 'team.order': () => failed({ code: 'not-of-the-team' }) })
  expect(words(content)).toContain(text('order.money.note'))
  expect(words(content)).not.toContain(text('teamLists.order.notReached'))
})

test('a new refund of another desk is shown as soon as the team reports it', async () => {
  let recorded = aTeamOrder()
  const { content, now } = await openTeamOrder(recorded, { 'team.order': () => success(recorded) })
  expect(words(content)).not.toContain('4.50 USD')
  recorded = twoRefunds
  await now()
  expect(words(content)).toContain(text('teamLists.order.recorded', { amount: '4.50 USD', count: 2 }))
})

test('a reversal that the gateway reports is not counted in addition to another desk’s record of it', async () => {
  const reversed = approved({ 'transaction-type': 'reversal', 'order-stage': 'reversal_approved', 'processor-tx-id': 'tx-9' })
  const { content } = await openTeamOrder(aTeamOrder({ rows: [refund('r1', '300')], refunded: '300' as MinorUnits, refunds: 1 }), {
    'orders.page': () => success(aPage({ reported: aReport(reversed) })), 'orders.status': () => success({ answer: reversed, now: null }),
  })
  await press(text('answer.checkStatus'))
  expect(words(content.querySelector('h1')!)).toContain(text('order.state.partlyRefunded', { part: '3.00', whole: '10.15 USD' }))
  expect(words(content)).toContain(text('teamLists.order.mayBeOthers'))
})

test('the form of a refund names who recorded the refunds so far', async () => {
  await openTeamOrder(twoRefunds)
  await press('Refund…')
  const dialog = document.querySelector('[role="dialog"]')!
  expect(words(dialog)).toContain(`${text('order.money.refunded')}${text('teamLists.order.refundedByTeam')}4.50 USD`)
  expect(words(dialog)).toContain(text('order.payment.atMost', { amount: '5.65 USD' }))
})
