import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { success } from '#shared/result.ts'
import type { NativeEntries } from '../../../../electron/vault/keychain/native-entries.ts'
import { removeInstallation } from '../../../../electron/vault/keychain/remove-installation.ts'
import { createSystemKeychain } from '../../../../electron/vault/keychain/system-keychain.ts'
import { createDesk, otherPassphrase, passphrase, profile, value } from './support.ts'

test('removing an installation removes its people, roster and counts too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'removal-'))
  onTestFinished(() => { rmSync(folder, { recursive: true, force: true }) })
  const held = new Map<string, Buffer>()
  const entries: NativeEntries = {
    get: async (name) => success(held.has(name) ? Buffer.from(held.get(name)!) : null),
    async set(name, bytes) {
      held.set(name, Buffer.from(bytes))
      return success(null)
    },
    delete: async (name) => success(held.delete(name)),
  }
  const keychain = createSystemKeychain({ entries, installationId: 'test', markerFile: join(folder, 'vault-installed') })
  const port = createDesk(keychain).start()
  await value(port.storeSecret({ ...profile, secret: 'made-up', keep: 'keychain' }))
  const ada = await value(port.setUpProtection({ name: 'Ada', passphrase }))
  await value(port.savePerson({ id: null, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
  const later = createDesk(keychain).start()
  expect((await later.unlockWithPassphrase({ personId: ada.id, passphrase: 'wrong' })).ok).toBe(false)
  const kinds = ['person-', 'roster-', 'tries', 'secret-', 'canary', 'index-']
  for (const kind of kinds) expect([...held.keys()].some((name) => name.startsWith(kind)), kind).toBe(true)
  // Each fits into an entry on Windows.
  for (const [name, bytes] of held) expect(bytes.length, name).toBeLessThanOrEqual(1_280)

  expect((await removeInstallation({ keychain, entries, wasInstalled: true })).ok).toBe(true)
  expect([...held.keys()]).toEqual([])
})
