// Open claims of the team's other desks, and requests that two desks sent, among the open outcomes.
import { expect, test } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { anOpenOutcome, aRow } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { aClaim, aMember, openClaims, openInTeam } from '../screen-support/team.ts'
import { otto } from '../support/access.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const collided = 'c'.repeat(32) as EntryId
const articles = (): string[] => [...document.querySelectorAll('article')].map((article) => words(article))
const detail = () => success({
  row: aRow({ entryId: collided, merchantOrderId: 'inv-9' as never }), url: '', login: 'acme-shop', gatewayAt: null, fields: [], signedText: '' as never, askedSerialNumber: null, events: [], notes: [],
})
const open = (answers: Parameters<typeof openInTeam>[1], member = aMember()) =>
  openInTeam('/open-outcomes', { 'resolution.list': () => success([]), 'history.entry': detail, ...answers }, member)

test('an open claim of another desk is listed with person and desk, and one action; those of this desk are not', async () => {
  const { content } = await open({
    'team.openClaims': () => openClaims([
      aClaim({ state: 'unknown' }), aClaim({ entryId: 'b'.repeat(32) as EntryId }, { isThisDesk: true, id: 'own-1' }),
    ]),
  })
  expect(articles()).toHaveLength(1)
  for (const part of [
    text('teamLists.person', { who: 'Anna Vogel', desk: 'Desk 2' }), text('teamLists.outcomes.create', { id: 'inv-7' }),
    text('teamLists.outcomes.known.unknown'), 'Acme Shop',
  ]) expect(articles()[0]).toContain(part)
  const buttons = [...document.querySelectorAll('article button')].map((one) => words(one))
  expect(buttons).toEqual([text('teamLists.outcomes.ask')])
  expect(words(content)).not.toContain(text('openOutcomes.emptyTitle'))
})

test('"Ask the gateway about it" adopts it: it is among this desk\'s own from then on', async () => {
  let taken = false
  const { inputsOf } = await open({
    'team.openClaims': () => openClaims([aClaim({ state: 'unknown' })]),
    'team.adopt': () => {
      taken = true
      return success(null)
    },
    'resolution.list': () => success(taken ? [anOpenOutcome({}, { entryId: 'a'.repeat(32) as EntryId })] : []),
  })
  await click(button(text('teamLists.outcomes.ask')))
  await flushScreen()
  expect(inputsOf('team.adopt')).toEqual([{ entryId: 'a'.repeat(32) }])
  expect(articles()).toHaveLength(1)
  expect(articles()[0]).toContain(text('openOutcomes.checkNow'))
  expect(() => button(text('teamLists.outcomes.ask'))).toThrow()
})

test('one that cannot be adopted shows why and stays', async () => {
  await open({
    'team.openClaims': () => openClaims([aClaim()]), 'team.adopt': () => failed({ code: 'no-such-entry' }),
  })
  await click(button(text('teamLists.outcomes.ask')))
  await flushScreen()
  expect(articles()[0]).toContain(text('failure.what.no-such-entry'))
})

test('a request that two desks sent comes first, with the next step and a link to the order', async () => {
  await open({
    'team.openClaims': () => openClaims([aClaim()]), 'resolution.list': () => success([anOpenOutcome()]),
  }, aMember({ collisions: [collided] }))
  expect(articles()).toHaveLength(3)
  expect(articles()[0]).toContain(text('teamLists.outcomes.collision.next'))
  expect(articles()[0]).toContain('inv-9')
  expect(button(text('answer.openPayment')).getAttribute('href')).toContain('/payment/')
  expect(articles()[2]).toContain('Desk 2')
})

