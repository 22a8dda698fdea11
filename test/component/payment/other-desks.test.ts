// The page of a payment that another desk of the team sent, from its copy at this desk.
import { expect, test } from 'vitest'
import type { EntryId, ProfileId } from '#shared/brands.ts'
import type { EntryDetail, EntryEvent, HistoryRow } from '#shared/model/history/history.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import { failed, success } from '#shared/result.ts'
import { aFollow, aRow } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aMember, aTeamOrder, merchantKey, openInTeam, otherDesk, unreachable } from '../screen-support/team.ts'
import { button, click, words } from '../support/mount.ts'
import { aPage, transactionLines, press, showEverything } from './order-screen.ts'
import { text, textPattern } from '../../support/texts.ts'

const theirs = { entryId: 'e2' as EntryId, who: 'Anna Vogel', sentBy: otherDesk, sentByLabel: 'Desk 2', isCopy: true } as const
const at = aRow().at

function detail(row: Partial<HistoryRow> = {}, events: EntryDetail['events'] = []): EntryDetail {
  return {
    row: aRow({ ...theirs, merchantKey, ...row }), url: 'https://staging.gate.example/gw/api/v2/make-rebill-sale/22903',
    askedSerialNumber: null, login: 'acme-shop', gatewayAt: null, fields: [], signedText: 'signed{merchant_control}' as never, events, notes: [],
  }
}
const intent: EntryEvent = { kind: 'intent', at, desk: 'Desk 2', who: 'Anna Vogel', reason: null }
const seen: EntryEvent = {
  kind: 'observation', at, desk: 'Desk 3', lastAt: at, repeats: 0, status: 'approved', stage: null, step: null, errorCode: null,
  errorText: null, reply: '' as never, resolves: true,
}
/** The page of a payment that is only in the copy of another desk's log. */
const copied = (shown: EntryDetail, changes: Partial<OrderPage> = {}): OrderPage =>
  aPage({ entries: [], others: [shown], openedBy: shown.row.entryId, reported: null, ...changes })
const openCopy = (page: OrderPage, answers: Parameters<typeof openInTeam>[1] = {}, member = aMember()) => openInTeam('/payment/e2', {
  'orders.page': () => success(page), 'team.order': () => success(aTeamOrder()), 'orders.follow': (followed) => success(aFollow(followed)), ...answers,
}, member)
const offered = (key: Parameters<typeof text>[0]): boolean =>
  [...document.querySelectorAll('main button, main a')].map((one) => words(one)).includes(text(key))

test('a copied payment shows its facts, the desk of each event, and the signed text', async () => {
  const { content } = await openCopy(copied(detail({}, [intent, seen])))
  for (const part of [text('teamLists.entry.sentBy', { desk: 'Desk 2' }), '10.15 USD', text('teamLists.person', { who: 'Anna Vogel', desk: 'Desk 2' })]) {
    expect(words(content)).toContain(part)
  }
  await press(text('order.evidence.facts'))
  await press(text('history.entry.signedText'))
  expect(words(content)).toContain(`${text('teamLists.entry.desk')}Desk 2`)
  expect(words(content)).toContain('signed{merchant_control}')
  await showEverything()
  expect(transactionLines(content)[0]).toContain(text('teamLists.entry.on', { desk: 'Desk 3' }))
  expect(transactionLines(content)[1]).toContain(text('teamLists.entry.on', { desk: 'Desk 2' }))
  expect(offered('answer.openInspector')).toBe(false)
  expect(offered('teamLists.outcomes.ask')).toBe(false)
})

test('the amount of a copied payment is under Money, and uncertain while it is open there', async () => {
  const { content } = await openCopy(copied(detail({ state: 'processing' })))
  const panel = [...content.querySelectorAll('section.panel')].find((one) => words(one).startsWith(text('answer.group.money')))!
  expect(words(panel)).toContain(`${text('order.money.uncertain')}10.15 USD`)
  expect(words(panel)).not.toContain(text('order.money.notKnown'))
})

