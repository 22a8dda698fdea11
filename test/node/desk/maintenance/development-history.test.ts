/** A new history replaces a development version's without an alarm, unless a released one was here before. */
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { developmentApplicationIds } from '../../../../electron/journal/application-id.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import { valueOf } from '../../journal/with-journal.ts'
import { aVault, charges, openHistory, signedHistory, type History } from './support.ts'

const beside = 'journal.development-20261120T120000000Z.sqlite'

/** A sealed history whose file then gets the id of a development version. */
async function developmentFile(keychain: Keychain): Promise<string> {
  const history = await signedHistory(aVault(keychain))
  await history.journal.close()
  const file = new DatabaseSync(history.path)
  file.exec(`PRAGMA application_id = ${developmentApplicationIds.at(-1)}`)
  file.close()
  return history.path
}

/** The start after a person has confirmed that the file is quarantined. */
async function begun(path: string, keychain: Keychain): Promise<History> {
  const history = openHistory({ path, vault: aVault(keychain), quarantineDevelopment: true })
  await history.keeping.noteBeginning()
  await charges(history, 'first')
  await history.signing.caughtUp()
  await history.signing.finish()
  return history
}

const lines = async ({ journal }: History) => (await valueOf(journal.audit({ before: null, limit: 50 }))).lines
const warning = async ({ journal }: History) => (await valueOf(journal.describeFiles())).warning

it('a development version’s record in the keychain is not the end of the new history', async () => {
  const keychain = createMemoryKeychain()
  const path = await developmentFile(keychain)
  const end = { record: 'journal-end', position: 11, link: 'ab'.repeat(32), at: '2026-11-20T12:00:00.000Z' }
  await keychain.set('journal-end', Buffer.from(`${JSON.stringify(end)}\n`))

  const history = await begun(path, keychain)
  expect(await lines(history)).toMatchObject([{
    action: 'history-started-anew', subject: beside, detail: expect.stringContaining('development version'),
  }])
  expect(await warning(history)).toBeNull()
  expect(await history.verify()).toMatchObject({ firstBreak: null, unsigned: 0 })
  expect(await (await history.again()).verify()).toMatchObject({ firstBreak: null, unsigned: 0 })
})

it('attack: a development version’s file in place of a released history: its end is reported as missing, whatever was confirmed', async () => {
  const keychain = createMemoryKeychain()
  const history = await begun(await developmentFile(keychain), keychain)
  await expect.poll(() => warning(history)).toBe('missing')
  expect((await lines(history)).filter(({ action }) => action === 'history-started-anew').map(({ subject }) => subject))
    .toEqual(['journal', beside])
})
