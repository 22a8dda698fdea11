import { expect, it } from 'vitest'
import { failed, success } from '#shared/result.ts'
import { flushScreen } from '../screen-support/open.ts'
import { otto } from '../support/access.ts'
import { aProfile } from '../support/data.ts'
import { button, descriptionOf, field, type, words } from '../support/mount.ts'
import {
  aMember, anEntry, buttonNames, dialog, openTeam, password, press, unreachable, worksAlone,
} from './team-screen.ts'
import { text } from '../../support/texts.ts'

const nameOfProfile = text('common.merchantIn', { name: aProfile().profile.name, environment: text('common.environment.staging') })
const giveReason = (reason = 'as agreed'): Promise<void> => type(field(text('common.reason'), dialog()), reason)

it('shows this desk’s connection, its login, and what is pending', async () => {
  const { content } = await openTeam(aMember({ waiting: 3, historyWaiting: 1_200 }))
  const shown = words(content)
  for (const part of ['Front office 2', text('team.connection.serverText', { host: 'db.example', port: '5432' }), 'team', 'anna']) {
    expect(shown).toContain(part)
  }
  expect(shown).toContain(text('team.connection.waitingCount', { count: 3, number: '3' }))
  expect(shown).toContain(text('team.connection.waitingCount', { count: 1_200, number: '1,200' }))
  expect(shown).toContain(text('team.connection.state.connected'))
  expect(shown).toContain(text('team.connection.destinationsCompared.yes'))
})

it('shows that equal payouts require a confirmation if destinations cannot be compared with other desks', async () => {
  const { content } = await openTeam(aMember({ comparesDestinations: false }))
  expect(words(content)).toContain(text('team.connection.destinationsCompared.no'))
})

it('an unreachable team shows why, since when, and that nothing is sent; "Connect now" tries at once', async () => {
  const { inputsOf, content } = await openTeam(aMember({ connection: unreachable }), { 'team.connect': () => success(aMember()) })
  expect(words(content)).toContain('It could not be reached.')
  expect(words(content)).toContain('ECONNREFUSED')
  expect(words(content)).toContain(text('team.notice.nothingSent'))
  expect(words(content)).toMatch(/Last answer: 20 Nov 2026/)
  await press(text('team.connection.now'))
  expect(inputsOf('team.connect')).toHaveLength(1)
  expect(words(content)).not.toContain(text('team.notice.unreachable.title'))
  expect(words(content)).toContain(text('team.connection.state.connected'))
})

it('a restored database shows what it lacks; an administrator continues with a reason, an operator cannot', async () => {
  const wentBack = aMember({ connection: { kind: 'went-back', missingOf: ['Front office 2', 'Till'] } })
  const { inputsOf, content } = await openTeam(wentBack, { 'team.goOn': () => success(aMember()) })
  expect(words(content)).toContain(text('team.notice.went-back.text', { desks: 'Front office 2, Till' }))
  await press(text('team.goOn.open'))
  await press(text('team.goOn.action'), dialog())
  expect(descriptionOf(field(text('common.reason'), dialog()))).toBe(text('common.reasonNeeded'))
  await giveReason('restored on purpose')
  await press(text('team.goOn.action'), dialog())
  expect(inputsOf('team.goOn')).toEqual([{ reason: 'restored on purpose' }])
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  expect(words(content)).toContain(text('team.connection.state.connected'))
})

it('a step that main refused keeps its dialog open and shows why', async () => {
  await openTeam(aMember(), { 'team.leave': () => failed({ code: 'team-unwritable', detail: 'The disk is full.' }) })
  await press(text('team.desk.leave'))
  await giveReason()
  await press(text('team.leave.action'), dialog())
  expect(words(dialog())).toContain('The disk is full.')
})

it('leaving shows what is not delivered and what stays, and then the form to join', async () => {
  const { inputsOf, content } = await openTeam(aMember({ waiting: 2, historyWaiting: 5 }), { 'team.leave': () => success({ state: 'none' }) })
  await press(text('team.desk.leave'))
  expect(words(dialog())).toContain(text('team.leave.undelivered', { count: 7 }))
  expect(words(dialog())).toContain(text('team.leave.stays'))
  await giveReason()
  await press(text('team.leave.action'), dialog())
  expect(inputsOf('team.leave')).toEqual([{ reason: 'as agreed' }])
  expect(words(content)).toContain(text('team.join.title'))
})

it('a changed address is saved with the password typed again; a test without one uses the stored one', async () => {
  const { inputsOf } = await openTeam(aMember(), { 'team.test': () => success([]), 'team.join': () => success(aMember()) })
  await press(text('team.desk.change'))
  await press(text('team.test.action'), dialog())
  await press(text('team.change.action'), dialog())
  expect(descriptionOf(field(text('team.field.password'), dialog()))).toBe(text('team.problem.password'))
  await type(field(text('team.field.host'), dialog()), 'db2.example')
  await type(field(text('team.field.password'), dialog()), password)
  await press(text('team.change.action'), dialog())
  expect(inputsOf('team.test')).toEqual([{ address: aMember().address, password: null }])
  expect(inputsOf('team.join')).toEqual([{ address: { ...aMember().address, host: 'db2.example' }, password, label: 'Front office 2' }])
  expect(document.querySelector('[role="dialog"]')).toBeNull()
})

