import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type {
  EntryId, Masked, MerchantKey, MerchantOrderId, MinorUnits, NoteId, PersonId, ProfileId, UtcTime,
} from '#shared/brands.ts'
import type { DueFollowUp } from '#shared/model/history/follow-up.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Maintenance } from '#shared/model/history/maintenance.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import type { BatchId } from '#shared/model/payments/batch.ts'
import { failed, success } from '#shared/result.ts'
import { aBatch } from '../batches/batch-data.ts'
import { anOpenOutcome } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aList, aProfile } from '../support/data.ts'
import { button, click, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00.000Z') }) })
afterEach(() => { vi.useRealTimers() })

const profile = aProfile()
const merchantKey = profile.historyKey!
const backupAt = (at: string): Maintenance['backups'][number] =>
  ({ fileName: 'b', at: at as UtcTime, bytes: 1, check: { result: 'good', entries: 1 } })
const inOrder: Maintenance = {
  bytes: 1, entries: 1, oldestAt: null, backups: [backupAt('2026-11-20T06:00:00.000Z')], backupProblem: null, lastVerification: null,
  quarantined: [], startedAnewBeside: null, warning: null,
}

/** An open outcome of the profile's merchant. */
function open(
  id: string, amount: string, row: Partial<HistoryRow> = {}, changes: Partial<OpenOutcome> = {},
): OpenOutcome {
  const minorAmount = amount as MinorUnits
  return anOpenOutcome({ closes: null, ...changes }, {
    entryId: id as EntryId, merchantOrderId: id as MerchantOrderId, merchantKey, minorAmount,
    reviewed: { minorAmount, currency: 'USD' }, ...row,
  })
}

type Answers = Parameters<typeof openScreen>[1]

async function openToday(list: OpenOutcome[], answers: Answers = {}, path = '/') {
  const screen = await openScreen(path, {
    'resolution.list': () => success([...list]),
    'maintenance.describe': () => success(inOrder),
    'historyTrust.describe': () => success({ kind: 'in-order' }),
    'keys.lives': () => success({ keys: [], damaged: [], secrets: [], authorityEnds: [] }),
    ...answers,
  }, [profile])
  await flushScreen()
  return screen
}

const heading = (): string => words(document.querySelector('h1')!)
const lines = (): string[] => [...document.querySelectorAll('.needs li')].map((line) => words(line))

test('the application opens on Today, which links to a new charge', async () => {
  const { path } = await openToday([])
  expect(path()).toBe('/today')
  expect(heading()).toBe(text('today.nothing'))
  await click(button(text('today.newCharge')))
  await flushScreen()
  expect(path()).toBe('/recurrent-payment')
})

test('uncertain money comes first, the largest amount first, with its sum', async () => {
  await openToday([
    open('id-small', '720'), open('id-large', '8800', { state: 'error' }), open('id-slow', '100', { state: 'processing' }),
    open('id-bank', '9900', { state: 'processing' }, { cardholder: { link: 'https://bank.example/step' } }),
  ])
  expect(heading()).toBe(text('today.needs', { count: 4 }))
  expect(lines().map((line) => /id-[a-z]+/.exec(line)?.[0])).toEqual(['id-large', 'id-small', 'id-slow', 'id-bank'])
  expect(lines()[0]).toContain('88.00 USD')
  expect(words()).toContain(text('today.uncertain', { count: 3, amounts: '96.20 USD' }))
  expect(lines()[3]).toContain(text('today.payments.title.cardholder'))
})

test('each line has one recommended step, and a status check runs in place', async () => {
  const list = [open('gc-1', '720'), open('gc-2', '500')]
  const { inputsOf, emit } = await openToday(list, {
    'orders.checkStatus': () => {
      list.shift()
      return success({ resolved: true } as never)
    },
  })
  const [first] = document.querySelectorAll('.needs .primary')
  expect(document.querySelectorAll('.needs .primary')).toHaveLength(1)
  expect(words(document.getElementById(first!.getAttribute('aria-describedby')!)!)).toContain('gc-1')
  await click(first as HTMLElement)
  emit('resolution.changed', null)
  await flushScreen()
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'gc-1' }])
  expect(heading()).toBe(text('today.needs', { count: 1 }))
})

test('the sum is shown as a minimum if an amount is not known', async () => {
  await openToday([open('gc-1', '720'), open('gc-2', '100', { operation: 'void', minorAmount: null, reviewed: null })])
  expect(words()).toContain(text('today.uncertainAtLeast', { count: 2, amounts: '7.20 USD' }))
})

