// How current the entries of other desks are: over the list of the history, and on the screen of the team.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { aLine } from '../screen-support/data.ts'
import { openScreen } from '../screen-support/open.ts'
import { aMember, allCopied, openInTeam, unreachable, type Member } from '../screen-support/team.ts'
import { button, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => { vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600) })
afterEach(() => { vi.restoreAllMocks() })

const answers = { 'history.list': () => success({ lines: [aLine()], next: null }) }
const copied = (changes: Partial<Member['copied']>): Member => aMember({ copied: { ...allCopied, ...changes } })
const asOf = text('teamLists.copied.asOf', { time: '20 Nov, 14:02' })
const never = text('teamLists.copied.never')
const copying = text('teamLists.copied.copying')
const diskFull = text('teamLists.copied.stopped.disk-full')
const contradicted = text('teamLists.copied.contradicted', { desks: 'Desk 2, Desk 3' })

/** The notice over the list. */
const notice = (): HTMLElement | null => document.querySelector('main .notice[role="status"]')
const shown = (): string => (notice() === null ? '' : words(notice()!))

test.each<[name: string, member: Member, kind: string, said: readonly string[], unsaid: readonly string[]]>([
  ['a team that is not reached: as of when', aMember({ connection: unreachable }), 'info', [asOf], [diskFull]],
  ['a desk that was never current: that nothing was read', aMember({ connection: unreachable, copied: { ...allCopied, upToDateAt: null } }), 'info', [never], []],
  ['the connection is being made: as of when', aMember({ connection: { kind: 'connecting' } }), 'info', [asOf], []],
  ['the first time: how many are to go', copied({ upToDateAt: null, waiting: 345 }), 'wait', [copying, text('teamLists.copied.toGo', { count: 345, number: '345' })], [never]],
  ['after a long time away: how many are to go', copied({ waiting: 12_345 }), 'wait', [copying, '12,345'], [asOf]],
  ['a full disk: what to do, and as of when', copied({ stopped: 'disk-full', waiting: 9_000 }), 'warning', [diskFull, asOf], [copying]],
  ['a file that cannot be used: that entries are missing', copied({ stopped: 'unusable' }), 'bad', [text('teamLists.copied.stopped.unusable')], [asOf]],
  ['logs that contradict: whose, and what to do', copied({ contradicted: ['Desk 2', 'Desk 3'] }), 'bad', [contradicted], [asOf]],
  ['several at once: the worst first', { ...copied({ contradicted: ['Desk 2', 'Desk 3'] }), connection: unreachable }, 'bad', [contradicted, asOf], []],
])('%s', async (_name, member, kind, said, unsaid) => {
  await openInTeam('/history', answers, member)
  for (const part of said) expect(shown()).toContain(part)
  for (const part of unsaid) expect(shown()).not.toContain(part)
  expect(notice()!.dataset.kind).toBe(kind)
  expect(shown().startsWith(said[0]!)).toBe(true)
})

test('nothing is said while all is current, or as good as', async () => {
  const { now } = await openInTeam('/history', answers)
  expect(notice()).toBeNull()
  await now(copied({ waiting: 12 }))
  expect(notice()).toBeNull()
  await now(aMember({ connection: unreachable }))
  expect(shown()).toContain(asOf)
  await now(aMember())
  expect(notice()).toBeNull()
})

test('in no team nothing is said of other desks', async () => {
  await openScreen('/history', answers)
  expect(notice()).toBeNull()
})

test('the first copy moves on, and its numbers are not read aloud each time', async () => {
  const { now } = await openInTeam('/history', answers, copied({ upToDateAt: null, waiting: 10_000 }))
  const toGo = () => words(notice()!.querySelector('[aria-live="off"]')!)
  expect(toGo()).toContain('10,000')
  await now(copied({ upToDateAt: null, waiting: 1 }))
  expect(toGo()).toBe(text('teamLists.copied.toGo', { count: 1, number: '1' }))
  await now(copied({ upToDateAt: '2026-11-20T14:03:00.000Z' as UtcTime }))
  expect(notice()).toBeNull()
})

test('a log that contradicts leads to the screen that verifies', async () => {
  await openInTeam('/history', answers, copied({ contradicted: ['Desk 2'] }))
  expect(button(text('team.notice.open'), notice()!).getAttribute('href')).toContain('/team')
})

test.each([
  ['all current', aMember(), text('teamLists.copied.current', { time: '20 Nov, 14:02' })],
  ['being copied', copied({ waiting: 12_345 }), `${copying} ${text('teamLists.copied.toGo', { count: 12_345, number: '12,345' })}`],
  ['stopped', copied({ stopped: 'disk-full' }), `${diskFull} ${asOf}`],
  ['not reached', aMember({ connection: unreachable }), asOf],
])('the screen of the team says it in one line: %s', async (_name, member, line) => {
  const { content } = await openInTeam('/team', { 'team.waitingTime': () => success({ minutes: 60 }) }, member)
  expect(words(content)).toContain(`${text('teamLists.copied.label')}${line}`)
})
