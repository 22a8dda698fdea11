import { createPublicKey } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import { headText, type JournalHead } from '#shared/model/history/journal-head.ts'
import { headKeyId, isHeadSigned } from '../../../electron/common/signatures/head-signature.ts'
import { keyringMissing, NO_KEYRING, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { clearEntries, createInstallation, failure, readEntry, value, type Installation } from './support.ts'

const missing = keyringMissing()
const head: JournalHead = {
  journal: '000102030405060708090a0b0c0d0e0f', number: 3, epoch: 2, position: 1204, link: 'ab'.repeat(32),
  at: '2026-11-20T09:41:07.120Z' as UtcTime,
}
const first = { head, signedBefore: false } as const
const later = { head: { ...head, number: 4, position: 1300 }, signedBefore: true } as const
const lost = { code: 'keychain-doubtful', detail: expect.stringContaining('The key that signs heads') }

let installation: Installation
beforeEach(() => { installation = createInstallation() })
afterEach(() => installation.remove())

// Created with OpenSSL from the first key of RFC 8032, so that outsiders can repeat it.
const known = {
  publicKey: createPublicKey('-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n'),
  keyId: '06e3fd8fda29bb60',
  text: `Gateway Console journal head 1
journal 000102030405060708090a0b0c0d0e0f
number 3
epoch 2
position 1204
link abababababababababababababababababababababababababababababababab
at 2026-11-20T09:41:07.120Z
key 06e3fd8fda29bb60
`,
  signature: 'RZb+IleFx0CtitXKqup3aPT3BXqhFJIMwr1OETlAAuOzquShMYPSTVEb/qb2AaM+kWTFqfRbKhYlud53SariAQ==',
}

describe('a signed head', () => {
  test('has these bytes, this key id and this signature', () => {
    expect(headKeyId(known.publicKey)).toBe(known.keyId)
    expect(headText(head, known.keyId)).toBe(known.text)
    expect(isHeadSigned({ ...head, keyId: known.keyId, signature: known.signature }, known.publicKey)).toBe(true)
  })

  test.each<[string, Partial<JournalHead>]>([
    ['another journal', { journal: 'ff'.repeat(16) }], ['another number', { number: 4 }], ['another epoch', { epoch: 1 }],
    ['another position', { position: 1205 }], ['another link', { link: 'cd'.repeat(32) }],
    ['another time', { at: '2026-11-20T09:41:07.121Z' as UtcTime }],
    ['a value that contains two', { journal: `${head.journal}\nnumber 9` }], ['an invalid number', { position: 1.5 }],
  ])('does not fit %s', (_what, other) => {
    const signed = { ...head, ...other, keyId: known.keyId, signature: known.signature }
    expect(isHeadSigned(signed, known.publicKey)).toBe(false)
  })
})

const why = missing === null ? '' : ` (skipped: ${missing})`

describe.skipIf(missing !== null)(`heads signed by a key in a real keychain${why}`, () => {
  let keyring: TestKeyring
  beforeEach(async () => { keyring = await startKeyring() })
  afterEach(() => keyring.stop())

  const start = () => installation.start(keyring.env)

  test('the key is created once, is used in the next run, and its private half never leaves the vault', async () => {
    const one = start()
    expect(await value(one.port.journalHeadKey({ signedBefore: false }))).toBeNull()
    const signed = await Promise.all([value(one.port.signJournalHead(first)), value(one.port.signJournalHead(first))])
    expect(signed[1]).toEqual(signed[0])
    await one.end()
    const other = start()
    const key = (await value(other.port.journalHeadKey({ signedBefore: true })))!
    expect(key).toMatchObject({ keyId: signed[0]!.keyId, since: head.position })
    expect(isHeadSigned((await value(other.port.signJournalHead(later)))!, createPublicKey(key.publicKey))).toBe(true)
    const secret = Buffer.from(readEntry(keyring, 'journal-head-key').toString().split('\n')[1]!, 'base64').subarray(-32)
    const messages = JSON.stringify([...one.posted, ...other.posted])
    for (const form of ['hex', 'base64', 'latin1'] as const) expect(messages).not.toContain(secret.toString(form))
  })

  test('a key whose entry was removed is reported as lost, and no other is created', async () => {
    const one = start()
    await value(one.port.signJournalHead(first))
    await one.end()
    clearEntries(keyring, ['journal-head-key'])
    const { port } = start()
    expect(await failure(port.signJournalHead(later))).toEqual(lost)
    expect(await failure(port.journalHeadKey({ signedBefore: true }))).toEqual(lost)
  })

  test('a keychain that was emptied on purpose and set up again gets another key', async () => {
    const one = start()
    const before = await value(one.port.signJournalHead(first))
    await one.end()
    clearEntries(keyring, ['canary', 'index-0', 'journal-head-key'])
    rmSync(join(installation.folder, 'vault-installed'))
    const now = await value(start().port.signJournalHead(later))
    expect(now?.keyId).not.toBe(before?.keyId)
  })

  test('the record of the journal’s end keeps the newest head and the highest epoch', async () => {
    const { port } = start()
    const end = { position: 7, link: 'ab'.repeat(32), at: head.at }
    await value(port.keepJournalEnd({ ...end, epoch: 3, head }))
    await value(port.keepJournalEnd({ ...end, epoch: 1, position: 9 }))
    expect(await value(port.journalEnd())).toEqual({ ...end, position: 9, epoch: 3, head })
  })
})

describe('heads', () => {
  test.skipIf(process.platform !== 'linux')('are not signed without a keychain', async () => {
    expect(await value(installation.start(NO_KEYRING).port.signJournalHead(first))).toBeNull()
  })

  test.skipIf(missing !== null)('removals of content and reports are the only things that the key signs', async () => {
    const keyring = await startKeyring()
    try {
      const { port } = installation.start(keyring.env)
      await expect(port.signJournalHead({ ...first, head: { ...head, link: 'amount=1015' } })).rejects.toThrow()
      await expect(port.signRemovals({ digests: ['amount=1015'], signedBefore: false, position: 1 })).rejects.toThrow()
      await expect(port.signReport({ digest: 'amount=1015', signedBefore: false, position: 1 })).rejects.toThrow()
      await expect(port.signRemovals({ digests: [], signedBefore: false, position: 1 })).rejects.toThrow()
      expect(await value(port.signRemovals({ digests: ['ab'.repeat(32)], signedBefore: false, position: 1 }))).not.toBeNull()
    } finally {
      await keyring.stop()
    }
  })
})