test('while a charge is in normal progress, "Nothing needs you" does not mean that every request has a result', async () => {
  await openToday([open('fresh', '100', { state: 'processing', at: '2026-11-20T09:59:00.000Z' as UtcTime })])
  expect(heading()).toBe(text('today.nothing'))
  expect(words()).toContain(text('today.nothingYet', { count: 1 }))
  expect(words()).not.toContain(text('today.nothingText'))
})

test('a charge in normal progress is not listed, and other merchants have one line', async () => {
  await openToday([
    open('fresh', '100', { state: 'processing', at: '2026-11-20T09:59:00.000Z' as UtcTime }),
    open('other', '100', { merchantKey: 'https://gate.example gw other' as MerchantKey }),
  ])
  expect(lines()).toEqual([expect.stringContaining(text('today.payments.elsewhere', { count: 1 }))])
  expect(words()).not.toContain(text('today.uncertain', { count: 1, amounts: '1.00 USD' }))
  expect(words()).not.toContain(text('today.others'))
})

/** A follow-up of a payment. */
function due(id: string, person: string | null, isMine: boolean, note: Partial<DueFollowUp['note']> = {}): DueFollowUp {
  return {
    row: anOpenOutcome({}, { entryId: id as EntryId, merchantOrderId: id as MerchantOrderId }).row, isMine,
    note: {
      entryId: id as EntryId, noteId: id.padEnd(32, '0') as NoteId, about: 'payment', at: '2026-11-18T09:00:00.000Z' as UtcTime,
      who: 'm.keller', text: 'Call\u202E\nback <b>now</b>' as Masked, tags: [], finished: null, corrected: null, removed: null, earlier: [],
      followUp: { day: '2026-11-19', person: person === null ? null : { id: 'a'.repeat(16) as PersonId, name: person } }, ...note,
    },
  }
}

test('follow-ups that are due come after uncertain money and before what waits for the cardholder, with one action', async () => {
  const bank = open('id-bank', '9900', { state: 'processing' }, { cardholder: { link: 'https://bank.example/step' } })
  const { inputsOf, path } = await openToday([bank, open('id-unknown', '720')], {
    'notes.due': () => success({ due: [due('id-mine', 'Ada', true), due('id-any', null, false), due('id-other', 'Otto', false)], more: 0 }),
  })
  expect(inputsOf('notes.due')).toEqual([{ profileId: 'profile-1' }])
  expect(heading()).toBe(text('today.needs', { count: 5 }))
  expect(lines().map((line) => /id-[a-z]+/.exec(line)?.[0])).toEqual(['id-unknown', 'id-mine', 'id-any', 'id-other', 'id-bank'])
  expect(lines()[1]).toContain(text('today.followUp.mine'))
  expect(lines()[1]).toContain('Call back <b>now</b>')
  expect(lines()[3]).toContain(text('today.followUp.of', { person: 'Otto' }))
  expect(document.querySelectorAll('.needs li')[1]!.querySelectorAll('button, .button')).toHaveLength(1)
  await click(document.querySelectorAll('.needs li')[1]!.querySelector<HTMLElement>('.button')!)
  await flushScreen()
  expect(path()).toBe('/payment/id-mine')
})

test('follow-ups that are due beyond those listed are counted in a line', async () => {
  await openToday([], { 'notes.due': () => success({ due: [due('id-mine', 'Ada', true)], more: 52 }) })
  expect(lines()).toHaveLength(2)
  expect(lines()[1]).toContain(text('today.followUp.more', { count: 52 }))
})

test('nothing needs you only when no follow-up is due', async () => {
  let list = [due('id-mine', 'Ada', true)]
  const { emit } = await openToday([], { 'notes.due': () => success({ due: list, more: 0 }) })
  expect(heading()).toBe(text('today.needs', { count: 1 }))
  list = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  emit('journal.changed', null)
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await flushScreen()
  expect(heading()).toBe(text('today.nothing'))
})

test('a paused batch waits for a person, with the rows that were not sent', async () => {
  const paused = aBatch({ state: 'paused', paused: { why: 'declines', at: '2026-11-20T09:00:00.000Z' as UtcTime, detail: null } })
  const { path } = await openToday([], { 'batches.paused': () => success([paused]) })
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toContain(text('today.batch.title', { count: 66 }))
  await click(document.querySelector<HTMLElement>('.needs li .button')!)
  await flushScreen()
  expect(path()).toBe(`/batches/${paused.batchId}`)
})

