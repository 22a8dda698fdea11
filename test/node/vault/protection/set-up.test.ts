import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Confirmation } from '#shared/model/values/confirmation.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { maxEntryBytes } from '../../../../electron/vault/keychain/keychain.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { createCutKeychain, cuts, type Cut, type CutKeychain } from './cut-keychain.ts'
import { createDesk, failure, merchant, passphrase, profile, value } from './support.ts'

/** The vault's entries from before there was a passphrase, with the answers that it returned then. */
const kept = JSON.parse(readFileSync('test/support/fixtures/unprotected-keychain.json', 'utf8')) as {
  entries: Record<string, string>
  answers: {
    control: string; signature: string; keys: KeyDescription[]; profile: Confirmation; link: string
    sealed: { keyId: string; seals: string[] }; journalEnd: object; headKey: object
  }
}
const { answers } = kept

/** Texts that must not occur in clear: the secret, and every Base64 body of a key. */
const canaries = Object.values(kept.entries).map((text) => Buffer.from(text, 'base64').toString().split('\n')[1] ?? '')
  .filter((body) => body.length >= 16)

async function expectTheSameAnswers(port: VaultPort): Promise<void> {
  const key = answers.keys[0]!
  expect(await value(port.control({ ...profile, textBeforeSecret: 'a' }))).toBe(answers.control)
  expect(await value(port.signRsaSha256({ keyId: key.id, environment: 'staging', merchant, baseString: 'POST&x' })))
    .toBe(answers.signature)
  expect(await value(port.listKeys())).toEqual(answers.keys)
  expect(await value(port.checkConfirmation({ confirmation: answers.profile }))).toBe('valid')
  expect(await value(port.signProfile({ content: answers.profile.content, number: 1 }))).toEqual(answers.profile)
  expect(await value(port.journalEnd())).toEqual(answers.journalEnd)
  expect(await value(port.journalHeadKey({ signedBefore: true }))).toEqual(answers.headKey)
}

function expectNothingInClear(keychain: CutKeychain): void {
  expect(canaries.length).toBeGreaterThan(4)
  const everything = keychain.everything().toString('latin1')
  for (const canary of canaries) {
    expect(everything).not.toContain(canary)
    expect(everything).not.toContain(Buffer.from(canary, 'base64').toString('latin1'))
  }
}

/** Restarts after an interruption, sets up again if the set-up had not become effective, and unlocks. */
async function resume(keychain: CutKeychain): Promise<VaultPort> {
  keychain.repair()
  const port = createDesk(keychain).start()
  const protection = await value(port.protection())
  if (protection.kind === 'none') await value(port.setUpProtection({ name: 'Ada', passphrase }))
  else if (protection.kind === 'set-up') {
    await value(port.unlockWithPassphrase({ personId: protection.persons[0]!.id, passphrase }))
  }
  return port
}

const setUp = (keychain: CutKeychain) => createDesk(keychain).start().setUpProtection({ name: 'Ada', passphrase })

describe('setting up the protection of a desk with entries', () => {
  test('loses nothing, and leaves nothing in clear', async () => {
    const keychain = createCutKeychain(kept.entries)
    await value(setUp(keychain))
    expectNothingInClear(keychain)
    await expectTheSameAnswers(await resume(keychain))
  })

  test('is continued after an interruption at any write, however far that came', async () => {
    const whole = createCutKeychain(kept.entries)
    await value(setUp(whole))
    const ways: [number, Cut][] = cuts.flatMap((cut) =>
      Array.from({ length: whole.writes() }, (_, write): [number, Cut] => [write + 1, cut]))
    expect(ways.length).toBeGreaterThan(50)
    for (const [write, cut] of ways) {
      const keychain = createCutKeychain(kept.entries)
      keychain.cutAt(write, cut)
      await expect(setUp(keychain), `cut ${cut} at ${write}`).rejects.toThrow()
      await expectTheSameAnswers(await resume(keychain))
      expectNothingInClear(keychain)
    }
  })

  test('is continued again after a second interruption', async () => {
    for (let first = 3; first < 18; first += 4) {
      for (let second = 2; second < 16; second += 3) {
        const keychain = createCutKeychain(kept.entries)
        keychain.cutAt(first, 'empty')
        await expect(setUp(keychain)).rejects.toThrow()
        keychain.repair()
        keychain.cutAt(second, 'empty')
        const port = createDesk(keychain).start()
        const protection = await value(port.protection())
        if (protection.kind === 'set-up') {
          await port.unlockWithPassphrase({ personId: protection.persons[0]!.id, passphrase }).catch(() => undefined)
        }
        await expectTheSameAnswers(await resume(keychain))
        expectNothingInClear(keychain)
      }
    }
  })

  test('reports a record that would not fit when encrypted before anything is changed', async () => {
    const random = Array.from({ length: 20 }, (_, at) => createHash('sha512').update(`${at}`).digest())
    const header = Buffer.from('{"record":"secret","environment":"staging","merchant":"https://gate.example gw acme"}\n')
    const record = Buffer.concat([header, ...random]).subarray(0, maxEntryBytes)
    const keychain = createCutKeychain({ ...kept.entries, 'secret-long': record.toString('base64') })
    const before = keychain.copy()
    const refused = await failure(setUp(keychain))
    expect(refused).toMatchObject({ code: 'keychain-doubtful', detail: expect.stringContaining('"secret-long"') })
    expect(keychain.entries).toEqual(before.entries)
  })

  test('keeps a record that filled its whole entry with primes', async () => {
    const key = kept.entries[`key-${answers.keys[1]!.id}`]!
    const bytes = Buffer.from(key, 'base64').toString().replace('"name":"', `"filler":"${'x'.repeat(110)}","name":"`)
    expect(Buffer.byteLength(bytes)).toBeGreaterThan(1_251)
    const entries = { ...kept.entries, [`key-${answers.keys[1]!.id}`]: Buffer.from(bytes).toString('base64') }
    const keychain = createCutKeychain(entries)
    await value(setUp(keychain))
    await expectTheSameAnswers(await resume(keychain))
  })
})
