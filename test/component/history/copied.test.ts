// The age of the entries of other desks, shown above the history and on the screen of the team.
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

/** The notice above the list. */
const notice = (): HTMLElement | null => document.querySelector('main .notice[role="status"]')
const shown = (): string => (notice() === null ? '' : words(notice()!))

test.each<[name: string, member: Member, kind: string, expected: readonly string[], absent: readonly string[]]>([
  ['an unreachable team: the time of the last copy', aMember({ connection: unreachable }), 'info', [asOf], [diskFull]],
  ['a desk that was never current: nothing was copied', aMember({ connection: unreachable, copied: { ...allCopied, upToDateAt: null } }), 'info', [never], []],
  ['a connection in progress: the time of the last copy', aMember({ connection: { kind: 'connecting' } }), 'info', [asOf], []],
  ['the first copy: the number of remaining entries', copied({ upToDateAt: null, waiting: 345 }), 'wait', [copying, text('teamLists.copied.toGo', { count: 345, number: '345' })], [never]],
  ['after a long absence: the number of remaining entries', copied({ waiting: 12_345 }), 'wait', [copying, '12,345'], [asOf]],
  ['a full disk: the next step, and the time of the last copy', copied({ stopped: 'disk-full', waiting: 9_000 }), 'warning', [diskFull, asOf], [copying]],
  ['an unusable file: entries are missing', copied({ stopped: 'unusable' }), 'bad', [text('teamLists.copied.stopped.unusable')], [asOf]],
  ['contradicting logs: their desks, and the next step', copied({ contradicted: ['Desk 2', 'Desk 3'] }), 'bad', [contradicted], [asOf]],
  ['several problems: the worst first', { ...copied({ contradicted: ['Desk 2', 'Desk 3'] }), connection: unreachable }, 'bad', [contradicted, asOf], []],
])('the notice shows for %s', async (_name, member, kind, expected, absent) => {
  await openInTeam('/history', answers, member)
  for (const part of expected) expect(shown()).toContain(part)
  for (const part of absent) expect(shown()).not.toContain(part)
  expect(notice()!.dataset.kind).toBe(kind)
  expect(shown().startsWith(expected[0]!)).toBe(true)
})

test('there is no notice while the copies are current or nearly current', async () => {
  const { now } = await openInTeam('/history', answers)
  expect(notice()).toBeNull()
  await now(copied({ waiting: 12 }))
  expect(notice()).toBeNull()
  await now(aMember({ connection: unreachable }))
  expect(shown()).toContain(asOf)
  await now(aMember())
  expect(notice()).toBeNull()
})

test('a desk in no team shows no notice about other desks', async () => {
  await openScreen('/history', answers)
  expect(notice()).toBeNull()
})

test('the progress of the first copy is updated without an announcement for each number', async () => {
  const { now } = await openInTeam('/history', answers, copied({ upToDateAt: null, waiting: 10_000 }))
  const toGo = () => words(notice()!.querySelector('[aria-live="off"]')!)
  expect(toGo()).toContain('10,000')
  await now(copied({ upToDateAt: null, waiting: 1 }))
  expect(toGo()).toBe(text('teamLists.copied.toGo', { count: 1, number: '1' }))
  await now(copied({ upToDateAt: '2026-11-20T14:03:00.000Z' as UtcTime }))
  expect(notice()).toBeNull()
})

test('a contradicting log links to the screen of the team', async () => {
  await openInTeam('/history', answers, copied({ contradicted: ['Desk 2'] }))
  expect(button(text('team.notice.open'), notice()!).getAttribute('href')).toContain('/team')
})

test.each([
  ['all current', aMember(), text('teamLists.copied.current', { time: '20 Nov, 14:02' })],
  ['being copied', copied({ waiting: 12_345 }), `${copying} ${text('teamLists.copied.toGo', { count: 12_345, number: '12,345' })}`],
  ['stopped', copied({ stopped: 'disk-full' }), `${diskFull} ${asOf}`],
  ['not reached', aMember({ connection: unreachable }), asOf],
])('the screen of the team shows the copies in one line: %s', async (_name, member, line) => {
  const { content } = await openInTeam('/team', { 'team.waitingTime': () => success({ minutes: 60 }) }, member)
  expect(words(content)).toContain(`${text('teamLists.copied.label')}${line}`)
})
