/** A key with a damaged keychain entry, beside intact ones. */
import { afterEach, expect, it } from 'vitest'
import { openProtected } from './access/support.ts'
import { closeAll } from './support.ts'

afterEach(closeAll)

it('hides no other key, and is reported with the next step, whoever overwrote it', async () => {
  const desk = await openProtected()
  const make = (name: string) => desk.call('keys.generate', { generationId: name, name, environment: 'sandbox', bits: 2048 })
  const [whole, damaged] = [await make('Desk 1'), await make('Desk 2')]
  await desk.call('access.lock', null)
  await desk.keychain.set(`key-${damaged.id}`, Buffer.from('what another program wrote'))
  await desk.unlock()
  expect((await desk.call('keys.list', null)).map(({ id }) => id)).toEqual([whole.id])
  expect(await desk.call('keys.lives', null)).toMatchObject({
    keys: [{ keyId: whole.id }],
    damaged: [{ id: damaged.id, detail: expect.stringMatching(/damaged.*Restore the keychain from a backup/) }],
  })
  await desk.call('keys.remove', { keyId: damaged.id })
  expect((await desk.call('keys.lives', null)).damaged).toEqual([])
})

it('can be destroyed; another key in use still has to be retired first', async () => {
  const desk = await openProtected()
  const profileId = await desk.addProfile('sandbox', 'Acme')
  const make = (name: string) => desk.call('keys.generate', { generationId: name, name, environment: 'sandbox', bits: 2048 })
  const [used, damaged] = [await make('Desk 1'), await make('Desk 2')]
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  for (const keyId of [used.id, null]) await desk.call('profiles.save', { id: profileId, draft: { ...draft, keyId } })

  await desk.call('access.lock', null)
  await desk.keychain.set(`key-${damaged.id}`, Buffer.from('what another program wrote'))
  await desk.unlock()
  expect(await desk.refused('keys.remove', { keyId: used.id })).toEqual({ code: 'key-not-retired' })
  await desk.call('keys.remove', { keyId: damaged.id })
  expect((await desk.call('keys.list', null)).map(({ id }) => id)).toEqual([used.id])
  expect((await desk.trail())[0]).toMatchObject({ action: 'key-removed', subject: 'A damaged key' })
})

it('is still confirmed, retired and destroyed if only the entry of its confirmed address is damaged', async () => {
  const desk = await openProtected()
  const profileId = await desk.addProfile('sandbox', 'Acme')
  const key = await desk.call('keys.generate', { generationId: 'g', name: 'Desk 1', environment: 'sandbox', bits: 2048 })
  const view = async () =>
    (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === profileId)!
  const { id: _id, ...draft } = (await view()).profile
  await desk.call('profiles.save', { id: profileId, draft: { ...draft, keyId: key.id } })
  const { merchant } = await view()

  const damage = async (): Promise<void> => {
    await desk.call('access.lock', null)
    const names = await desk.keychain.list()
    const [confirmation] = names.ok ? names.value.filter((name) => name.startsWith(`merchant-${key.id}-`)) : []
    await desk.keychain.set(confirmation!, Buffer.from('what another program wrote'))
    await desk.unlock()
  }
  await damage()
  expect((await view()).keyFor).toEqual([])
  await desk.call('keys.confirmAddress', { profileId, merchant: merchant! })
  expect((await view()).keyFor).toEqual([merchant])

  await damage()
  await desk.call('profiles.save', { id: profileId, draft: { ...draft, keyId: key.id, name: 'Acme Shop' } })
  await damage()
  await desk.call('profiles.save', { id: profileId, draft })
  await desk.call('keys.retire', { keyId: key.id })
  await desk.call('keys.remove', { keyId: key.id })
  expect(await desk.call('keys.list', null)).toEqual([])
})
