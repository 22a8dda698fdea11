import { expect, it } from 'vitest'
import type { Certificate, UtcTime } from '#shared/brands.ts'
import type { CertificateFacts } from '#shared/model/keys/certificate-authorities.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { failed, success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import ProfilesView from '../../../renderer/features/profiles/ProfilesView.vue'
import { draftFrom, formOf } from '../../../renderer/features/profiles/form/form.ts'
import { fakeMain } from '../support/bridge.ts'
import { aKey, aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, flushPromises, show, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

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

it.each<Partial<Profile>>([
  {}, { route: { kind: 'direct' } }, { route: { kind: 'proxy', url: 'http://proxy.example:3128' } },
  { authorities: ['MIIB' as Certificate] },
])('keeps %j of a profile that is saved unchanged', (network) => {
  const { id, ...draft } = aProfile(network).profile
  expect(draftFrom(formOf({ id, ...draft }))).toEqual(draft)
})

it('uses the system’s route unless another is chosen', async () => {
  const main = await edit()
  expect(field(text('profiles.network.route.system')).checked).toBe(true)
  await click(button(text('common.save')))
  expect(Object.keys(main.inputsOf('profiles.save')[0]!.draft)).not.toContain('route')
  expect(Object.keys(main.inputsOf('profiles.save')[0]!.draft)).not.toContain('authorities')
})

it('accepts its own proxy by address', async () => {
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
])('shows beside the field what is wrong with the proxy %j, and saves nothing', async (entered, problem) => {
  const main = await edit()
  await click(field(ownProxy))
  await type(field(address), entered)
  await click(button(text('common.save')))
  expect(descriptionOf(field(address))).toContain(problem)
  expect(document.activeElement).toBe(field(address))
  expect(main.inputsOf('profiles.save')).toHaveLength(0)
})

const company: CertificateFacts = {
  certificate: 'MIIB' as Certificate, name: 'Company Root', subject: 'O=Company, CN=Company Root', fingerprint: Array(32).fill('c1').join(':'),
  validUntil: '2031-05-02T12:00:00.000Z' as UtcTime, state: 'valid',
}
const successor: CertificateFacts = {
  ...company, certificate: 'MIIC' as Certificate, name: 'Company Root 2', subject: 'CN=Company Root 2', fingerprint: Array(32).fill('c2').join(':'),
}
const described = ({ text: pem }: { text: string }) =>
  success([company, successor].filter(({ certificate }) => pem.includes(certificate)))
const add = text('certificates.add')

it('adds the certificates of a file chosen in main’s dialog, each with subject, end and fingerprint, and removes single ones', async () => {
  const main = await edit({ authorities: [company.certificate] }, {
    'certificates.describe': described, 'certificates.choose': () => success([company, successor]),
  })
  const shown = () => words(document.querySelector('fieldset.authorities')!).replaceAll(' ', '')
  for (const fact of [company.subject, '2 May 2031', company.fingerprint]) expect(shown()).toContain(fact.replaceAll(' ', ''))
  await click(button(add))
  expect(shown()).toContain(successor.fingerprint)
  await click(button(text('certificates.remove', { name: 'Company Root' })))
  expect(shown()).not.toContain(company.fingerprint)
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save')[0]!.draft.authorities).toEqual([successor.certificate])
})

it.each([
  ['a private key in it', failed({ code: 'authorities-refused', why: 'private-key' } as const), text('failure.refusedAuthorities.private-key')],
  ['more than fit', success(['MIIC', 'MIID', 'MIIE', 'MIIF'].map((one) => ({ ...company, certificate: one as Certificate }))), text('profiles.format.authorities')],
])('a file with %s does not change the authorities, and the reason is shown beside them', async (_what, answer, reason) => {
  const main = await edit({ authorities: [company.certificate] }, { 'certificates.describe': described, 'certificates.choose': () => answer })
  await click(button(add))
  expect(words(document.querySelector('fieldset.authorities')!)).toContain(reason)
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save')[0]!.draft.authorities).toEqual([company.certificate])
})

it('shows main’s problem with the authorities beside them', async () => {
  await edit({ authorities: [company.certificate] }, { 'certificates.describe': described, 'profiles.save': () => failed({ code: 'profile-invalid', problems: [
    { field: 'authorities', code: 'authorities-expired', details: { expired: 'Old Root (2020-02-01)' } },
  ] }) })
  await click(button(text('common.save')))
  expect(words(document.querySelector('fieldset.authorities')!)).toContain('Old Root (2020-02-01)')
  expect(words(document.activeElement!)).toContain('Old Root (2020-02-01)')
})

it('authorities that cannot be read can all be removed', async () => {
  const main = await edit({ authorities: [company.certificate] }, {
    'certificates.describe': () => failed({ code: 'authorities-refused', why: 'damaged' }),
  })
  expect(words()).toContain(text('profiles.problem.authorities-damaged'))
  await click(button(text('certificates.removeAll')))
  await click(button(text('common.save')))
  expect(Object.keys(main.inputsOf('profiles.save')[0]!.draft)).not.toContain('authorities')
})

it('a profile of the built-in gateway has no network to set', async () => {
  const main = await edit({ environment: 'sandbox', gateway: { kind: 'address', baseUrl: 'http://127.0.0.1:8080' }, route: { kind: 'direct' }, keyId: null })
  expect(words()).toContain(text('profiles.network.routeLegend'))
  await click(field(text('profiles.gatewayBuiltIn')))
  expect(words()).not.toContain(text('profiles.network.routeLegend'))
  await click(button(text('common.save')))
  expect(Object.keys(main.inputsOf('profiles.save')[0]!.draft)).not.toContain('route')
})
