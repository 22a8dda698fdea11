// Verifying the team journal: its progress, its findings, and the admitted desks.
import { expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import type { TeamVerification } from '#shared/model/team/team-history.ts'
import { failed, success } from '#shared/result.ts'
import { spokenText } from '../../../renderer/ui/messages/announcer.ts'
import { flushScreen } from '../screen-support/open.ts'
import { otto } from '../support/access.ts'
import { field, type, words } from '../support/mount.ts'
import { aFingerprint, aMember, anEntry, buttonNames, dialog, openTeam, press } from './team-screen.ts'
import { text } from '../../support/texts.ts'

const verified: TeamVerification = {
  desks: [{ deskId: 'd'.repeat(32) as DeskId, label: 'Front office 2', login: 'anna', fingerprint: aFingerprint('d0'), standing: 'this-desk', events: 1_204, provenThrough: 1_203 }],
  breaks: [],
}

it('a fully proven team journal is shown as such, with the numbers', async () => {
  // Refused long ago, without a key: it could never write, and its row stays.
  const refused = { ...verified.desks[0]!, deskId: 'f'.repeat(32) as DeskId, fingerprint: null, standing: 'not-admitted' as const, events: 0, provenThrough: 0 }
  const { content } = await openTeam(aMember(), { 'team.verify': () => success({ ...verified, desks: [...verified.desks, refused] }) })
  await press(text('team.verify.start'))
  expect(words(content)).toContain(text('team.verify.good'))
  expect(words(content.querySelector('table')!)).toMatch(/Front office 2.*anna.*1,204.*1,203/)
})

it('events that no signature covers cause a warning with its reasons, not a success', async () => {
  const [desk] = verified.desks
  const desks = [
    { ...desk!, provenThrough: 1_199 }, { ...desk!, deskId: 'e'.repeat(32) as DeskId, label: 'Till', login: 'ben', standing: 'not-admitted' as const },
    { ...desk!, deskId: 'f'.repeat(32) as DeskId, label: 'Cellar', fingerprint: null, standing: 'not-admitted' as const, provenThrough: 0 },
  ]
  const { content } = await openTeam(aMember(), { 'team.verify': () => success({ desks, breaks: [] }) })
  await press(text('team.verify.start'))
  expect(words(content)).not.toContain(text('team.verify.good'))
  expect(words(content)).toContain(text('team.verify.partly'))
  expect(words(content)).toContain(text('team.verify.note.open', { desk: 'Front office 2', count: 4 }))
  expect(words(content)).toContain(text('team.verify.note.notAdmitted', { desk: 'Till' }))
  expect(words(content)).toContain(text('team.verify.note.noKey', { desk: 'Cellar' }))
})

it('findings are shown and announced with desk and event, also of a kind that this version does not know', async () => {
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

it('shows its progress, also to a screen reader, and is stopped by a button that keeps the focus nearby', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof failed<{ code: 'cancelled' }>>>()
  const { inputsOf, content, emit, go } = await openTeam(aMember(), {
    'team.verify': () => promise, 'team.cancelVerify': () => {
      resolve(failed({ code: 'cancelled' }))
      return success(null)
    },
  })
  await press(text('team.verify.start'))
  expect(spokenText.value.trim()).toBe(text('team.verify.running'))
  const bar = () => content.querySelector('[role="progressbar"]')!.getAttribute('aria-valuenow')
  expect(bar()).toBeNull()
  emit('team.verifying', { step: 'chains', done: 1_200, total: 2_400 })
  await flushScreen()
  const far = text('team.verify.progress.chains', { done: '1,200', total: '2,400' })
  expect(bar()).toBe('25')
  expect(words(content)).toContain(far)
  expect(spokenText.value.trim()).toBe(far)
  emit('team.verifying', { step: 'tables', done: 2_400, total: 2_400 })
  await flushScreen()
  expect(bar()).toBe('100')
  await press(text('team.verify.stop'), content)
  expect(inputsOf('team.cancelVerify')).toHaveLength(1)
  expect(words(content.querySelector('[role="status"]')!)).toContain(text('team.verify.stopped'))
  expect(words(content)).not.toContain(text('team.verify.good'))
  expect(words(document.activeElement!)).toBe(text('team.verify.start'))
  await go('/order-status')
  // Nothing is running any more.
  expect(inputsOf('team.cancelVerify')).toHaveLength(1)
})

it('ends when the screen is left', async () => {
  const { inputsOf, go } = await openTeam(aMember(), {
    'team.verify': () => new Promise(() => undefined), 'team.cancelVerify': () => success(null),
  })
  await press(text('team.verify.start'))
  await go('/order-status')
  expect(inputsOf('team.cancelVerify')).toHaveLength(1)
})

const till = {
  deskId: 'e'.repeat(32) as DeskId, label: 'Till', login: 'ben', fingerprint: aFingerprint('e1'), standing: 'not-admitted',
  events: 8, provenThrough: 7,
} as const
const withTill: TeamVerification = { desks: [...verified.desks, till], breaks: [] }

it('a desk is admitted after its whole fingerprint was shown, with whom it was compared, and is shown as admitted at once', async () => {
  const { inputsOf, content } = await openTeam(aMember(), {
    'team.verify': () => success(withTill), 'team.admitDesk': () => success(null),
  })
  await press(text('team.verify.start'))
  expect(words(content)).toContain(text('team.verify.partly'))
  await press(text('team.admit.openNamed', { desk: 'Till' }))
  for (const part of [till.fingerprint, 'ben', text('team.admit.risk'), text('team.admit.compare')]) {
    expect(words(dialog())).toContain(part)
  }
  await press(text('team.admit.action'), dialog())
  expect(inputsOf('team.admitDesk')).toEqual([])
  await type(field(text('common.reason'), dialog()), 'Ben read it to me')
  await press(text('team.admit.action'), dialog())
  expect(inputsOf('team.admitDesk')).toEqual([{ deskId: till.deskId, fingerprint: till.fingerprint, reason: 'Ben read it to me' }])
  expect(words(content.querySelector('table')!)).toContain(text('team.verify.standing.admitted'))
  expect(words(content)).toContain(text('team.verify.good'))
  expect(content.querySelector('table')!.closest('[tabindex]')).toBe(document.activeElement)
})

it('an admission is withdrawn with a reason, and what is not proven is shown again at once', async () => {
  const { inputsOf, content } = await openTeam(aMember(), {
    'team.verify': () => success({ ...withTill, desks: [...verified.desks, { ...till, standing: 'admitted' }] }),
    'team.withdrawAdmission': () => success(null),
  })
  await press(text('team.verify.start'))
  expect(words(content)).toContain(text('team.verify.good'))
  expect(buttonNames()).not.toContain(text('team.admit.openNamed', { desk: 'Till' }))
  await press(text('team.withdraw.openNamed', { desk: 'Till' }))
  expect(words(dialog())).toContain(text('team.withdraw.stays'))
  await press(text('team.withdraw.action'), dialog())
  expect(inputsOf('team.withdrawAdmission')).toEqual([])
  await type(field(text('common.reason'), dialog()), 'The computer was stolen')
  await press(text('team.withdraw.action'), dialog())
  expect(inputsOf('team.withdrawAdmission')).toEqual([{ deskId: till.deskId, reason: 'The computer was stolen' }])
  expect(words(content)).toContain(text('team.verify.partly'))
  expect(words(content)).toContain(text('team.verify.note.notAdmitted', { desk: 'Till' }))
  expect(content.querySelector('table')!.closest('[tabindex]')).toBe(document.activeElement)
  expect(buttonNames()).toContain(text('team.admit.openNamed', { desk: 'Till' }))
})

it('a desk whose key has changed in the meantime is not admitted', async () => {
  const { content } = await openTeam(aMember(), {
    'team.verify': () => success(withTill), 'team.admitDesk': () => failed({ code: 'desk-changed' }),
  })
  await press(text('team.verify.start'))
  await press(text('team.admit.openNamed', { desk: 'Till' }))
  await type(field(text('common.reason'), dialog()), 'Ben read it to me')
  await press(text('team.admit.action'), dialog())
  expect(words(dialog())).toContain(text('failure.what.desk-changed'))
  expect(words(content.querySelector('table')!)).toContain(text('team.verify.standing.not-admitted'))
})

it('an operator verifies, and is not offered to admit a desk or to withdraw that', async () => {
  const desks = [...withTill.desks, { ...till, deskId: 'f'.repeat(32) as DeskId, label: 'Cellar', standing: 'admitted' as const }]
  const { content } = await openTeam(aMember(), { 'team.verify': () => success({ desks, breaks: [] }) }, otto)
  await press(text('team.verify.start'))
  expect(words(content)).toContain(text('team.verify.standing.not-admitted'))
  expect(buttonNames()).not.toContain(text('team.admit.openNamed', { desk: 'Till' }))
  expect(buttonNames()).not.toContain(text('team.withdraw.openNamed', { desk: 'Cellar' }))
})

it('a desk that waits is admitted without a verification; one without a key, or by an operator, cannot be', async () => {
  const waiting = [
    { deskId: till.deskId, label: 'Till', login: 'ben', fingerprint: till.fingerprint },
    { deskId: 'f'.repeat(32) as DeskId, label: 'Cellar', login: 'eva', fingerprint: null },
  ]
  const { inputsOf, content } = await openTeam(aMember({ notAdmitted: waiting }), { 'team.admitDesk': () => success(null) })
  expect(words(content)).toContain(text('team.admit.noKey'))
  expect(buttonNames()).not.toContain(text('team.admit.openNamed', { desk: 'Cellar' }))
  await press(text('team.admit.openNamed', { desk: 'Till' }))
  expect(words(dialog())).toContain(till.fingerprint)
  await type(field(text('common.reason'), dialog()), 'Ben read it to me')
  await press(text('team.admit.action'), dialog())
  expect(inputsOf('team.admitDesk')).toEqual([{ deskId: till.deskId, fingerprint: till.fingerprint, reason: 'Ben read it to me' }])
})

it('of more desks that wait than are listed, their number is shown', async () => {
  const waiting = { deskId: till.deskId, label: 'Till', login: 'ben', fingerprint: null }
  const { content } = await openTeam(aMember({ notAdmitted: [waiting], moreNotAdmitted: 3 }))
  expect(words(content)).toContain(text('team.admit.more', { count: 3 }))
})

it('a waiting desk that is no longer used is refused with a reason', async () => {
  // Without a key it cannot be admitted, and would wait for ever.
  const waiting = { deskId: till.deskId, label: 'Till', login: 'ben', fingerprint: null }
  const { inputsOf } = await openTeam(aMember({ notAdmitted: [waiting] }), { 'team.withdrawAdmission': () => success(null) })
  await press(text('team.refuse.openNamed', { desk: 'Till' }))
  expect(words(dialog())).toContain(text('team.refuse.title', { desk: 'Till' }))
  await press(text('team.refuse.action'), dialog())
  expect(inputsOf('team.withdrawAdmission')).toEqual([])
  await type(field(text('common.reason'), dialog()), 'Set up again under another name')
  await press(text('team.refuse.action'), dialog())
  expect(inputsOf('team.withdrawAdmission')).toEqual([{ deskId: till.deskId, reason: 'Set up again under another name' }])
})

it('a desk that is not admitted shows that, and who needs its fingerprint', async () => {
  const { content } = await openTeam(aMember({ connection: { kind: 'not-admitted' } }))
  expect(words(content)).toContain(text('team.notice.not-admitted.title'))
  expect(words(content)).toContain(text('team.notice.not-admitted.text'))
  expect(words(content)).toContain(text('team.notice.not-admitted.nobody'))
})

it('a desk whose admission was withdrawn does not wait for it', async () => {
  const { content } = await openTeam(aMember({ connection: { kind: 'not-admitted', isWithdrawn: true } }))
  for (const key of ['team.notice.withdrawn.title', 'team.notice.withdrawn.text', 'team.connection.state.withdrawn'] as const) {
    expect(words(content)).toContain(text(key))
  }
  expect(words(content)).not.toContain(text('team.notice.not-admitted.title'))
})

it('the waiting time of the team is shown, and changed by an administrator with a reason; an invalid one is reported beside the field', async () => {
  const { inputsOf, content } = await openTeam(aMember(), { 'team.setWaitingTime': () => success(null) })
  expect(words(content)).toContain(text('team.waitingTime.now', { minutes: '120' }))
  await press(text('team.waitingTime.open'))
  await type(field(text('common.reason'), dialog()), 'agreed with the bank')
  await type(field(text('team.waitingTime.minutes'), dialog()), '14')
  await press(text('team.waitingTime.action'), dialog())
  expect(words(dialog())).toContain(text('team.waitingTime.minutesProblem'))
  await type(field(text('team.waitingTime.minutes'), dialog()), '240')
  await press(text('team.waitingTime.action'), dialog())
  expect(inputsOf('team.setWaitingTime')).toEqual([{ minutes: 240, reason: 'agreed with the bank' }])
})
