import { expect, it } from 'vitest'
import type { ProfileView } from '#shared/model/application/app.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import { failed, success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import BlockedProfiles from '../../../renderer/app/banners/BlockedProfiles.vue'
import ProfilesView from '../../../renderer/features/profiles/ProfilesView.vue'
import { done, fakeMain } from '../support/bridge.ts'
import { aList, aProfile } from '../support/data.ts'
import { button, click, field, flushPromises, show, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const elsewhere = merchantKeyAt('https://old.gate.example', 'gw', 'acme-shop')!
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')!

async function start(view: ProfileView, answers: Parameters<typeof fakeMain>[0] = {}) {
  const main = fakeMain({
    'profiles.list': () => success(aList(view)), 'keys.list': () => success([]), ...answers,
  })
  show(ProfilesView)
  await useSession().loadProfiles()
  await flushPromises()
  return main
}

it('shows nothing for a profile that may send and whose secret and key belong to it', async () => {
  await start(aProfile())
  expect(words()).not.toMatch(/Nothing is sent|another address|not confirmed/)
})

it('names the keychain, and no lock, where it does not return the control secret of an unlocked desk', async () => {
  await start(aProfile({}, { secret: 'not-known', secretFor: null }))
  expect(words()).toContain(text('profiles.secretState.not-known'))
  expect(text('profiles.secretState.not-known')).toMatch(/^(?!.*locked).*keychain/)
})

it('shows which rule a stored profile breaks', async () => {
  await start(aProfile({}, { blocked: {
    kind: 'breaks-rule', problems: [{ field: 'gateway.baseUrl', code: 'base-url-of-other-environment' }],
  } }))
  expect(words()).toContain(text('profileChecks.blockedHere'))
  expect(words()).toContain(text('profiles.problem.base-url-of-other-environment'))
})

it('shows old and new address of a key before it is confirmed, and confirms the one it showed', async () => {
  const view = aProfile({}, { keyFor: [elsewhere] })
  const main = await start(view, { 'keys.confirmAddress': done })
  await click(button(text('profileChecks.confirmKey')))
  expect(words(dialog())).toContain(text('profileChecks.merchant', { login: 'acme-shop', origin: 'https://old.gate.example', word: 'gw' }))
  expect(words(dialog())).toContain(text('profileChecks.merchant', { login: 'acme-shop', origin: 'https://staging.gate.example', word: 'gw' }))
  expect(main.inputsOf('keys.confirmAddress')).toEqual([])
  await click(button(text('profileChecks.confirmKeyAction'), dialog()))
  expect(main.inputsOf('keys.confirmAddress')).toEqual([{ profileId: 'profile-1', merchant: view.merchant }])
})

it('shows each part’s old and new value before a changed profile is confirmed, and keeps the dialog open if that fails', async () => {
  const main = await start(aProfile({}, { blocked: { kind: 'not-confirmed', reason: 'changed' } }), {
    'profiles.differences': () => success([
      { path: 'gateway.baseUrl', before: 'https://old.gate.example', after: 'https://staging.gate.example' },
      { path: 'route.url', before: null, after: 'http://proxy.example:3128' },
    ]),
    'profiles.confirm': () => failed({ code: 'vault-locked' }),
  })
  await click(button(text('profileChecks.review')))
  const rows = [...dialog().querySelectorAll('tbody tr')].map((row) => words(row))
  expect(rows[0]).toMatch(/^Base URL\s*gateway.baseUrl\s*https:\/\/old.gate.example\s*https:\/\/staging.gate.example$/)
  expect(rows[1]).toMatch(/Not set\s*http:\/\/proxy.example:3128$/)
  await click(button(text('profileChecks.confirm'), dialog()))
  expect(main.inputsOf('profiles.confirm')).toEqual([{ id: 'profile-1' }])
  expect(words(dialog())).toContain(text('failure.what.vault-locked'))
})

it.each<[string, string, string]>([
  [text('profiles.baseUrl'), 'https://new.gate.example', text('profileChecks.merchant', { login: 'acme-shop', origin: 'https://new.gate.example', word: 'gw' })],
  [text('profiles.productWord'), 'pay', text('profileChecks.merchant', { login: 'acme-shop', origin: 'https://staging.gate.example', word: 'pay' })],
  [text('profiles.login'), 'other', text('profileChecks.merchant', { login: 'other', origin: 'https://staging.gate.example', word: 'gw' })],
])('shows before saving what another %s means for secret and key', async (label, entered, after) => {
  await start(aProfile())
  await click(button(text('profiles.edit')))
  expect(words()).not.toContain(text('profileChecks.changeTitle'))
  await type(field(label), entered)
  expect(words()).toContain(text('profileChecks.changeBefore', { before: text('profileChecks.merchant', { login: 'acme-shop', origin: 'https://staging.gate.example', word: 'gw' }) }))
  expect(words()).toContain(text('profileChecks.changeAfter', { after }))
  expect(words()).toContain(text('profileChecks.changeSecret'))
  expect(words()).toContain(text('profileChecks.changeKey'))
})

it('shows on every screen that a changed profile sends nothing, with a link to it', async () => {
  fakeMain({ 'profiles.list': () => success(aList(aProfile({}, { blocked: { kind: 'not-confirmed', reason: 'unsigned' } }))) })
  show(BlockedProfiles)
  await useSession().loadProfiles()
  await flushPromises()
  expect(words()).toContain(text('profileChecks.blockedTitle', { name: 'Acme Shop' }))
  expect(document.querySelector('a[href$="/profiles"]')).not.toBeNull()
})