test('a paused batch of another profile waits too, with the name of its merchant, after those of the active one', async () => {
  const pausedAt = (profileId: ProfileId, number: string) => aBatch({
    profileId, batchId: number.repeat(32) as BatchId, state: 'paused', profileName: `Shop ${number}`,
    paused: { why: 'locked', at: '2026-11-20T09:00:00.000Z' as UtcTime, detail: null },
  })
  const batches = [pausedAt('profile-9' as ProfileId, '9'), pausedAt(profile.profile.id, '1')]
  await openToday([], { 'batches.paused': () => success(batches) })
  expect(heading()).toBe(text('today.needs', { count: 2 }))
  expect(lines()[0]).not.toContain('Shop 1')
  expect(lines()[1]).toContain('Shop 9 · Staging')
})

test('"Nothing needs you" is not shown while follow-ups cannot be read', async () => {
  await openToday([], { 'notes.due': () => failed({ code: 'journal-unwritable', detail: 'No space left' }) })
  expect(heading()).not.toBe(text('today.nothing'))
  expect(words()).toContain('No space left')
})

test('a long list ends with a line that links to the rest', async () => {
  await openToday(Array.from({ length: 8 }, (_, index) => open(`gc-${index}`, `${100 + index}`)))
  expect(lines()).toHaveLength(6)
  expect(lines()[5]).toContain(text('today.payments.moreUncertain', { count: 3 }))
})

test('items that are due at this desk are listed here and shown as banners on other screens', async () => {
  const dueKey = {
    fingerprint: 'f1', name: 'Acme 2025', keyId: null, state: 'in-use' as const, isProven: true, moments: [], successor: null,
    predecessor: null, replaceBy: '2026-11-25T00:00:00.000Z' as UtcTime, reminder: 'soon' as const, next: null,
  }
  const { go } = await openToday([], {
    'keys.lives': () => success({ keys: [dueKey], damaged: [], secrets: [], authorityEnds: [] }),
    'maintenance.describe': () => success({ ...inOrder, warning: 'damaged', backups: [backupAt('2026-11-10T06:00:00.000Z')] }),
  })
  const parts = [text('shell.history.damaged.title'), text('today.housekeeping.backupOld', { span: '10 d 4 h' }), 'Acme 2025']
  parts.forEach((part, index) => { expect(lines()[index]).toContain(part) })
  expect(lines()).toHaveLength(3)
  expect(document.querySelector('.banners')).toBeNull()
  await go('/order-status')
  expect(words(document.querySelector('.banners')!)).toContain('Acme 2025')
})

test('a backup from a clock that was ahead does not hide that the last one is old', async () => {
  await openToday([], {
    'maintenance.describe': () => success({
      ...inOrder, backups: [backupAt('2027-11-20T06:00:00.000Z'), backupAt('2026-11-10T06:00:00.000Z')],
    }),
  })
  expect(lines()[0]).toContain(text('today.housekeeping.backupOld', { span: '10 d 4 h' }))
  expect(words()).not.toContain('2027')
})

test('"Nothing needs you" is not shown while a part cannot be read', async () => {
  await openToday([], { 'resolution.list': () => failed({ code: 'defect' }) })
  expect(heading()).toBe(text('today.title'))
  expect(words()).not.toContain(text('today.nothing'))
})

test('a banner does not count as "Nothing needs you", and a part that could not be read can be retried', async () => {
  let isBroken = true
  const { emit } = await openToday([], {
    'historyTrust.describe': () => (isBroken ? failed({ code: 'defect' }) : success({ kind: 'in-order' })),
  })
  expect(words()).not.toContain(text('today.nothing'))
  isBroken = false
  await click(button(text('common.retry')))
  await flushScreen()
  expect(heading()).toBe(text('today.nothing'))
  emit('keychain.waiting', { waiting: true })
  await flushScreen()
  expect(heading()).toBe(text('today.title'))
})

test('a history that is behind stops money: it comes before every payment', async () => {
  await openToday([open('gc-1', '720')], { 'historyTrust.describe': () => success({ kind: 'behind', why: 'older' }) })
  expect(lines()[0]).toContain(text('maintenance.trust.behindTitle'))
})

test('damaged keys and quarantined profiles are listed', async () => {
  await openToday([], {
    'keys.lives': () => success({ keys: [], damaged: [{ id: 'k1234567890' as never, detail: '' }], secrets: [], authorityEnds: [] }),
    'profiles.list': () => success({ ...aList(profile), missing: ['Old shop'] }),
  })
  expect(heading()).toBe(text('today.needs', { count: 2 }))
  expect(lines()[0]).toContain(text('keys.damaged.name', { id: 'k1234567' }))
  expect(lines()[1]).toContain('Old shop')
})
