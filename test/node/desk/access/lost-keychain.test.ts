/** A keychain that lost the key to its other entries: the screen shows how to start over, and that works. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import type { NativeEntries } from '../../../../electron/vault/keychain/native-entries.ts'
import { createSystemKeychain } from '../../../../electron/vault/keychain/system-keychain.ts'
import { chargeForm, closeAll, open } from '../support.ts'
import { memoryVault, operatorPassphrase, passphrase } from './support.ts'

let folder: string
afterEach(async () => {
  await closeAll()
  rmSync(folder, { recursive: true, force: true })
})

/** A protected desk with a profile, locked; `again` starts it over the same files and entries. */
async function furnished() {
  folder = mkdtempSync(join(tmpdir(), 'lost-'))
  const kept = new Map<string, Buffer>()
  const markerFile = join(folder, 'vault-installed')
  const entries: NativeEntries = {
    get: async (name) => success(kept.has(name) ? Buffer.from(kept.get(name)!) : null),
    set: async (name, value) => {
      kept.set(name, Buffer.from(value))
      return success(null)
    },
    delete: async (name) => success(kept.delete(name)),
  }
  const start = async (given: { readonly folder?: string } = {}) => await open({
    ...given, ownVault: memoryVault(createSystemKeychain({ entries, installationId: 'i', markerFile })),
    system: { confirm: async () => true },
  })
  const desk = await start()
  await desk.call('access.setUp', { name: 'Ada', passphrase })
  const id = await desk.addProfile('staging', 'Acme')
  await desk.call('access.lock', null)
  await desk.end()
  return { kept, markerFile, id, again: () => start(desk) }
}

const isPerson = (name: string) => name.startsWith('person-')

it.each<[string, (kept: Map<string, Buffer>) => void]>([
  ['the list of entries', (kept) => { kept.delete('index-0') }],
  ['the list of entries, which holds something else', (kept) => { kept.set('index-0', Buffer.from('another program')) }],
  ['the persons', (kept) => { for (const name of [...kept.keys()].filter(isPerson)) kept.delete(name) }],
])('%s', async (_what, lose) => {
  const { kept, markerFile, id, again } = await furnished()
  lose(kept)
  const failing = await again()
  expect(await failing.call('access.describe', null)).toMatchObject({
    state: 'failed',
    failure: { detail: expect.stringMatching(/delete all its entries.* from the keychain, and the file "vault-installed"/) },
  })
  await failing.end()

  kept.clear()
  rmSync(markerFile)
  const desk = await again()
  await desk.call('access.setUp', { name: 'Ada', passphrase: operatorPassphrase })
  await desk.call('profiles.confirm', { id })
  await desk.call('profiles.storeSecret', { id, secret: desk.secret })
  await desk.call('historyTrust.goOn', { reason: 'the keychain was emptied' })
  await desk.call('payments.review', { ...chargeForm(desk), profileId: id })
})
