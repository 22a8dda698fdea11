/** A keychain that completed a write but reported it too late: the list of entries stays correct. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failed, success } from '#shared/result.ts'
import type { NativeEntries } from '../../../electron/vault/keychain/native-entries.ts'
import { createSystemKeychain } from '../../../electron/vault/keychain/system-keychain.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'late-')) })
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

/** Entries in memory; the writes of those in `late` are completed and reported as timed out. */
function slowEntries() {
  const kept = new Map<string, Buffer>()
  const late = new Set<string>()
  const entries: NativeEntries = {
    get: async (name) => success(kept.has(name) ? Buffer.from(kept.get(name)!) : null),
    async set(name, value) {
      kept.set(name, Buffer.from(value))
      return late.delete(name) ? failed({ code: 'keychain-waiting' }) : success(null)
    },
    delete: async (name) => success(kept.delete(name)),
  }
  const open = () => createSystemKeychain({ entries, installationId: 'late', markerFile: join(folder, 'vault-installed') })
  return { late, open }
}

test('an entry that is stored again after its name left the list late is in the list at the next start', async () => {
  const { late, open } = slowEntries()
  const keychain = open()
  await keychain.set('secret-a', Buffer.from('one'))
  late.add('index-0')
  expect(await keychain.delete('secret-a')).toMatchObject({ ok: false, failure: { code: 'keychain-waiting' } })
  expect(await keychain.set('secret-a', Buffer.from('two'))).toMatchObject({ ok: true })
  expect(await open().list()).toEqual({ ok: true, value: ['secret-a'] })
})

test('a name that was added to the list late is there once, however often that is tried', async () => {
  const { late, open } = slowEntries()
  const keychain = open()
  late.add('index-0')
  await keychain.list()
  late.add('index-0')
  expect(await keychain.set('secret-a', Buffer.from('one'))).toMatchObject({ ok: false })
  expect(await keychain.set('secret-b', Buffer.from('two'))).toMatchObject({ ok: true })
  expect(await keychain.set('secret-a', Buffer.from('one'))).toMatchObject({ ok: true })
  const listed = await open().list()
  expect(listed.ok && [...listed.value].sort()).toEqual(['secret-a', 'secret-b'])
})
