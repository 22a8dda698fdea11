import { expect, it } from 'vitest'
import type { KeyId } from '#shared/brands.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { failed, success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import ProfilesView from '../../../renderer/features/profiles/ProfilesView.vue'
import { draftFrom, formOf } from '../../../renderer/features/profiles/form/form.ts'
import { shownMessage } from '../../../renderer/ui/messages/announcer.ts'
import { done, fakeMain } from '../support/bridge.ts'
import { aKey, aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, flushPromises, show, type, words } from '../support/mount.ts'
import { label, text } from '../../support/texts.ts'

const productionKey = aKey({ id: 'key-9' as KeyId, name: 'Live key', environment: 'production' })
const otherStagingKey = aKey({ id: 'key-2' as KeyId, name: 'Staging spare' })

async function start(answers: Parameters<typeof fakeMain>[0] = {}, ...profiles: ProfileView[]) {
  const main = fakeMain({
    'profiles.list': () => success(aList(...(profiles.length === 0 ? [aProfile()] : profiles))),
    'keys.list': () => success([aKey(), otherStagingKey, productionKey]),
    ...answers,
  })
  show(ProfilesView)
  await useSession().loadProfiles()
  await flushPromises()
  return main
}

async function edit(answers: Parameters<typeof fakeMain>[0] = {}, ...profiles: ProfileView[]) {
  const main = await start(answers, ...profiles)
  await click(button(text('profiles.edit')))
  return main
}

it('saves exactly what it showed if nothing was changed', async () => {
  const { id, ...draft } = aProfile({ switches: {
    ...aProfile().profile.switches, recurrentPath: 'make-rebill', expireYearDigits: 4, oauthParametersInBody: false,
    signatureMethods: { 'pan-eligibility-send': 'HMAC-SHA1' }, paths: { status: '/v2/order-status/' },
  } }).profile
  expect(draftFrom(formOf({ id, ...draft }))).toEqual(draft)
})

it('shows each of main\'s problems beside its field and focuses the first', async () => {
  await edit({ 'profiles.save': () => failed({ code: 'profile-invalid', problems: [
    { field: 'gateway.baseUrl', code: 'base-url-of-other-environment' }, { field: 'entryPoints.1.id', code: 'entry-point-twice' },
  ] }) })
  await click(button(text('common.save')))
  expect(descriptionOf(field(text('profiles.baseUrl')))).toContain(text('profiles.problem.base-url-of-other-environment'))
  expect(descriptionOf(field(text('profiles.groupId')))).toBe(text('profiles.problem.entry-point-twice'))
  expect(document.activeElement).toBe(field(text('profiles.baseUrl')))
})

it('finds malformed values before main is called', async () => {
  const main = await edit()
  await type(field('Name'), ' ')
  await type(field(label('currency')), 'US')
  await type(field(label('login')), 'x'.repeat(21))
  await click(button(text('common.save')))
  expect(descriptionOf(field('Name'))).toBe(text('profiles.problem.required'))
  expect(descriptionOf(field(label('currency')))).toContain(text('profiles.problem.currency-unknown'))
  expect(descriptionOf(field(label('login')))).toBe(text('profiles.format.login'))
  expect(main.inputsOf('profiles.save')).toEqual([])
})

it('keeps a path whose operation was not chosen, and asks for the operation', async () => {
  const main = await edit({ 'profiles.save': () => success({ id: aProfile().profile.id }) })
  await click(button(text('profiles.paths')))
  await click(button(text('profiles.pathAdd')))
  await type(field(text('profiles.pathText')), '/v2/order-status/')
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save')).toEqual([])
  expect(descriptionOf(field(text('profiles.pathOperation')))).toBe(text('profiles.problem.required'))
})

it('shows beside a path that it belongs to another operation, before main is called', async () => {
  const main = await edit({}, aProfile({ switches: { ...aProfile().profile.switches, paths: { status: '/v2/order-status/' } } }))
  await type(field('Path'), '/v2/return/')
  await click(button(text('common.save')))
  expect(descriptionOf(field('Path'))).toContain('/v2/return/ is the path of return.')
  await type(field('Path'), '/v2/status/../return/')
  await click(button(text('common.save')))
  expect(descriptionOf(field('Path'))).toContain(text('profiles.problem.path-dots'))
  expect(document.activeElement).toBe(field('Path'))
  expect(main.inputsOf('profiles.save')).toEqual([])
})

it('offers only keys of the profile\'s environment, and drops the chosen one with it', async () => {
  await start()
  await click(button(text('profiles.add')))
  await type(field('Environment'), 'staging')
  const options = () => [...field('Key').querySelectorAll('option')].map((option) => words(option))
  expect(options().join()).toContain('Acme staging')
  expect(options().join()).not.toContain('Live key')
  await type(field('Environment'), 'production')
  expect(options().join()).toContain('Live key')
  expect(options().join()).not.toContain('Acme staging')
  expect(field('Key').value).toBe('')
})

