import { expect, it } from 'vitest'
import { failed, success } from '#shared/result.ts'
import type { TeamTestSteps } from '#shared/model/team/team-state.ts'
import { flushScreen } from '../screen-support/open.ts'
import { otto, ada } from '../support/access.ts'
import { click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aMember, buttonNames, fillJoin, openTeam, password, press } from './team-screen.ts'
import { text } from '../../support/texts.ts'

const none = { state: 'none' } as const
const passwordField = (): HTMLInputElement => field(text('team.field.password'))
const upTo = (step: 'login' | 'schema' | 'clock', result: 'failed' | 'warning' | 'ok'): TeamTestSteps => {
  const names = ['reach', 'encryption', 'login', 'session', 'version', 'schema', 'rights', 'clock'] as const
  const last = names.indexOf(step)
  return names.slice(0, last + 1).map((name, at) => ({
    step: name, result: at === last ? result : 'ok', detail: at === last ? 'What was found.' : 'As it should be.',
  }))
}

it('a desk in no team sees what a team offers, and nothing about a team on other screens', async () => {
  const { content } = await openTeam(none)
  expect(words(content)).toContain(text('team.none.gives'))
  expect(words(document.querySelector('footer')!)).not.toContain('Team')
  expect(buttonNames()).not.toContain(text('team.notice.open'))
})

it('an operator sees who may join, and is not offered it', async () => {
  const { content } = await openTeam(none, {}, otto)
  expect(words(content)).toContain(text('team.none.gives'))
  expect(words(content)).toContain(text('access.onlyAdministrators.team'))
  expect(words(content)).toContain(text('access.onlyAdministrators.names', { names: ada.name }))
  expect(buttonNames()).toEqual([])
})

it('missing and invalid values are shown beside their fields, and no connection is made', async () => {
  const { called } = await openTeam(none)
  await press(text('team.join.action'))
  for (const [name, problem] of [['host', 'host'], ['database', 'database'], ['user', 'user'], ['password', 'password'], ['label', 'label']] as const) {
    expect(descriptionOf(field(text(`team.field.${name}`)))).toBe(text(`team.problem.${problem}`))
  }
  await fillJoin({ label: 'Desk 4111111111111111' })
  await type(field(text('team.field.port')), '70000')
  await press(text('team.join.action'))
  expect(descriptionOf(field(text('team.field.port')))).toBe(text('team.problem.port'))
  expect(descriptionOf(field(text('team.field.label')))).toBe(text('team.problem.labelCard'))
  expect(called.filter(({ name }) => name.startsWith('team.') && name !== 'team.describe')).toEqual([])
})

it('further servers are read from one line, and an invalid one is reported beside it', async () => {
  const { inputsOf } = await openTeam(none, { 'team.test': () => success([]) })
  await fillJoin({ furtherServers: 'db2.example, db3.example:port' })
  await press(text('team.test.action'))
  expect(descriptionOf(field(text('team.field.furtherServers')))).toBe(text('team.problem.furtherServers', { most: 4 }))
  expect(inputsOf('team.test')).toEqual([])
  await fillJoin({ furtherServers: 'db2.example, db3.example:5433' })
  await press(text('team.test.action'))
  expect(inputsOf('team.test')).toMatchObject([{ address: {
    host: 'db.example', furtherServers: [{ host: 'db2.example', port: 5_432 }, { host: 'db3.example', port: 5_433 }],
  } }])
})

it.each([
  ['-----BEGIN PRIVATE KEY-----', 'private-key'], ['not a certificate', 'no-certificate'],
] as const)('among pasted authorities, %s is refused: it would be stored in clear text', async (pasted, problem) => {
  const { inputsOf } = await openTeam(none)
  await fillJoin({ authorities: pasted })
  await press(text('team.test.action'))
  expect(descriptionOf(field(text('team.field.authorities')))).toBe(text(`team.problem.authorities.${problem}`))
  expect(inputsOf('team.test')).toEqual([])
})

