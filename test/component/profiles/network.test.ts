import { expect, it } from 'vitest'
import type { ProfileView } from '#shared/model/app.ts'
import { failed, success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import ProfilesView from '../../../renderer/features/profiles/ProfilesView.vue'
import { draftFrom, formOf } from '../../../renderer/features/profiles/form.ts'
import { shownToasts } from '../../../renderer/ui/announcer.ts'
import { fakeMain } from '../support/bridge.ts'
import { aKey, aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, flushPromises, show, type, words } from '../support/mount.ts'
import { text } from '../../texts.ts'

type Profile = ProfileView['profile']

async function edit(changes: Partial<Profile> = {}, answers: Parameters<typeof fakeMain>[0] = {}) {
  const main = fakeMain({
    'profiles.list': () => success(aList(aProfile(changes))),
    'keys.list': () => success([aKey()]),
    'profiles.save': ({ id }) => success({ id: id! as never }),
    ...answers,
  })
  show(ProfilesView)
  await useSession().loadProfiles()
  await flushPromises()
  await click(button(text('profiles.edit')))
  return main
}

const ownProxy = text('profiles.network.route.proxy')
const address = text('profiles.network.proxyUrl')
const file = text('profiles.network.authorities')

it.each<Partial<Profile>>([
  {}, { route: { kind: 'direct' } }, { route: { kind: 'proxy', url: 'http://proxy.example:3128' } },
  { authoritiesFile: '/etc/company.pem' },
])('keeps %j of a profile that is saved unchanged', (network) => {
  const { id, ...draft } = aProfile(network).profile
  expect(draftFrom(formOf({ id, ...draft }))).toEqual(draft)
})

it('goes as the system has it unless something else is chosen', async () => {
  const main = await edit()
  expect(field(text('profiles.network.route.system')).checked).toBe(true)
  await click(button(text('common.save')))
  expect(Object.keys(main.inputsOf('profiles.save')[0]!.draft)).not.toContain('route')
  expect(Object.keys(main.inputsOf('profiles.save')[0]!.draft)).not.toContain('authoritiesFile')
})

it('takes a proxy of its own by its address', async () => {
  const main = await edit()
  await click(field(ownProxy))
  await type(field(address), ' http://proxy.example:3128 ')
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save')[0]!.draft.route).toEqual({ kind: 'proxy', url: 'http://proxy.example:3128' })
})

it.each([
  ['', text('profiles.problem.required')],
  ['proxy.example', text('profiles.problem.proxy-format')],
  ['http://proxy.example', text('profiles.problem.proxy-format')],
  ['socks5://proxy.example:1080', text('profiles.problem.proxy-format')],
  ['http://user:secret@proxy.example:3128', text('profiles.problem.proxy-password')],
])('says beside the field what is wrong with the proxy %j, and saves nothing', async (entered, problem) => {
  const main = await edit()
  await click(field(ownProxy))
  await type(field(address), entered)
  await click(button(text('common.save')))
  expect(descriptionOf(field(address))).toContain(problem)
  expect(document.activeElement).toBe(field(address))
  expect(main.inputsOf('profiles.save')).toHaveLength(0)
})

it('takes the file that main asked for, and lets it be cleared', async () => {
  const main = await edit({}, { 'profiles.chooseAuthoritiesFile': () => success({ path: '/home/company.pem' }) })
  await click(button(text('common.choose')))
  expect(field(file).value).toBe('/home/company.pem')
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save')[0]!.draft.authoritiesFile).toBe('/home/company.pem')
})

it('leaves the file as it was when nothing was chosen, and can clear it', async () => {
  await edit({ authoritiesFile: '/etc/company.pem' }, { 'profiles.chooseAuthoritiesFile': () => failed({ code: 'cancelled' }) })
  await click(button(text('common.choose')))
  expect(field(file).value).toBe('/etc/company.pem')
  await click(button(text('common.clear')))
  expect(field(file).value).toBe('')
})

it('says beside the field what main found in the file', async () => {
  await edit({ authoritiesFile: '/etc/company.pem' }, { 'profiles.save': () => failed({ code: 'profile-invalid', problems: [
    { field: 'authoritiesFile', code: 'authorities-expired', details: { expired: 'Old Root (2020-02-01)' } },
  ] }) })
  await click(button(text('common.save')))
  expect(descriptionOf(field(file))).toContain('Old Root (2020-02-01)')
})

it('a profile of the built-in gateway has no network to set', async () => {
  const main = await edit({ environment: 'sandbox', gateway: { kind: 'address', baseUrl: 'http://127.0.0.1:8080' }, route: { kind: 'direct' }, keyId: null })
  expect(words()).toContain(text('profiles.network.routeLegend'))
  await click(field(text('profiles.gatewayBuiltIn')))
  expect(words()).not.toContain(text('profiles.network.routeLegend'))
  await click(button(text('common.save')))
  expect(Object.keys(main.inputsOf('profiles.save')[0]!.draft)).not.toContain('route')
})

it('names certificates that have expired beside others that have not, once it is saved', async () => {
  const main = await edit({ authoritiesFile: '/etc/company.pem' }, {
    'profiles.save': ({ id }) => success({ id: id! as never, expiredAuthorities: ['Old Root (2020-02-01)'] }),
  })
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save')).toHaveLength(1)
  expect(shownToasts.value.map(({ text }) => text).join()).toContain('Old Root (2020-02-01)')
})
