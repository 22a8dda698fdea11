import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, NO_KEYRING, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { clearEntries, createInstallation, failure, readEntry, value, type Installation, type TestVault } from './support.ts'

const missing = keyringMissing()
const digests = ['11'.repeat(32), '22'.repeat(32)]
const first = { purpose: 'link', digests, sealedBefore: false, since: 1 } as const
const later = { ...first, sealedBefore: true, since: 3 } as const
const lost = { code: 'keychain-doubtful', detail: expect.stringContaining('The key that seals the history') }

let installation: Installation
beforeEach(() => { installation = createInstallation() })
afterEach(() => installation.remove())

const check = async (
  { port }: TestVault, { keyId, seals }: { keyId: string; seals: readonly string[] },
  purpose: 'link' | 'removal' = 'link',
) =>
  await value(port.checkJournalSeals({
    purpose, keyId, seals: seals.map((seal, index) => ({ digest: digests[index]!, seal })),
  }))

describe.skipIf(missing !== null)(`seals by a key in a real keychain${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let keyring: TestKeyring
  beforeEach(async () => { keyring = await startKeyring() })
  afterEach(() => keyring.stop())

  const start = () => installation.start(keyring.env)

  test('the key is made once, serves the next run, and never leaves the vault', async () => {
    const one = start()
    const made = await value(one.port.sealJournal(first))
    await one.end()
    const other = start()
    expect(await check(other, made)).toEqual({ known: true, firstWrong: null })
    expect(await value(other.port.sealJournal(later))).toEqual(made)
    const key = Buffer.from(readEntry(keyring, 'journal-key').toString().split('\n')[1]!, 'base64')
    expect(made.seals[0]).toBe(createHmac('sha256', key).update('link\0').update(digests[0]!, 'hex').digest('hex'))
    const said = JSON.stringify([...one.posted, ...other.posted])
    for (const form of ['hex', 'base64', 'latin1'] as const) expect(said).not.toContain(key.toString(form))
  })

  test('two first calls at once make one key', async () => {
    const { port } = start()
    const [one, other] = await Promise.all([value(port.sealJournal(first)), value(port.sealJournal(first))])
    expect(one).toEqual(other)
  })

  test('a wiped keychain leads to no new key', async () => {
    const one = start()
    await value(one.port.sealJournal(first))
    await one.end()
    clearEntries(keyring, ['canary', 'index-0', 'journal-key'])
    const { port } = start()
    expect(await failure(port.sealJournal(later))).toMatchObject({ code: 'keychain-doubtful' })
    expect(await failure(port.sealJournal(first))).toMatchObject({ code: 'keychain-doubtful' })
    expect(await failure(port.checkJournalSeals({ purpose: 'link', keyId: 'any', seals: [] })))
      .toMatchObject({ code: 'keychain-doubtful' })
  })

  test('a key whose entry alone was taken out is said to be lost, and not made anew', async () => {
    const one = start()
    await value(one.port.sealJournal(first))
    await one.end()
    clearEntries(keyring, ['journal-key'])
    expect(await failure(start().port.sealJournal(later))).toEqual(lost)
  })

  test('a keychain that was emptied on purpose and set up anew gets a key with another id, from here on', async () => {
    const one = start()
    const made = await value(one.port.sealJournal(first))
    await one.end()
    clearEntries(keyring, ['canary', 'index-0', 'journal-key'])
    rmSync(join(installation.folder, 'vault-installed'))
    const other = start()
    const anew = await value(other.port.sealJournal(later))
    expect(anew.keyId).not.toBe(made.keyId)
    expect(await check(other, made)).toEqual({ known: false, since: 3 })
  })

  test('a locked keychain is told as locked, and the same key seals once it is open', async () => {
    const one = start()
    const made = await value(one.port.sealJournal(first))
    await one.end()
    keyring.lock()
    const { port } = start()
    expect(await failure(port.sealJournal(later))).toEqual({ code: 'keychain-locked' })
    await keyring.unlock()
    expect(await value(port.sealJournal(later))).toEqual(made)
  })

  test('the end of the journal is kept over a restart', async () => {
    const one = start()
    expect(await value(one.port.journalEnd())).toBeNull()
    const end = { position: 7, link: digests[0]!, at: '2026-11-20T12:00:00.000Z' }
    await value(one.port.keepJournalEnd({ ...end, position: 5 }))
    await value(one.port.keepJournalEnd(end))
    await one.end()
    const two = start()
    expect(await value(two.port.journalEnd())).toEqual(end)
    const restoring = { ...end, restoring: '2026-11-20T12:05:00.000Z' }
    await value(two.port.keepJournalEnd(restoring))
    await two.end()
    expect(await value(start().port.journalEnd())).toEqual(restoring)
  })
})

describe('seals', () => {
  test.skipIf(process.platform !== 'linux')('without a keychain are by a key for this run, which says so', async () => {
    const one = installation.start(NO_KEYRING)
    const made = await value(one.port.sealJournal(first))
    expect(made.keyId).toMatch(/^run-/)
    expect(await check(one, made)).toEqual({ known: true, firstWrong: null })
    await one.end()
    const other = installation.start(NO_KEYRING)
    expect(await check(other, made)).toEqual({ known: false, since: null })
  })

  test('that are wrong are named; one on a link does not pass for one on a removal', async () => {
    const vault = installation.start({}, { keychain: 'none' })
    const made = await value(vault.port.sealJournal(first))
    const [one, other] = made.seals as [string, string]
    expect(await check(vault, { ...made, seals: [one, one] })).toEqual({ known: true, firstWrong: 1 })
    for (const seal of ['', 'zz', other.slice(2), `${other}00`]) {
      expect(await check(vault, { ...made, seals: [seal] })).toEqual({ known: true, firstWrong: 0 })
    }
    expect(await check(vault, made, 'removal')).toEqual({ known: true, firstWrong: 0 })
  })
})