it('a profile works alone for given minutes and with a reason; ending it needs a reason too', async () => {
  const alone = aMember({ alone: [worksAlone()] })
  const answers = [alone, aMember()]
  const { inputsOf, content } = await openTeam(aMember(), { 'team.allowAlone': () => success(answers.shift()!) })
  expect(words(content)).toContain(text('team.alone.asks'))
  await press(text('team.alone.allowNamed', { profile: nameOfProfile }))
  await giveReason()
  await type(field(text('team.alone.minutes'), dialog()), '1441')
  await press(text('team.alone.allowAction'), dialog())
  expect(descriptionOf(field(text('team.alone.minutes'), dialog()))).toBe(text('team.alone.minutesProblem', { most: '1,440' }))
  await type(field(text('team.alone.minutes'), dialog()), '30')
  await press(text('team.alone.allowAction'), dialog())
  expect(words(content)).not.toContain(text('team.alone.asks'))
  await press(text('team.alone.endNamed', { profile: nameOfProfile }))
  await giveReason('line is back')
  await press(text('team.alone.endAction'), dialog())
  expect(inputsOf('team.allowAlone')).toEqual([
    { profileId: 'profile-1', minutes: 30, reason: 'as agreed' }, { profileId: 'profile-1', minutes: 0, reason: 'line is back' },
  ])
})

it('a person who works alone elsewhere is shown with desk, reason and end', async () => {
  const { content } = await openTeam(aMember({ alone: [worksAlone({ isThisDesk: false, deskLabel: 'Till', who: 'ben' })] }))
  expect(words(content.querySelector(`ul[aria-label="${text('team.alone.others')}"]`)!)).toMatch(/Acme Shop.*20 Nov.*ben on Till: line is down/)
  // This desk still asks the team.
  expect(words(content)).toContain(text('team.alone.asks'))
})

it('a request that another desk sent too links to its entry and never looks like success', async () => {
  const { content } = await openTeam(aMember({ collisions: [anEntry] }))
  expect(words(content)).toContain(text('team.notice.collisions.title', { count: 1 }))
  expect(button(text('team.notice.collisions.entry', { id: anEntry.slice(0, 8) })).getAttribute('href')).toContain(`/payment/${anEntry}`)
  expect(words(document.querySelector('footer')!)).toContain(text('team.footer.collisions', { count: 1 }))
})

it('an operator sees all of it and is offered nothing that changes it', async () => {
  const state = aMember({ connection: { kind: 'went-back', missingOf: ['Till'] }, alone: [worksAlone()], collisions: [anEntry] })
  const { content } = await openTeam(state, {}, otto)
  expect(words(content)).toContain(text('access.onlyAdministrators.team'))
  expect(words(content)).toContain(text('team.notice.went-back.title'))
  expect(words(content)).toContain('line is down')
  const copy = text('ui.copyThing', { thing: text('team.connection.fingerprint') })
  expect(buttonNames()).toEqual([text('team.connection.now'), copy, text('team.verify.start')])
})

it('the invitation’s path is shown, and that it has no password; a file that cannot be written is a failure', async () => {
  const answers = [success({ fileName: 'team-invitation.json', profiles: 2 }), failed({ code: 'file-unwritable', detail: '' } as const)]
  const { content } = await openTeam(aMember(), { 'team.invite': () => answers.shift()! })
  expect(words(content)).toContain(text('team.invitation.inviteHint'))
  await press(text('team.invitation.invite'))
  expect(words()).toContain(text('team.invitation.saved', { file: 'team-invitation.json', count: 2 }))
  await press(text('team.invitation.invite'))
  await flushScreen()
  expect(words(content)).toContain(text('failure.what.file-unwritable', { detail: '' }).trim())
})

it('an administrator proposes a removal with its age and a reason, sees what stays, and gets the command for the owner', async () => {
  const answers = [{ entries: 1_200, events: 4_800, more: true }, { entries: 0, events: 0, more: false }]
  const { inputsOf, content } = await openTeam(aMember(), { 'team.proposeRemoval': () => success(answers.shift()!) })
  const propose = async (months: string) => {
    await press(text('team.removal.open'))
    await type(field(text('team.removal.months'), dialog()), months)
    await giveReason()
    await press(text('team.removal.action'), dialog())
  }
  await propose('11')
  expect(descriptionOf(field(text('team.removal.months'), dialog()))).toContain(text('team.removal.monthsProblem'))
  for (const point of ['owner', 'stays', 'verified'] as const) {
    expect(words(dialog())).toContain(text(`team.removal.${point}`))
  }
  await type(field(text('team.removal.months'), dialog()), '36')
  await press(text('team.removal.action'), dialog())
  expect(words(content)).toContain(text('team.removal.proposed', { count: 1_200, number: '1,200' }))
  expect(words(content)).toContain(text('team.removal.more'))
  expect(words(content)).toContain('team -- retention')
  await propose('24')
  expect(inputsOf('team.proposeRemoval')).toEqual([{ months: 36, reason: 'as agreed' }, { months: 24, reason: 'as agreed' }])
  expect(words(content)).toContain(text('team.removal.none'))
})

it('an operator is not offered a removal', async () => {
  const { content } = await openTeam(aMember(), {}, otto)
  expect(words(content)).not.toContain(text('team.removal.title'))
})