test.each(['unknown', 'error', 'processing', 'sending'] as const)(
  'a payment that is open at its desk (%s) can only be adopted here', async (state) => {
    let taken = false
    const { content, inputsOf } = await openCopy(copied(detail({ state })), {
      'orders.page': () => success(taken
        ? aPage({ entries: [detail({ state: 'unknown', isCopy: undefined })], openedBy: 'e2' as EntryId, reported: null })
        : copied(detail({ state }))),
      'team.adopt': () => {
        taken = true
        return success(null)
      },
    })
    for (const key of ['answer.follow.start', 'answer.openInspector'] as const) expect(offered(key)).toBe(false)
    expect(words(content)).toContain(text('order.step.elsewhereText'))
    await click(button(text('teamLists.outcomes.ask')))
    await flushScreen()
    expect(inputsOf('team.adopt')).toEqual([{ entryId: 'e2' }])
    expect(words(content)).toContain(text('teamLists.entry.takenOver', { desk: 'Desk 2' }))
    expect(offered('answer.checkStatus')).toBe(true)
    expect(offered('teamLists.outcomes.ask')).toBe(false)
    expect(document.activeElement?.tagName).toBe('H1')
  },
)

test('a payment that cannot be adopted shows the reason and stays with the other desk', async () => {
  const { content } = await openCopy(copied(detail({ state: 'unknown' })), { 'team.adopt': () => failed({ code: 'no-such-profile' }) })
  await click(button(text('teamLists.outcomes.ask')))
  await flushScreen()
  expect(words(content)).toContain(text('failure.what.no-such-profile'))
  expect(offered('teamLists.outcomes.ask')).toBe(true)
})

test('a status query of another desk cannot be adopted', async () => {
  const { content } = await openInTeam('/payment/e2', {
    'orders.page': () => success({ kind: 'request', detail: detail({ operation: 'status', effect: 'reads', state: 'unknown' }) }),
  })
  expect(words(content)).toContain(text('teamLists.entry.sentBy', { desk: 'Desk 2' }))
  expect(offered('teamLists.outcomes.ask')).toBe(false)
  expect(offered('answer.openInspector')).toBe(false)
})

test('a payment of a merchant without a profile here shows that, and cannot be checked', async () => {
  const { content } = await openCopy(copied(detail({ state: 'unknown' }), { profileId: 'theirs' as ProfileId }))
  expect(words(content)).toContain(text('teamLists.entry.noProfile'))
  expect(offered('answer.checkStatus')).toBe(false)
  expect(offered('teamLists.outcomes.ask')).toBe(false)
})

const own = detail({ sentBy: undefined, sentByLabel: undefined, isCopy: undefined })

test('in a team this desk’s own payment names this desk', async () => {
  const { content } = await openCopy(aPage({ entries: [own] }))
  await press(text('order.evidence.facts'))
  expect(words(content)).toContain(`${text('teamLists.entry.desk')}Desk 1`)
})

test('without a team no desk is named', async () => {
  const { content } = await openScreen('/payment/e2', { 'orders.page': () => success(aPage({ entries: [own] })) })
  await flushScreen()
  await press(textPattern('order.evidence.facts'))
  expect(words(content)).toContain('Anna Vogel')
  expect(words(content)).not.toContain(text('teamLists.entry.desk'))
})

test('a payment that is not copied yet shows the age of the copies, and the payment once it arrives', async () => {
  let there = false
  const { content, emit } = await openInTeam('/payment/e2', {
    'orders.page': () => (there ? success(copied(detail())) : failed({ code: 'no-such-entry' })), 'team.order': () => success(aTeamOrder()),
  }, aMember({ connection: unreachable }))
  expect(words(content)).toContain(text('failure.what.no-such-entry'))
  expect(words(content.querySelector('[role="status"]')!)).toContain('20 Nov')
  there = true
  emit('journal.changed', null)
  await flushScreen()
  expect(words(content)).toContain(text('teamLists.entry.sentBy', { desk: 'Desk 2' }))
})