test('a request that two desks sent is closed by an administrator, with a reason, and leaves the list', async () => {
  const { inputsOf } = await open({ 'team.closeCollision': () => success(aMember()) }, aMember({ collisions: [collided] }))
  await click(button(text('teamLists.outcomes.closing.open')))
  await click(button(text('teamLists.outcomes.closing.action')))
  expect(inputsOf('team.closeCollision')).toEqual([])
  await type(field(text('common.reason')), 'Compared: the other one was refunded')
  await click(button(text('teamLists.outcomes.closing.action')))
  await flushScreen()
  expect(inputsOf('team.closeCollision')).toEqual([{ entryId: collided, reason: 'Compared: the other one was refunded' }])
  expect(articles()).toHaveLength(0)
})

test('an operator sees who may close it, and is not offered that', async () => {
  await open({ 'access.describe': () => success({ state: 'unlocked', person: otto }) }, aMember({ collisions: [collided] }))
  expect(articles()[0]).toContain(text('teamLists.outcomes.closing.administrator'))
  expect(() => button(text('teamLists.outcomes.closing.open'))).toThrow()
})

test('the groups count and filter what is open at other desks, too', async () => {
  await open({
    'team.openClaims': () => openClaims([aClaim({ state: 'unknown' }), aClaim({ entryId: 'b'.repeat(32) as EntryId }, { id: 'inv-8' })]),
  }, aMember({ collisions: [collided] }))
  const group = (name: 'unknown' | 'sent-twice', count: number) => text('openOutcomes.ofGroup', { group: text(`openOutcomes.group.${name}`), count })
  expect(field(text('openOutcomes.all', { count: 3 }))).toBeTruthy()
  await click(field(group('unknown', 1)))
  expect(articles()).toHaveLength(1)
  expect(articles()[0]).toContain('inv-7')
  await click(field(group('sent-twice', 1)))
  expect(articles()).toHaveLength(1)
  expect(articles()[0]).toContain(text('teamLists.outcomes.collision.pill'))
})

test('the navigation counts requests that two desks sent, and claims that are open at another desk for minutes', async () => {
  const justNow = new Date().toISOString() as never
  await open({
    'team.openClaims': () => openClaims([
      aClaim({ state: 'processing' }), aClaim({ entryId: 'b'.repeat(32) as EntryId, since: justNow }), aClaim({ entryId: 'd'.repeat(32) as EntryId, since: justNow, state: 'unknown' }),
    ]),
  }, aMember({ collisions: [collided] }))
  expect(words(document.querySelector('nav a[href*="/open-outcomes"] .count')!)).toBe('3')
})

test('while the team cannot be reached nothing is shown as resolved at other desks', async () => {
  const { content } = await open({
    'team.openClaims': () => failed({ code: 'team-unavailable', why: 'unreachable', detail: 'The server could not be reached.' }),
  })
  expect(words(content)).toContain(text('teamLists.outcomes.notReached'))
})

test('of more open claims than are listed, the page shows that there are more', async () => {
  const { content } = await open({ 'team.openClaims': () => openClaims([aClaim()], true) })
  expect(words(content)).toContain(text('teamLists.outcomes.more'))
})

test('a change of the team adds and removes open claims of other desks', async () => {
  let claims = [aClaim()]
  const { now } = await open({ 'team.openClaims': () => openClaims(claims) })
  expect(articles()).toHaveLength(1)
  claims = []
  await now()
  expect(articles()).toHaveLength(0)
})

test('the result of an entry that another desk resolved is shown once it is copied', async () => {
  let claims = [aClaim()]
  let state: 'processing' | 'approved' = 'processing'
  const { content, now, emit } = await open({
    'team.openClaims': () => openClaims(claims),
    'history.entry': ({ entryId }) => success({ ...detail().value, row: aRow({ entryId, state }) }),
  })
  claims = []
  await now()
  const message = text('openOutcomes.gone.text', { state: 'Approved' })
  expect(words(content)).not.toContain(message)
  state = 'approved'
  emit('journal.changed', { changed: ['a'.repeat(32) as EntryId] } as never)
  await flushScreen()
  expect(words(content)).toContain(message)
})