it('shows the full warning if another key is chosen for a login that has one', async () => {
  await edit()
  const warning = text('keys.secondKey')
  expect(words()).not.toContain(warning)
  await type(field('Key'), 'key-2')
  expect(words()).toContain(warning)
})

it('adds and removes rows of endpoints and groups', async () => {
  const main = await edit({ 'profiles.save': ({ id }) => success({ id: id! as never }) })
  await click(button(text('profiles.addEndpoint')))
  const rows = document.querySelectorAll('fieldset')
  await type(field(text('profiles.endpointId'), rows[2]), '330')
  await type(field(label('currency'), rows[2]), 'jpy')
  await click(button(text('profiles.removeRow', { number: '1' })))
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save')[0]!.draft.entryPoints).toEqual([
    { kind: 'group', id: '117' }, { kind: 'endpoint', id: '330', currency: 'JPY' },
  ])
})

it('passes a control secret to main as pasted, shows what will be left out, and empties its field', async () => {
  const main = await edit({ 'profiles.storeSecret': () => failed({ code: 'keychain-locked' }) })
  await click(button(text('profiles.secretReplace')))
  const secret = field(text('profiles.secretNew'))
  expect(secret.type).toBe('password')
  await type(secret, ' 1234-not-real ')
  expect(descriptionOf(secret)).toContain(text('profiles.secretLeavesOut', { what: text('profiles.secretLeftOut.spaces') }))
  await click(button(text('profiles.secretStore')))
  expect(main.inputsOf('profiles.storeSecret')).toEqual([{ id: 'profile-1', secret: ' 1234-not-real ' }])
  expect(field(text('profiles.secretNew')).value).toBe('')
  expect(words()).toContain(text('failure.what.keychain-locked'))
  await click(button(text('common.cancel'), field(text('profiles.secretNew')).closest('form')!))
  await click(button(text('profiles.secretReplace')))
  expect(field(text('profiles.secretNew')).value).toBe('')
})

it('shows what main left out of a stored secret, and nothing of the secret', async () => {
  await edit({ 'profiles.storeSecret': () => success({ leftOut: ['name', 'quotes'] }) })
  await click(button(text('profiles.secretReplace')))
  await type(field(text('profiles.secretNew')), 'merchant_control="not-a-real-one"')
  await click(button(text('profiles.secretStore')))
  const what = `${text('profiles.secretLeftOut.name')}, ${text('profiles.secretLeftOut.quotes')}`
  expect(words()).toContain(text('profiles.secretWasLeftOut', { what }))
  expect(words()).not.toContain('not-a-real-one')
})

it('takes only the secret of a whole mail that is pasted as one', async () => {
  const main = await edit({ 'profiles.storeSecret': () => success({ leftOut: [] }) })
  await click(button(text('profiles.secretReplace')))
  const pasted = 'Login: acme\nControl key: not-a-real-one\nRegards'
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: { getData: () => pasted } })
  expect(field(text('profiles.secretNew')).dispatchEvent(event)).toBe(false)
  await flushPromises()
  await click(button(text('profiles.secretStore')))
  expect(main.inputsOf('profiles.storeSecret')).toEqual([{ id: 'profile-1', secret: 'not-a-real-one' }])
})

it('stores a typed control secret with Save too, after the profile', async () => {
  const main = await edit({
    'profiles.save': () => success({ id: aProfile().profile.id }), 'profiles.storeSecret': () => success({ leftOut: [] }),
  })
  await click(button(text('profiles.secretReplace')))
  await type(field(text('profiles.secretNew')), 'not-a-real-one')
  await click(button(text('common.save')))
  expect(main.called.map(({ name }) => name).filter((name) => /^profiles\.(save|storeSecret)$/.test(name)))
    .toEqual(['profiles.save', 'profiles.storeSecret'])
  expect(main.inputsOf('profiles.storeSecret')).toEqual([{ id: 'profile-1', secret: 'not-a-real-one' }])
  expect(shownMessage.value?.text).toBe(text('profiles.savedWithSecret', { name: aProfile().profile.name }))
})

it('reports a typed control secret that Save could not store, and leads back to its form', async () => {
  await edit({
    'profiles.save': () => success({ id: aProfile().profile.id }),
    'profiles.storeSecret': () => failed({ code: 'keychain-locked' }),
  })
  await click(button(text('profiles.secretReplace')))
  await type(field(text('profiles.secretNew')), 'not-a-real-one')
  await click(button(text('common.save')))
  expect(shownMessage.value?.text).toContain(text('profiles.secretNotStored', { why: text('failure.what.keychain-locked') }))
  expect(button(text('profiles.secretReplace'))).toBeDefined()
})

