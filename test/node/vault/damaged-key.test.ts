/** A key of the vault whose keychain entry cannot be read. */
import { expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../electron/vault/keychain/memory-keychain.ts'
import type { VaultPort } from '../../../electron/vault/port.ts'
import { createVault } from '../../../electron/vault/vault.ts'
import { failure, value } from './support.ts'

it('is reported separately from the others, which are listed and sign', async () => {
  const keychain = createMemoryKeychain()
  const open = (): VaultPort => createVault({
    keychain, keychainName: 'none', wasInstalled: () => true, nativeModulePath: () => '',
  })
  const first = open()
  const make = async (name: string) => await value(first.generateKey({
    generationId: name, name, environment: 'sandbox', bits: 2048, keep: 'keychain',
  }))
  const [whole, damaged] = [await make('Whole'), await make('Damaged')]
  await keychain.set(`key-${damaged.id}`, Buffer.from('{"record":"key"}'))
  const again = open()
  expect(await value(again.listKeys())).toEqual([whole])
  expect(await value(again.damagedKeys())).toEqual([{ id: damaged.id, detail: expect.stringContaining(damaged.id) }])
  expect(await value(again.provePair({ keyId: whole.id }))).toEqual({ belongsTogether: true })
  expect(await failure(again.provePair({ keyId: damaged.id }))).toMatchObject({ code: 'keychain-doubtful' })
})
