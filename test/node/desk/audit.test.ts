import { randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import type { KeyId } from '#shared/brands.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { sent } from '../../support/fixtures/settings.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { charge, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const draft: ProfileDraft = {
  ...builtInProfile, name: 'Acme', environment: 'staging', login: 'acme', keyId: null,
  gateway: { kind: 'address', baseUrl: 'https://one.gateway.example' },
}

/** Without the lines about the run itself. */
const trail = async (desk: TestDesk) => (await desk.call('maintenance.audit', { before: null, limit: 50 })).lines
  .filter(({ action }) => !action.startsWith('application-'))
const newest = async (desk: TestDesk) => (await trail(desk))[0]

it('has who created, changed and removed a profile, and which parts', async () => {
  const desk = await open()
  await desk.call('settings.save', sent({ ...defaultSettings, operatorName: 'Maria Keller', notFoundAfterMinutes: 120 }))
  const { id } = await desk.call('profiles.save', { id: null, draft })
  expect(await newest(desk)).toMatchObject({
    action: 'profile-made', subject: 'Acme', osUser: 'm.keller', name: 'Maria Keller',
    detail: 'staging, login acme, https://one.gateway.example; time zone: (none) → UTC; '
      + 'entry points: added endpoint 1001 (USD), added group 2001',
  })
  const switches = { ...draft.switches, statusAmountIs: 'initial' as const }
  await desk.call('profiles.save', {
    id, draft: { ...draft, login: 'acme-2', gateway: { kind: 'address', baseUrl: 'https://two.gateway.example' }, switches },
  })
  const { detail } = (await newest(desk))!
  expect(detail).toContain('base URL: https://one.gateway.example → https://two.gateway.example; login: acme → acme-2')
  const before = await trail(desk)
  await desk.call('profiles.save', {
    id, draft: { ...draft, login: 'acme-2', gateway: { kind: 'address', baseUrl: 'https://two.gateway.example' }, switches },
  })
  expect(await trail(desk)).toEqual(before)
  await desk.call('profiles.remove', { id })
  expect(await newest(desk)).toMatchObject({ action: 'profile-removed', subject: 'Acme' })
  expect((await trail(desk)).at(-1)).toMatchObject({ action: 'settings-changed', detail: 'your name: (none) → Maria Keller' })
})

it('has that a secret was stored and removed, and nothing of its value', async () => {
  const desk = await open()
  const secret = `secret-${randomBytes(9).toString('hex')}`
  const { id } = await desk.call('profiles.save', { id: null, draft: { ...draft, name: 'Shop 4111 1111 1111 1111' } })
  await desk.call('profiles.storeSecret', { id, secret })
  await desk.call('profiles.removeSecret', { id })
  expect((await trail(desk)).map(({ action }) => action)).toEqual(['secret-removed', 'secret-stored', 'profile-made'])
  const kept = JSON.stringify(await trail(desk))
  expect(kept).not.toContain(secret)
  expect(kept).not.toContain('4111 1111 1111 1111')
})

it('has that the secret of a pasted mail was stored with its profile, and nothing of its value', async () => {
  const desk = await open()
  const secret = `secret-${randomBytes(9).toString('hex')}`
  const { held } = await desk.call('profiles.holdSecret', { secret })
  expect(await trail(desk)).toEqual([])
  const { id } = await desk.call('profiles.save', { id: null, draft })
  expect((await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)?.secret).toBe('missing')
  await desk.call('profiles.storeHeldSecret', { id, held })
  expect((await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)?.secret).toBe('stored')
  expect((await trail(desk)).map(({ action }) => action)).toEqual(['secret-stored', 'profile-made'])
  expect(JSON.stringify([held, await trail(desk)])).not.toContain(secret)
})

it('has that a secret replaced another one', async () => {
  const desk = await open()
  const { id } = await desk.call('profiles.save', { id: null, draft })
  for (const secret of ['made-up', 'made-up-too']) await desk.call('profiles.storeSecret', { id, secret })
  expect((await trail(desk)).map(({ detail }) => detail).slice(0, 2)).toEqual(['staging, replaced', 'staging'])
})

it('has the actions on keys, and those that were not carried out after all', async () => {
  const desk = await open({ system: { chooseSaveDestination: savingTexts(() => undefined) } })
  const key = await desk.call('keys.generate', { generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048 })
  const { id } = await desk.call('profiles.save', { id: null, draft: { ...draft, keyId: key.id } })
  const { fingerprint } = key
  expect((await newest(desk))?.detail).toContain(`signing key: (none) → Desk 1 (fingerprint ${fingerprint})`)
  await desk.call('keys.savePublicKey', { keyId: key.id })
  expect(await newest(desk)).toMatchObject({
    action: 'public-key-exported', subject: 'Desk 1', detail: `public-key-staging-desk-1.pem, fingerprint ${fingerprint}`,
  })
  await desk.call('profiles.save', { id, draft })
  await desk.call('keys.retire', { keyId: key.id })
  expect(await newest(desk)).toMatchObject({ action: 'key-retired', subject: 'Desk 1', detail: `staging, fingerprint ${fingerprint}` })
  await desk.call('keys.remove', { keyId: key.id })
  expect(await newest(desk)).toMatchObject({ action: 'key-removed', detail: `staging, fingerprint ${fingerprint}` })
  const before = await trail(desk)
  await desk.refused('keys.remove', { keyId: 'none' as KeyId })
  expect(await trail(desk)).toEqual(before)
  await desk.refused('keys.importText', { name: 'Desk 2', environment: 'staging', pem: 'no key' })
  expect((await trail(desk)).slice(0, 2)).toMatchObject([
    { action: 'key-imported', subject: 'Desk 2', detail: 'Not done: key-refused.' },
    { action: 'key-imported', subject: 'Desk 2', detail: 'staging' },
  ])
})

it('changes no profile, secret, key or setting when the line cannot be written', async () => {
  const desk = await open()
  const { id } = await desk.call('profiles.save', { id: null, draft })
  const { profiles } = await desk.call('profiles.list', null)
  await desk.endJournal()
  const refusals = [
    await desk.refused('profiles.save', { id, draft: { ...draft, login: 'other' } }),
    await desk.refused('profiles.remove', { id }),
    await desk.refused('profiles.storeSecret', { id, secret: 'made-up' }),
    await desk.refused('keys.generate', { generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048 }),
    await desk.refused('settings.save', sent({ ...defaultSettings, operatorName: 'Somebody', notFoundAfterMinutes: 120 })),
  ]
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'journal-unwritable'))
  expect((await desk.call('profiles.list', null)).profiles).toEqual(profiles)
  expect((await desk.call('keys.list', null)).filter(({ keep }) => keep === 'keychain')).toEqual([])
  expect(await desk.call('settings.read', null)).toMatchObject({ operatorName: '' })
})

it('verifies a working day: charges, changes, the vault locked and unlocked', async () => {
  const desk = await open()
  await charge(desk)
  await desk.call('profiles.save', { id: null, draft })
  await desk.call('access.lock', null)
  await desk.call('access.unlock', { proof: null })
  await charge(desk)
  await desk.control.prepareToQuit()
  const verified = await desk.call('maintenance.verify', null)
  expect(verified).toMatchObject({ firstBreak: null, repaired: null, heads: { valid: 0, keyLost: false } })
  expect(verified.links).toBeGreaterThanOrEqual(5)
  expect(desk.events.some(({ name }) => name === 'maintenance.progress')).toBe(true)
})