it('does not store a name or quotes alone', async () => {
  await edit({})
  await click(button(text('profiles.secretReplace')))
  await type(field(text('profiles.secretNew')), 'merchant_control=""')
  expect((button(text('profiles.secretStore')) as HTMLButtonElement).disabled).toBe(true)
})

/** Types an address and leaves the field, as a person does. */
async function paste(control: HTMLInputElement, address: string): Promise<void> {
  await type(control, address)
  control.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}

it('splits a pasted address, reports that, shows a whole address, and undoes it on request', async () => {
  await edit({})
  const base = field(text('profiles.baseUrl'))
  await paste(base, 'https://Gate.example/acme/api/v2/sale/1234')
  expect(base.value).toBe('https://gate.example')
  expect(field(text('profiles.productWord')).value).toBe('acme')
  expect(words()).toContain(text('profiles.addressSplit'))
  expect(words()).toMatch(/https:\/\/gate\.example\/acme\/api\/v2\/status\/(group\/)?\d+/)
  await click(button(text('profiles.addressKeep')))
  expect(base.value).toBe('https://Gate.example/acme/api/v2/sale/1234')
  base.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
  expect(base.value).toBe('https://Gate.example/acme/api/v2/sale/1234')
})

it('removes a control secret only after a confirmation', async () => {
  const main = await edit({ 'profiles.removeSecret': done })
  await click(button(text('profiles.secretRemove')))
  expect(main.inputsOf('profiles.removeSecret')).toEqual([])
  await click(button(text('profiles.secretRemove'), document.querySelector('[role="dialog"]')!))
  expect(main.inputsOf('profiles.removeSecret')).toEqual([{ id: 'profile-1' }])
})

it('offers no other environment for a saved profile, and shows the reason', async () => {
  await edit()
  const offered = [...field('Environment').querySelectorAll('option')].filter(({ disabled }) => !disabled)
  expect(offered.map((option) => words(option))).toEqual([text('common.environment.staging')])
  expect(descriptionOf(field('Environment'))).toBe(text('profiles.problem.environment-fixed'))
})

it('offers the built-in gateway to sandbox profiles only', async () => {
  await start()
  await click(button(text('profiles.add')))
  await type(field('Environment'), 'staging')
  await type(field(text('profiles.baseUrl')), 'https://staging.gate.example')
  expect(words()).not.toContain(text('profiles.gatewayBuiltIn'))
  await type(field('Environment'), 'sandbox')
  await click(field(text('profiles.gatewayBuiltIn')))
  await type(field('Environment'), 'staging')
  expect(field(text('profiles.baseUrl')).value).toBe('https://staging.gate.example')
})

it('explains a test connection: first the likely cause, then what was tried', async () => {
  await start({ 'profiles.testConnection': () => success([
    { id: 'conclusion', result: 'bad', detail: 'Probably the wrong key.' },
    { id: 'status', result: 'good', detail: 'Control checksum: accepted.' },
    { id: 'status-v4', result: 'bad', detail: 'OAuth signature: access denied.' },
  ]) })
  await click(button(text('profiles.test')))
  const report = words(document.querySelector('[role="dialog"]')!)
  expect(report).toContain(text('profiles.testIntro'))
  expect(report).toContain('OK: Control checksum: accepted.')
  expect(report).toContain('Failed: OAuth signature: access denied.')
  const [cause, tried] = report.split(text('profiles.testTried'))
  expect(cause).toContain('Probably the wrong key.')
  expect(tried).not.toContain('Probably')
})

it('accepts no secret if the environment is not used, and shows why', async () => {
  await edit({}, aProfile({}, { usableHere: false }))
  useSession().app = {
    version: '1', platform: 'linux', osUser: 'ada', host: 'stand-in', usableEnvironments: ['sandbox'], showsNotices: true,
  }
  await flushPromises()
  expect(words()).toContain(text('shell.unprotected.stand-in'))
  expect(() => button(/^(Set|Replace) secret/)).toThrow('no button')
})

it('explains that the built-in gateway’s key is created when it is first needed', async () => {
  await start({}, aProfile({ keyId: null, gateway: { kind: 'built-in' } }, { key: null }))
  expect(words()).toContain(text('profiles.createdKey'))
})

it('keeps an edited profile after leaving it, shows that, and discards it on Cancel', async () => {
  await edit()
  await type(field('Name'), 'Renamed')
  await click(button('All profiles'))
  await click(button('Edit'))
  expect(field('Name').value).toBe('Renamed')
  expect(words()).toContain('Your unsaved changes are back')
  await click(button('Cancel'))
  await click(button('Edit'))
  expect(field('Name').value).toBe(aProfile().profile.name)
})

it('keeps no address with a password among unsaved changes', async () => {
  await edit()
  await type(field('Name'), 'Renamed')
  await type(field('Base URL'), 'https://user:pass@gate.example')
  await click(button('All profiles'))
  await click(button('Edit'))
  expect(field('Base URL').value).toBe('')
})