it('joins with what was typed; the password is removed from the page before main has replied', async () => {
  const member = aMember()
  const answer = Promise.withResolvers<ReturnType<typeof success<typeof member>>>()
  const { inputsOf, content } = await openTeam(none, { 'team.join': () => answer.promise })
  await fillJoin()
  await press(text('team.join.action'))
  expect(passwordField().value).toBe('')
  // It waits for a box outside the window.
  expect(words(content)).toContain(text('team.waiting.title'))
  answer.resolve(success(member))
  await flushScreen()
  expect(inputsOf('team.join')).toEqual([{
    address: { host: 'db.example', port: 5_432, database: 'team', user: 'anna', authorities: '' }, password, label: 'Front office 2',
  }])
  expect(words(content)).toContain(text('team.connection.state.connected'))
  expect(document.activeElement).toBe(content.querySelector('h1'))
  expect(words(content)).not.toContain(text('team.waiting.title'))
  expect(document.documentElement.outerHTML).not.toContain(password)
})

it('a join that main refused shows why, and the password must be typed again', async () => {
  const { content } = await openTeam(none, { 'team.join': () => failed({ code: 'not-confirmed-outside' }) })
  await fillJoin()
  await press(text('team.join.action'))
  expect(words(content)).toContain(text('failure.what.not-confirmed-outside'))
  expect(passwordField().value).toBe('')
})

it('a join over a connection that fails shows the failed step, and what to do about it', async () => {
  const detail = 'The team database refused the login.'
  const { content } = await openTeam(none, { 'team.join': () => failed({ code: 'team-test-failed', step: 'login', detail }) })
  await fillJoin()
  await press(text('team.join.action'))
  const alert = words(content.querySelector('[role="alert"]')!)
  expect(alert).toContain(detail)
  expect(alert).toContain(text('team.test.next.login'))
})

it('the test lists each step in order, what failed, what was not tried, and what comes next', async () => {
  const { inputsOf, content } = await openTeam(none, { 'team.test': () => success(upTo('schema', 'failed')) })
  await fillJoin()
  await press(text('team.test.action'))
  expect(inputsOf('team.test')[0]).toMatchObject({ password })
  const items = [...content.querySelectorAll('ol li')].map((item) => words(item))
  expect(items).toHaveLength(8)
  expect(items[0]).toContain(`${text('team.test.result.ok')} ${text('team.test.step.reach')}`.replace(' ', ''))
  expect(items[5]).toContain(text('team.test.result.failed'))
  expect(items[6]).toContain(text('team.test.notTested'))
  expect(words(content)).toContain(text('team.test.verdict.failed'))
  expect(words(content)).toContain(text('team.test.next.schema'))
  // Kept for joining, the next step.
  expect(passwordField().value).toBe(password)
})

it('a password that the database refused is not kept', async () => {
  await openTeam(none, { 'team.test': () => success(upTo('login', 'failed')) })
  await fillJoin()
  await press(text('team.test.action'))
  expect(passwordField().value).toBe('')
})

it('a warning is neither failure nor success', async () => {
  const { content } = await openTeam(none, { 'team.test': () => success(upTo('clock', 'warning')) })
  await fillJoin()
  await press(text('team.test.action'))
  expect(words(content)).toContain(text('team.test.verdict.warning'))
  expect(words(content)).not.toContain(text('team.test.verdict.ok'))
  expect(words(content)).toContain(text('team.test.next.clock'))
})

it('an invitation fills in the address, shows the result for its profiles, and leaves user and password to the person', async () => {
  const { content } = await openTeam(none, { 'team.acceptInvitation': () => success({
    address: { host: 'db.office.example', port: 6_543, database: 'shared', authorities: '' },
    added: ['Shop'], known: ['Outlet'], refused: [''],
  }) })
  await type(field(text('team.field.user')), 'ben')
  await press(text('team.invitation.accept'))
  expect(field(text('team.field.host')).value).toBe('db.office.example')
  expect(field(text('team.field.port')).value).toBe('6543')
  expect(field(text('team.field.user')).value).toBe('ben')
  expect(passwordField().value).toBe('')
  expect(words(content)).toContain(text('team.invitation.added', { count: 1, names: 'Shop' }))
  expect(words(content)).toContain(text('team.invitation.known', { names: 'Outlet' }))
  expect(words(content)).toContain(text('team.invitation.refused', { names: text('team.invitation.unnamed') }))
})

