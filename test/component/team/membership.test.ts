import { expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import type { TeamVerification } from '#shared/model/team-history.ts'
import { failed, success } from '#shared/result.ts'
import { flushScreen } from '../screen-support/open.ts'
import { otto } from '../support/access.ts'
import { aProfile } from '../support/data.ts'
import { button, descriptionOf, field, type, words } from '../support/mount.ts'
import {
  aMember, anEntry, buttonNames, dialog, openTeam, password, press, unreachable, worksAlone,
} from './team-screen.ts'
import { text } from '../../texts.ts'

const nameOfProfile = text('common.merchantIn', { name: aProfile().profile.name, environment: text('common.environment.staging') })
const giveReason = (reason = 'as agreed'): Promise<void> => type(field(text('common.reason'), dialog()), reason)

it('shows where this desk is connected, as whom, and what waits', async () => {
  const { content } = await openTeam(aMember({ waiting: 3, historyWaiting: 1_200 }))
  const shown = words(content)
  for (const part of ['Front office 2', text('team.connection.serverText', { host: 'db.example', port: '5432' }), 'team', 'anna']) {
    expect(shown).toContain(part)
  }
  expect(shown).toContain(text('team.connection.waitingCount', { count: 3, number: '3' }))
  expect(shown).toContain(text('team.connection.waitingCount', { count: 1_200, number: '1,200' }))
  expect(shown).toContain(text('team.connection.state.connected'))
})

it('a team that is not reached says why, since when, and that nothing is sent; "Connect now" tries at once', async () => {
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

it('a database that went back names what it lacks; an administrator goes on with a reason, an operator cannot', async () => {
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

it('a step that main refused keeps its dialog open and says why', async () => {
  await openTeam(aMember(), { 'team.leave': () => failed({ code: 'team-unwritable', detail: 'The disk is full.' }) })
  await press(text('team.desk.leave'))
  await giveReason()
  await press(text('team.leave.action'), dialog())
  expect(words(dialog())).toContain('The disk is full.')
})

it('leaving says what is not delivered and what stays, and shows the way in afterwards', async () => {
  const { inputsOf, content } = await openTeam(aMember({ waiting: 2, historyWaiting: 5 }), { 'team.leave': () => success({ state: 'none' }) })
  await press(text('team.desk.leave'))
  expect(words(dialog())).toContain(text('team.leave.undelivered', { count: 7 }))
  expect(words(dialog())).toContain(text('team.leave.stays'))
  await giveReason()
  await press(text('team.leave.action'), dialog())
  expect(inputsOf('team.leave')).toEqual([{ reason: 'as agreed' }])
  expect(words(content)).toContain(text('team.join.title'))
})

it('a changed address is saved with the password typed again; the test without one tries the one that is kept', async () => {
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

it('a profile works alone for set minutes and with a reason, and the end is asked for too', async () => {
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

it('who works alone elsewhere is named, with desk, reason and until when', async () => {
  const { content } = await openTeam(aMember({ alone: [worksAlone({ isThisDesk: false, deskLabel: 'Till', who: 'ben' })] }))
  expect(words(content.querySelector(`ul[aria-label="${text('team.alone.others')}"]`)!)).toMatch(/Acme Shop.*20 Nov.*ben on Till: line is down/)
  // Here it asks as before.
  expect(words(content)).toContain(text('team.alone.asks'))
})

it('what another desk sent too leads to its entry and never looks like success', async () => {
  const { content } = await openTeam(aMember({ collisions: [anEntry] }))
  expect(words(content)).toContain(text('team.notice.collisions.title', { count: 1 }))
  expect(button(text('team.notice.collisions.entry', { id: anEntry.slice(0, 8) })).getAttribute('href')).toContain(`/history/${anEntry}`)
  expect(words(document.querySelector('footer')!)).toContain(text('team.footer.collisions', { count: 1 }))
})

const verified: TeamVerification = {
  desks: [{ deskId: 'd'.repeat(32) as DeskId, label: 'Front office 2', login: 'anna', keyId: 'k'.repeat(32), known: true, events: 1_204, provenThrough: 1_203 }],
  breaks: [],
}

it('a team journal in which all is proven says so, and by how much', async () => {
  const { content } = await openTeam(aMember(), { 'team.verify': () => success(verified) })
  await press(text('team.verify.start'))
  expect(words(content)).toContain(text('team.verify.good'))
  expect(words(content.querySelector('table')!)).toMatch(/Front office 2.*anna.*1,204.*1,203/)
})

it('what no signature covers is a warning with its reasons, not a success', async () => {
  const [desk] = verified.desks
  const desks = [
    { ...desk!, provenThrough: 1_199 }, { ...desk!, deskId: 'e'.repeat(32) as DeskId, label: 'Till', login: 'ben', known: false },
    { ...desk!, deskId: 'f'.repeat(32) as DeskId, label: 'Cellar', keyId: null, provenThrough: 0 },
  ]
  const { content } = await openTeam(aMember(), { 'team.verify': () => success({ desks, breaks: [] }) })
  await press(text('team.verify.start'))
  expect(words(content)).not.toContain(text('team.verify.good'))
  expect(words(content)).toContain(text('team.verify.partly'))
  expect(words(content)).toContain(text('team.verify.note.open', { desk: 'Front office 2', count: 4 }))
  expect(words(content)).toContain(text('team.verify.note.unknown', { desk: 'Till', login: 'ben' }))
  expect(words(content)).toContain(text('team.verify.note.noKey', { desk: 'Cellar' }))
})

it('findings are named with desk and event, aloud, also those of a kind that this version does not know', async () => {
  const at = { deskId: 'd'.repeat(32) as DeskId, number: 7, entryId: null, table: null }
  const { content } = await openTeam(aMember(), { 'team.verify': () => success({ ...verified, breaks: [
    { kind: 'event-missing', ...at }, { kind: 'of-tomorrow', ...at },
    { kind: 'derived-wrong', deskId: null, number: null, entryId: anEntry, table: 'claim' },
  ] }) })
  await press(text('team.verify.start'))
  expect(words(content.querySelector('[role="alert"]')!)).toContain(text('team.verify.bad', { count: 3 }))
  expect(words(content)).toContain(text('team.verify.break.event-missing', { desk: 'Front office 2', number: 7 }))
  expect(words(content)).toContain(text('team.verify.break.other', { desk: 'Front office 2', kind: 'of-tomorrow' }))
  expect(words(content)).toContain(text('team.verify.break.derived-wrong', { entry: anEntry, table: 'claim' }))
  expect(words(content)).not.toContain(text('team.verify.good'))
})

it('a verification that runs can be cancelled, and ends with the screen', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof failed<{ code: 'cancelled' }>>>()
  const { inputsOf, content, go } = await openTeam(aMember(), {
    'team.verify': () => promise, 'team.cancelVerify': () => {
      resolve(failed({ code: 'cancelled' }))
      return success(null)
    },
  })
  await press(text('team.verify.start'))
  await press(text('common.cancel'), content)
  expect(inputsOf('team.cancelVerify')).toHaveLength(1)
  expect(words(content)).not.toContain(text('team.verify.good'))
  expect(words(content)).not.toContain(text('team.verify.running'))
  await go('/order-status')
  // Nothing runs any more.
  expect(inputsOf('team.cancelVerify')).toHaveLength(1)
})

it('an operator sees all of it and is offered nothing that changes it', async () => {
  const state = aMember({ connection: { kind: 'went-back', missingOf: ['Till'] }, alone: [worksAlone()], collisions: [anEntry] })
  const { content } = await openTeam(state, {}, otto)
  expect(words(content)).toContain(text('access.onlyAdministrators.team'))
  expect(words(content)).toContain(text('team.notice.went-back.title'))
  expect(words(content)).toContain('line is down')
  expect(buttonNames()).toEqual([text('team.connection.now'), text('team.verify.start')])
})

it('the invitation says where it was saved and that it has no password; a file that cannot be written is a failure', async () => {
  const answers = [success({ fileName: 'team-invitation.json', profiles: 2 }), failed({ code: 'file-unwritable', detail: '' } as const)]
  const { content } = await openTeam(aMember(), { 'team.invite': () => answers.shift()! })
  expect(words(content)).toContain(text('team.invitation.inviteHint'))
  await press(text('team.invitation.invite'))
  expect(words()).toContain(text('team.invitation.saved', { file: 'team-invitation.json', count: 2 }))
  await press(text('team.invitation.invite'))
  await flushScreen()
  expect(words(content)).toContain(text('failure.what.file-unwritable', { detail: '' }).trim())
})
