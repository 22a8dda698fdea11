/** The history of a key on screen: one next step, its button, and main's refusals. */
import { expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { KeyLife, Lives, SecretLife } from '#shared/model/keys/key-life.ts'
import type { LifeMoment } from '#shared/model/keys/life-steps.ts'
import { failed, success } from '#shared/result.ts'
import AppBanners from '../../../renderer/app/banners/AppBanners.vue'
import { useAccess } from '../../../renderer/app/stores/access.ts'
import { useLives } from '../../../renderer/app/stores/lives.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import KeysView from '../../../renderer/features/keys/KeysView.vue'
import SecretPanel from '../../../renderer/features/profiles/fields/SecretPanel.vue'
import { done, fakeMain } from '../support/bridge.ts'
import { aKey, aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, flushPromises, openMenu, show, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const key = aKey()
const moment = (step: LifeMoment['step'], changes: Partial<LifeMoment> = {}): LifeMoment =>
  ({ step, at: '2026-11-20T09:41:07.120Z' as UtcTime, by: 'Maria Keller', about: null, ...changes })

function aLife(changes: Partial<KeyLife> = {}): KeyLife {
  return {
    fingerprint: key.fingerprint, name: key.name, keyId: key.id, state: 'created', isProven: false,
    moments: [moment('created')], successor: null, predecessor: null, replaceBy: null, reminder: null, next: 'export', ...changes,
  }
}

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const next = () => document.querySelector<HTMLElement>('[aria-current="step"]')

type Answers = Parameters<typeof fakeMain>[0]

async function start(lives: Partial<Lives>, answers: Answers = {}, screen: object = KeysView, options = {}) {
  const main = fakeMain({
    'keys.list': () => success([key]), 'profiles.list': () => success(aList(aProfile())),
    'keys.lives': () => success({ keys: [aLife()], damaged: [], secrets: [], authorityEnds: [], ...lives }),
    'maintenance.describe': () => failed({ code: 'vault-locked' }),
    ...answers,
  })
  show(screen as never, options)
  await useSession().loadProfiles()
  await flushPromises()
  return main
}

it('shows what happened and who did it, and offers exactly one next step', async () => {
  await start({ keys: [aLife({ state: 'waiting', next: 'test', moments: [moment('created'), moment('exported'), moment('sent')] })] })
  const card = words(document.querySelector('article')!)
  for (const fact of [text('keys.life.state.waiting'), text('keys.life.step.sent'), 'Maria Keller']) expect(card).toContain(fact)
  expect(document.querySelectorAll('article [aria-current="step"]')).toHaveLength(1)
  expect(words(next()!)).toContain(text('keys.life.next.test'))
})

it('destroying a key is red where it is offered and where it is confirmed', async () => {
  await start({ keys: [aLife({ state: 'retired', next: 'destroy' })] })
  const destroy = button(text('keys.life.do.remove'), next()!)
  expect(destroy.className).toContain('danger')
  await click(destroy)
  expect(button(text('keys.destroy.action'), dialog()!).className).toContain('danger')
})

it('retiring a key is not red: it can be undone', async () => {
  await start({ keys: [aLife({ state: 'switched', next: 'retire' })] })
  await click(button(text('keys.life.do.retire'), next()!))
  expect(button(text('keys.retire.action'), dialog()!).className).not.toContain('danger')
})

it('tests a key at the address shown, and shows that it is proven', async () => {
  const main = await start({ keys: [aLife({ state: 'waiting', next: 'test' })] }, {
    'keys.test': () => success({ isProven: true, line: { id: 'status-v4', result: 'good', detail: 'Accepted.' } }),
  })
  await click(button(text('keys.life.do.test'), next()!))
  expect(words(dialog()!)).toContain('https://staging.gate.example')
  await click(button(text('keys.life.do.test'), dialog()!))
  expect(main.inputsOf('keys.test')).toEqual([{ keyId: key.id, profileId: 'profile-1', merchant: aProfile().merchant }])
  expect(words(dialog()!)).toContain(text('keys.test.proven'))
})

it('does not state that nothing changed if the gateway refused a key that may now sign there', async () => {
  await start({ keys: [aLife({ state: 'waiting', next: 'test' })] }, {
    'keys.test': () => success({ isProven: false, line: { id: 'status-v4', result: 'bad', detail: 'Access denied.' } }),
    'profiles.list': () => success(aList(aProfile({}, { key: null, keyFor: [] }))),
  })
  await click(button(text('keys.life.do.test'), next()!))
  await click(button(text('keys.life.do.test'), dialog()!))
  expect(words(dialog()!)).toContain(text('keys.test.notProvenNext'))
  expect(words(dialog()!)).toContain(text('keys.test.confirms'))
  expect(words(dialog()!)).not.toContain('Nothing was changed')
})

it('preselects the profiles of the key that it follows, and sends what was shown', async () => {
  const before = aKey({ id: 'key-0' as never, name: 'Old', fingerprint: 'ef:01' })
  const main = await start({ keys: [aLife({ state: 'proven', isProven: true, next: 'use', predecessor: 'ef:01' })] }, {
    'profiles.list': () => success(aList(
      aProfile({}, { key: before }), aProfile({ id: 'profile-3' as never, name: 'Other' }, { key: null }),
    )),
    'keys.use': done,
  })
  await click(button(text('keys.life.do.use'), next()!))
  await click(button(text('keys.life.do.use'), dialog()!))
  expect(main.inputsOf('keys.use')).toEqual([{ keyId: key.id, profiles: [{ profileId: 'profile-1', merchant: aProfile().merchant }] }])
  expect(dialog()).toBeNull()
})

it('shows why a key cannot be retired, and leaves the dialog open', async () => {
  await start({ keys: [aLife({ state: 'switched', next: 'retire' })] }, {
    'keys.retire': () => failed({ code: 'key-needed', openOutcomes: 2 }),
  })
  await click(button(text('keys.life.do.retire'), next()!))
  await click(button(text('keys.retire.action'), dialog()!))
  expect(words(dialog()!)).toContain(text('failure.what.key-needed', { count: 2 }))
})

it('asks twice for the passphrase of a backup, sends it once, and keeps nothing of it', async () => {
  const main = await start({ keys: [aLife()] }, { 'keys.backUp': () => failed({ code: 'cancelled' }) })
  await openMenu(text('keys.more', { name: key.name }))
  await click(button(text('keys.life.menu.back-up')))
  await type(field(text('access.newPassphrase'), dialog()!), 'tulip orbit candle seventy')
  await type(field(text('access.repeatPassphrase'), dialog()!), 'tulip orbit')
  await expect.poll(() => words(dialog()!)).toContain(text('access.strength.enough'))
  await click(button(text('keys.life.do.back-up'), dialog()!))
  await expect.poll(() => descriptionOf(field(text('access.repeatPassphrase'), dialog()!))).toContain(text('access.differ'))
  await flushPromises()
  expect(main.inputsOf('keys.backUp')).toEqual([])
  await type(field(text('access.repeatPassphrase'), dialog()!), 'tulip orbit candle seventy')
  const save = button(text('keys.life.do.back-up'), dialog()!)
  save.click()
  await click(save)
  await expect.poll(() => main.inputsOf('keys.backUp')).toEqual([{ keyId: key.id, passphrase: 'tulip orbit candle seventy' }])
  expect(field(text('access.newPassphrase'), dialog()!).value).toBe('')
})

it('lets an operator only read', async () => {
  await start({}, { 'access.describe': () => success({ state: 'unlocked', person: { id: '0'.repeat(16) as never, name: 'Op', role: 'operator' } }) })
  await useAccess().load()
  await flushPromises()
  expect(next()!.querySelector('button')).toBeNull()
})

const aSecret: SecretLife = {
  profileId: 'profile-1' as never, profileName: 'Acme Shop', environment: 'staging', stored: moment('stored'),
  isReplacement: true, replaceBy: '2026-12-01T00:00:00.000Z' as UtcTime, reminder: 'soon',
}

it('reminds on every screen of keys and secrets that are due for replacement, and of nothing else', async () => {
  const replaceBy = '2026-11-01T00:00:00.000Z' as UtcTime
  await start({ keys: [aLife({ state: 'in-use', replaceBy, reminder: 'due' })], secrets: [aSecret] }, {}, AppBanners)
  expect(words()).toContain(text('keys.reminder.due', { what: text('keys.reminder.key', { name: key.name }), day: '1 Nov 2026' }))
  expect(words()).toContain(text('keys.reminder.soon', { what: text('keys.reminder.secret', { name: 'Acme Shop' }), day: '1 Dec 2026' }))
})

it('shows on every screen which certificate authorities expire, of profiles and of the team', async () => {
  const end = { name: 'Company Root', fingerprint: 'c1', validUntil: '2026-12-01T00:00:00.000Z' as UtcTime }
  await start({ authorityEnds: [{ ...end, profileName: 'Acme Shop', reminder: 'soon' }, { ...end, profileName: null, reminder: 'due' }] }, {}, AppBanners)
  const ofProfile = text('certificates.reminder.ofProfile', { name: 'Company Root', profile: 'Acme Shop' })
  expect(words()).toContain(text('certificates.reminder.soon', { what: ofProfile, day: '1 Dec 2026' }))
  const ofTeam = text('certificates.reminder.ofTeam', { name: 'Company Root' })
  expect(words()).toContain(text('certificates.reminder.due', { what: ofTeam, day: '1 Dec 2026' }))
})

it('shows the age of a control secret and who replaced it', async () => {
  await start({ secrets: [aSecret] }, {}, SecretPanel, { props: { view: aProfile() } })
  await useLives().load()
  await flushPromises()
  const values = { day: '20 Nov 2026', by: 'Maria Keller', replaceBy: '1 Dec 2026' }
  expect(words()).toContain(text('profiles.secretAgeReplaced', values))
})
