// Notices about the team on every screen.
import { expect, it } from 'vitest'
import type { TeamMember, TeamState } from '#shared/model/team/team-state.ts'
import { success } from '#shared/result.ts'
import { flushScreen } from '../screen-support/open.ts'
import { aList, aProfile } from '../support/data.ts'
import { ada } from '../support/access.ts'
import { words } from '../support/mount.ts'
import { aMember, anEntry, openTeam, unreachable, worksAlone } from './team-screen.ts'
import { text } from '../../support/texts.ts'

const footer = (): HTMLElement => document.querySelector<HTMLElement>('footer')!

it.each([
  [aMember(), text('team.footer.connected')],
  [aMember({ connection: { kind: 'connecting' } }), text('team.footer.connecting')],
  [aMember({ waiting: 3 }), text('team.footer.waiting', { count: 3 })],
  [aMember({ waiting: 3, connection: unreachable }), text('team.footer.unreachable')],
  [aMember({ alone: [worksAlone()], waiting: 3 }), text('team.footer.alone')],
  [aMember({ alone: [worksAlone({ isThisDesk: false })] }), text('team.footer.connected')],
  [aMember({ connection: { kind: 'went-back', missingOf: [] } }), text('team.footer.behind')],
  [aMember({ connection: { kind: 'forked' } }), text('team.footer.behind')],
  [aMember({ collisions: [anEntry] }), text('team.footer.collisions', { count: 1 })],
])('the side bar shows the team’s state, the worst of it, with a link (%#)', async (member, line) => {
  await openTeam(member, {}, ada, '/order-status')
  const link = footer().querySelector('a')!
  expect(words(link)).toBe(line)
  expect(link.getAttribute('href')).toContain('/team')
})

const banners: readonly (readonly [string, Partial<TeamMember>, string])[] = [
  ['not reached', { connection: unreachable }, text('team.notice.unreachable.title')],
  ['back in time', { connection: { kind: 'went-back', missingOf: ['Till'] } }, text('team.notice.went-back.title')],
  ['forked', { connection: { kind: 'forked' } }, text('team.notice.forked.title')],
  ['sent twice', { collisions: [anEntry] }, text('team.notice.collisions.title', { count: 1 })],
  ['alone elsewhere', { alone: [worksAlone({ isThisDesk: false, deskLabel: 'Till' })] }, 'Till'],
  ['alone here', { alone: [worksAlone()] }, 'line is down'],
]

it.each(banners)('%s: every screen shows it with a link to the team’s screen, which shows it itself', async (_name, changes, expected) => {
  const { content, go } = await openTeam(aMember(changes), {}, ada, '/order-status')
  const banner = content.querySelector('.banners')!
  expect(words(banner)).toContain(expected)
  expect([...banner.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([expect.stringContaining('/team')])
  await go('/team')
  expect(content.querySelector('.banners')).toBeNull()
  expect(words(content)).toContain(expected)
})

it.each([
  [unreachable, text('team.notice.nothingSent'), text('team.notice.onlyAlone')],
  [{ kind: 'forked' }, text('team.notice.forked.nothingSent'), text('team.notice.forked.onlyAlone')],
] as const)('does not state that nothing is sent while a profile works alone (%#)', async (connection, nothing, onlyAlone) => {
  const { content } = await openTeam(aMember({ connection, alone: [worksAlone()] }), {}, ada, '/order-status')
  expect(words(content)).toContain(onlyAlone)
  expect(words(content)).not.toContain(nothing)
})

it('shows nothing if there is no problem', async () => {
  const { content } = await openTeam(aMember(), {}, ada, '/order-status')
  expect(content.querySelector('.banners')).toBeNull()
})

it('shows main’s events about the team at once, and removes them again', async () => {
  let state: TeamState = aMember()
  const { emit, content } = await openTeam(state, { 'team.describe': () => success(state) }, ada, '/order-status')
  state = aMember({ connection: unreachable })
  emit('team.changed', null)
  await flushScreen()
  expect(words(content)).toContain(text('team.notice.unreachable.title'))
  state = { state: 'none' }
  emit('team.changed', null)
  await flushScreen()
  expect(words(content)).not.toContain(text('team.notice.unreachable.title'))
  expect(footer().querySelector('a')).toBeNull()
})

it('a rehearsal is marked in the side bar of every screen and on the screen of the team', async () => {
  const { content, go } = await openTeam(aMember({ rehearsal: true }), {}, ada, '/order-status')
  expect(words(footer())).toContain(text('team.footer.rehearsal', { desk: 'Front office 2' }))
  expect(content.querySelector('.banners')).toBeNull()
  await go('/team')
  expect(words(content)).toContain(text('team.connection.rehearsal'))
  expect([...content.querySelectorAll('.pill')].map(words)).toContain(text('team.rehearsal'))
})

it.each([
  ['production', true, true], ['production', false, false], ['staging', true, false],
] as const)('a %s profile, in a rehearsal %s: the refusal of production is shown before a form is filled in: %s', async (environment, rehearsal, isShown) => {
  const { content } = await openTeam(aMember({ rehearsal }), {
    'profiles.list': () => success(aList(aProfile({ environment }))),
  }, ada, '/order-status')
  expect(words(content).includes(text('team.notice.rehearsal.title'))).toBe(isShown)
})
