/** A key with a damaged keychain entry, beside intact ones. */
import { afterEach, expect, it } from 'vitest'
import { openProtected } from './access/support.ts'
import { closeAll } from './support.ts'

afterEach(closeAll)

it('hides no other key, and is reported with what to do, whoever overwrote it', async () => {
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
