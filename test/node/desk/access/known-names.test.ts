/** Names that a desk has add no strength to its passphrases, whatever the page sends. */
import { afterEach, expect, it } from 'vitest'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import { closeAll, open } from '../support.ts'
import { builtInDraft } from '../../profiles/support.ts'
import { memoryVault, openProtected, operatorPassphrase, passphrase, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

const system = {
  description: {
    version: '0', platform: 'test', osUser: 'przybyszewska', host: 'packaged', usableEnvironments: ['sandbox', 'staging', 'production'],
    showsNotices: true,
  },
} as const

const draft: ProfileDraft = {
  ...builtInDraft, name: 'Quillfeathering Outfitters', environment: 'staging', login: 'wolkensteinbach', productWord: 'zephyrpaylane',
  gateway: { kind: 'address', baseUrl: 'https://gate.bramblethornbury.example' }, timeZone: 'UTC',
}

/** A value for each kind of name, without other strength in the phrase. */
const guessable: readonly [string, string][] = [
  ['a person', 'Otto Hohenschwangau kq7'], ['the system\'s user', 'Przybyszewska-kq7'], ['a profile', 'Quillfeathering kq7'],
  ['a login', 'Wolkensteinbach-kq7'], ['a product word', 'zephyrpaylane=kq7'], ['an address', 'Bramblethornbury kq7'],
]

async function openDesk(): Promise<ProtectedDesk> {
  const desk = await openProtected({ system })
  await desk.call('profiles.save', { id: null, draft })
  await desk.call('access.savePerson', { id: null, name: 'Otto Hohenschwangau', role: 'operator', passphrase: operatorPassphrase })
  return desk
}

const weak = {
  code: 'passphrase-weak',
  detail: 'This passphrase is easy to guess. It is built from a name known here. Use four or more unrelated words.',
}

it.each(guessable)('the name of %s is refused in each passphrase', async (_what, guess) => {
  const desk = await openDesk()
  expect(await desk.refused('access.changePassphrase', { current: passphrase, next: guess })).toEqual(weak)
  expect(await desk.refused('access.savePerson', { id: null, name: 'Bea', role: 'operator', passphrase: guess })).toEqual(weak)
  const key = await desk.call('keys.generate', { generationId: 'g', name: 'Desk 1', environment: 'sandbox', bits: 2048 })
  expect(await desk.refused('keys.backUp', { keyId: key.id, passphrase: guess })).toEqual(weak)
}, 60_000)

it('the first passphrase is refused too', async () => {
  const ownVault = memoryVault(createMemoryKeychain())
  const desk = await open({ system: { ...system, confirm: async () => true }, ownVault })
  const gateway = { kind: 'address', baseUrl: 'http://127.0.0.1:9' } as const
  await desk.call('profiles.save', { id: null, draft: { ...draft, environment: 'sandbox', gateway } })
  for (const guess of ['Przybyszewska-kq7', 'Quillfeathering kq7', 'Ada Hohenschwangau kq7']) {
    expect(await desk.refused('access.setUp', { name: 'Ada Hohenschwangau', passphrase: guess })).toEqual(weak)
  }
})