it('choosing no file shows nothing; a file that is not an invitation shows a failure', async () => {
  const answers = [failed({ code: 'cancelled' } as const), failed({ code: 'invitation-unreadable' } as const)]
  const { content } = await openTeam(none, { 'team.acceptInvitation': () => answers.shift()! })
  await press(text('team.invitation.accept'))
  expect(content.querySelector('[role="alert"], [role="status"]')).toBeNull()
  await press(text('team.invitation.accept'))
  expect(words(content)).toContain(text('failure.what.invitation-unreadable'))
})

it('creates the tables at the same address with the owner’s login, which the page deletes, and grants roles', async () => {
  const { inputsOf, content } = await openTeam(none, { 'team.createSchema': () => success({ from: 0, to: 1, rehearsal: false }) })
  await fillJoin({ user: '', password: '', label: '' })
  await press(text('team.tables.title'))
  await type(field(text('team.tables.owner')), 'owner')
  await type(field(text('team.tables.password')), password)
  await press(text('team.tables.add'))
  await type(field(text('team.tables.login')), 'anna')
  await type(field(text('team.tables.role')), 'administrator')
  await press(text('team.tables.action'))
  expect(inputsOf('team.createSchema')).toEqual([{
    owner: { host: 'db.example', port: 5_432, database: 'team', user: 'owner', authorities: '' }, password,
    members: [{ user: 'anna', role: 'administrator' }], rehearsal: false,
  }])
  expect(field(text('team.tables.password')).value).toBe('')
  expect(words(content)).toContain(text('team.tables.created', { to: 1 }))
  expect(words(content)).toContain('npm run -s team -- sql > schema.sql')
})

it('creates the tables of a rehearsal if that is checked, shows that, and prints its command', async () => {
  const { inputsOf, content } = await openTeam(none, { 'team.createSchema': () => success({ from: 0, to: 1, rehearsal: true }) })
  await fillJoin({ user: '', password: '', label: '' })
  await press(text('team.tables.title'))
  await type(field(text('team.tables.owner')), 'owner')
  await type(field(text('team.tables.password')), password)
  await click(field(text('team.tables.rehearsal')))
  expect(words(content)).toContain('npm run -s team -- sql --rehearsal > schema.sql')
  await press(text('team.tables.action'))
  expect(inputsOf('team.createSchema')).toMatchObject([{ rehearsal: true }])
  expect(words(content)).toContain(text('team.tables.createdRehearsal', { to: 1 }))
})

it.each([
  ['rights', '42501'], ['role', '42704'], ['lost', null], ['other', '0LP01'],
] as const)('shows why the tables were not created and what to do other than wait: %s', async (why, technical) => {
  const { content } = await openTeam(none, { 'team.createSchema': () => failed({ code: 'tables-not-created', why, technical }) })
  await fillJoin({ user: '', password: '', label: '' })
  await press(text('team.tables.title'))
  await type(field(text('team.tables.owner')), 'owner')
  await type(field(text('team.tables.password')), password)
  await press(text('team.tables.action'))
  const alert = words(content.querySelector('[role="alert"]')!)
  expect(alert).toContain(text(`failure.tables.what.${why}`))
  expect(alert).toContain(text(`failure.tables.next.${why}`))
  if (technical !== null) expect(alert).toContain(text('failure.tables.code', { code: technical }))
  expect(alert).not.toContain(text('failure.next.team-unavailable'))
})

it('a row for a role without a login, and an address without a server, create nothing', async () => {
  const { inputsOf } = await openTeam(none)
  await press(text('team.tables.title'))
  await type(field(text('team.tables.owner')), 'owner')
  await type(field(text('team.tables.password')), password)
  await press(text('team.tables.add'))
  await press(text('team.tables.action'))
  expect(descriptionOf(field(text('team.tables.login')))).toBe(text('team.problem.role'))
  expect(descriptionOf(field(text('team.field.host')))).toBe(text('team.problem.host'))
  // The field is in the form above, perhaps out of view.
  expect(document.activeElement).toBe(field(text('team.field.host')))
  expect(inputsOf('team.createSchema')).toEqual([])
})
