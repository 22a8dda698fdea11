/** Attacks on the keychain by another program of the same user, and their results. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeSecret } from '../../../../electron/vault/secrets/secret-record.ts'
import { openPerson, sealPerson } from '../../../../electron/vault/protection/person-record.ts'
import { slotsOf } from '../../../../electron/vault/protection/session.ts'
import { createCutKeychain, type CutKeychain } from './cut-keychain.ts'
import { derivedAgain, forgeRoster } from './forgery.ts'
import { controlSecret, createDesk, failure, merchant, otherPassphrase, passphrase, profile, value } from './support.ts'

const secretEntry = `secret-${profile.secretId}`
const doubtful = { code: 'keychain-doubtful' }

async function desk() {
  const keychain = createCutKeychain()
  const port = createDesk(keychain).start()
  for (const secretId of ['profile-1', 'profile-2']) {
    await value(port.storeSecret({ ...profile, secretId, secret: `${controlSecret}-${secretId}`, keep: 'keychain' }))
  }
  const plain = keychain.copy()
  const key = await value(port.generateKey({
    generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048, keep: 'keychain',
  }))
  const confirmation = (await value(port.signProfile({ content: 'a profile', number: 1 })))!
  const ada = await value(port.setUpProtection({ name: 'Ada', passphrase }))
  const bea = await value(port.savePerson({ id: null, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
  await value(port.keepJournalEnd({ position: 1, link: 'ab'.repeat(32), at: '2026-01-01T12:00:00.000Z' }))
  const unlock = (who = ada, text = passphrase) => createDesk(keychain).start()
    .unlockWithPassphrase({ personId: who.id, passphrase: text })
  const unlocked = async (who = ada, text = passphrase) => {
    const vault = createDesk(keychain).start()
    await value(vault.unlockWithPassphrase({ personId: who.id, passphrase: text }))
    return vault
  }
  return { keychain, plain, ada, bea, key, confirmation, unlock, unlocked }
}

const namesLike = (keychain: CutKeychain, part: string) =>
  [...keychain.entries.keys()].filter((name) => name.includes(part))
const nameLike = (keychain: CutKeychain, part: string) => namesLike(keychain, part)[0]!

/** Changes the JSON header of an entry. */
function rewrite(keychain: CutKeychain, name: string, change: (header: Record<string, unknown>) => object): void {
  const bytes = keychain.entries.get(name)!
  const end = bytes.indexOf('\n')
  const header = JSON.parse(bytes.toString('utf8', 0, end)) as Record<string, unknown>
  keychain.entries.set(name, Buffer.concat([Buffer.from(`${JSON.stringify(change(header))}\n`), bytes.subarray(end + 1)]))
}

describe('a program that reads the keychain', () => {
  test('finds no secret, no key and no passphrase', async () => {
    const { keychain } = await desk()
    const everything = keychain.everything().toString('latin1')
    expect(everything).not.toContain(controlSecret)
    expect(everything).not.toContain(Buffer.from(controlSecret).toString('base64').slice(0, 20))
    expect(everything).not.toContain(passphrase)
    expect(everything).not.toMatch(/"record":"(secret|key|journal|sealed|profile|roster)/)
  })
})

describe('a program that writes the keychain', () => {
  test('cannot swap secrets', async () => {
    const { keychain, unlocked } = await desk()
    keychain.entries.set(secretEntry, keychain.entries.get('secret-profile-2')!)
    const port = await unlocked()
    expect(await failure(port.control({ ...profile, textBeforeSecret: 'a' }))).toMatchObject(doubtful)
  })

  test('cannot get a plain entry accepted', async () => {
    const { keychain, unlocked, key } = await desk()
    const planted = encodeSecret({ environment: 'staging', merchant, secret: Buffer.from('planted') })
    keychain.entries.set(secretEntry, planted)
    keychain.entries.set('secret-profile-3', planted)
    const port = await unlocked()
    expect(await failure(port.control({ ...profile, textBeforeSecret: 'a' }))).toMatchObject(doubtful)
    expect(await value(port.hasSecret({ secretId: 'profile-3' }))).toBe(false)
    const evil = Buffer.from(`{"record":"key-merchant","keyId":"${key.id}","merchant":"${merchant}"}\n`)
    const digest = createHash('sha256').update(merchant).digest('hex').slice(0, 32)
    keychain.entries.set(`merchant-${key.id}-${digest}`, evil)
    expect(await value(port.keyMerchants({ keyId: key.id }))).toEqual([])
    const signing = { keyId: key.id, environment: 'staging', merchant, baseString: 'a' } as const
    expect(await failure(port.signRsaSha256(signing))).toMatchObject({ code: 'key-not-confirmed' })
  })

  test.each([[[]], [['roster']]])('cannot get a plain entry accepted by restoring a person from before the encryption was complete%s', async (taken) => {
    const { keychain, plain, ada, unlock, unlocked } = await desk()
    const earlier = keychain.seen.find(({ name, value: bytes }) =>
      name.startsWith(`person-${ada.id}`) && bytes.includes('"wrapped":false'))!
    remove(keychain, `person-${ada.id}`, ...taken)
    keychain.entries.set(earlier.name, earlier.value)
    keychain.entries.set(secretEntry, plain.entries.get(secretEntry)!)
    if (taken.length > 0) expect(await failure(unlock())).toMatchObject(doubtful)
    else expect(await failure((await unlocked()).control({ ...profile, textBeforeSecret: 'a' }))).toMatchObject(doubtful)
  })

  test('cannot get a plain entry accepted by claiming that the encryption is incomplete', async () => {
    const { keychain, plain, ada, unlock } = await desk()
    rewrite(keychain, nameLike(keychain, `person-${ada.id}`), (header) => ({ ...header, wrapped: false }))
    remove(keychain, 'roster', 'journal-end')
    keychain.entries.set(secretEntry, plain.entries.get(secretEntry)!)
    expect(await failure(unlock())).toMatchObject({ code: 'passphrase-refused' })
    expect(keychain.entries.get(secretEntry)).toEqual(plain.entries.get(secretEntry))
  })

  test('cannot make a person an administrator, or change a name', async () => {
    for (const change of [{ role: 'administrator' }, { name: 'Ada' }, { name: 'Somebody' }]) {
      const { keychain, bea, unlock } = await desk()
      rewrite(keychain, nameLike(keychain, `person-${bea.id}`), (header) => ({ ...header, ...change }))
      expect(await failure(unlock(bea, otherPassphrase)), JSON.stringify(change)).toMatchObject(doubtful)
    }
  })

  test('cannot let a person in under another one\'s id', async () => {
    const { keychain, ada, bea, unlock } = await desk()
    const own = keychain.entries.get(nameLike(keychain, `person-${bea.id}`))!
    remove(keychain, `person-${ada.id}`)
    keychain.entries.set(`person-${ada.id}-a`, own)
    expect(await failure(unlock(ada, otherPassphrase))).toEqual({ code: 'no-such-person' })
    rewrite(keychain, `person-${ada.id}-a`, (header) => ({ ...header, id: ada.id }))
    expect(await failure(unlock(ada, otherPassphrase))).toMatchObject({ code: 'passphrase-refused' })
  })

  test('cannot let in a person, with a key of their own, whom no administrator added', async () => {
    const { keychain } = await desk()
    const mallory = createCutKeychain()
    const person = await value(createDesk(mallory).start().setUpProtection({ name: 'Mallory', passphrase: otherPassphrase }))
    for (const { name, value: bytes } of mallory.seen) {
      if (name.startsWith('person-')) keychain.entries.set(name, bytes)
    }
    const before = keychain.copy()
    const port = createDesk(keychain).start()
    const tried = port.unlockWithPassphrase({ personId: person.id, passphrase: otherPassphrase })
    expect(await failure(tried)).toMatchObject(doubtful)
    expect(await failure(port.control({ ...profile, textBeforeSecret: 'a' }))).toEqual({ code: 'vault-locked' })
    // The desk's own entries are unchanged.
    for (const name of [secretEntry, ...namesLike(keychain, 'roster')]) {
      expect(keychain.entries.get(name)).toEqual(before.entries.get(name))
    }
  })

  test('cannot pass a step-up with an entry that its own passphrase opens', async () => {
    const { keychain, ada, unlocked } = await desk()
    const port = await unlocked()
    const mallory = createCutKeychain()
    const person = await value(createDesk(mallory).start().setUpProtection({ name: 'Ada', passphrase: otherPassphrase }))
    const record = await slotsOf(mallory, person.id).read()
    if (!record.ok || record.value === null) expect.fail('the forger has no entry')
    const derived = await derivedAgain(record.value, otherPassphrase)
    const opened = openPerson(record.value, derived.key)
    if (typeof opened === 'string') expect.fail(opened)
    const forged = sealPerson({ ...ada, generation: 1_000, wrapped: true }, derived, opened.master, opened.signing)
    await value(slotsOf(keychain, ada.id).replace(forged))
    expect(await failure(port.provePassphrase({ passphrase: otherPassphrase }))).toMatchObject(doubtful)
    expect(await failure(port.changePassphrase({ current: otherPassphrase, next: passphrase }))).toMatchObject(doubtful)
  })

  test('cannot make the desk unprotected by removing the people', async () => {
    const { keychain } = await desk()
    remove(keychain, 'person-')
    const port = createDesk(keychain).start()
    expect(await failure(port.control({ ...profile, textBeforeSecret: 'a' })))
      .toMatchObject({ ...doubtful, detail: expect.stringContaining('persons who can unlock') })
    expect(await failure(port.setUpProtection({ name: 'Mallory', passphrase: otherPassphrase }))).toMatchObject(doubtful)
    for (const id of ['0123456789abcdef']) keychain.entries.set(`person-${id}-a`, Buffer.from('{"record":"person"}\n'))
    expect(await failure(createDesk(keychain).start().protection())).toMatchObject(doubtful)
  })

  test('cannot restore an earlier roster alone', async () => {
    const { keychain, ada, bea, unlock, unlocked } = await desk()
    const copy = keychain.copy()
    const port = await unlocked()
    await value(port.removePerson({ id: bea.id }))
    await value(port.keepJournalEnd({ position: 2, link: 'cd'.repeat(32), at: '2026-01-02T12:00:00.000Z' }))
    remove(keychain, 'roster')
    for (const name of [...namesLike(copy, 'roster'), ...namesLike(copy, `person-${bea.id}`)]) {
      keychain.entries.set(name, copy.entries.get(name)!)
    }
    expect(await failure(unlock(bea, otherPassphrase))).toMatchObject(doubtful)
    expect(await failure(unlock(ada))).toMatchObject(doubtful)
  })

  test('cannot lock people out permanently by removing the roster: an administrator signs a new one', async () => {
    const { keychain, bea, unlock, unlocked } = await desk()
    remove(keychain, 'roster')
    expect(await failure(unlock(bea, otherPassphrase)))
      .toMatchObject({ ...doubtful, detail: expect.stringContaining('administrator') })
    const port = await unlocked()
    expect(await value(port.protection())).toMatchObject({ persons: [{ name: 'Ada' }] })
    expect(await failure(unlock(bea, otherPassphrase))).toMatchObject(doubtful)
    const again = await value(port.savePerson({ id: null, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
    await value(unlock(again, otherPassphrase))
    expect(await value(createDesk(keychain).start().protection())).toMatchObject({ persons: [{ name: 'Ada' }, { id: again.id }] })
  })

  test('cannot lock people out permanently by damaging the roster either', async () => {
    const { keychain, ada, bea, unlock, unlocked } = await desk()
    for (const name of namesLike(keychain, 'roster')) keychain.entries.set(name, Buffer.from([1, 2, 3]))
    expect(await failure(unlock(bea, otherPassphrase))).toMatchObject(doubtful)
    const port = await unlocked()
    expect(await value(port.protection())).toMatchObject({ persons: [{ name: 'Ada' }] })
    expect(await failure(unlock(bea, otherPassphrase))).toMatchObject(doubtful)
    const again = await value(port.savePerson({ id: null, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
    await value(unlock(again, otherPassphrase))
    expect(await value(unlock(ada))).toEqual(ada)
  })

  test('cannot make the vault work longer than allowed: costs that it never writes are refused', async () => {
    const { keychain, ada, unlock } = await desk()
    const name = nameLike(keychain, `person-${ada.id}`)
    for (const [N, r, p] of [[2 ** 30, 8, 1], [2, 2 ** 20, 1], [2, 8, 10_000], [3, 8, 1]]) {
      const cost = { N, r, p }
      rewrite(keychain, name, (header) => ({ ...header, cost }))
      expect(await failure(unlock())).toEqual({ code: 'no-such-person' })
    }
  })
})

describe('an operator with their own program', () => {
  test('cannot forge a profile or settings with another key', async () => {
    const { unlocked, confirmation } = await desk()
    const { privateKey } = generateKeyPairSync('ed25519')
    const port = await unlocked()
    const content = 'a forged profile'
    const signature = sign(null, Buffer.from(`Gateway Console profile\n1\n${content}`), privateKey).toString('base64')
    expect(await value(port.checkConfirmation({ confirmation: { content, number: 1, keyId: confirmation.keyId, signature } }))).toBe('invalid')
    expect(await value(port.checkConfirmation({ confirmation }))).toBe('valid')
  })

  test('cannot plant a key that signs: the key from before the protection is no longer used', async () => {
    const { keychain, plain, unlocked, confirmation } = await desk()
    const mallory = createCutKeychain()
    const forged = (await value(createDesk(mallory).start().signProfile({ content: 'a forged profile', number: 1 })))!
    keychain.entries.set('profile-key', mallory.entries.get('profile-key')!)
    expect(plain.entries.has('profile-key')).toBe(false)
    const port = await unlocked()
    expect(await value(port.checkConfirmation({ confirmation: forged }))).toBe('unknown-key')
    expect(await value(port.checkConfirmation({ confirmation: { ...forged, keyId: confirmation.keyId } }))).toBe('invalid')
  })

  test('cannot give another person a roster that they signed themselves', async () => {
    const { keychain, ada, bea, unlock, unlocked } = await desk()
    await forgeRoster(keychain, { operator: bea, passphrase: otherPassphrase, persons: [ada, { ...bea, role: 'administrator' }] })
    expect(await failure(unlock(ada))).toMatchObject(doubtful)
    expect(await failure(unlock(bea, otherPassphrase))).toMatchObject(doubtful)
    await expect(unlocked()).rejects.toThrow()
  })
})

function remove(keychain: CutKeychain, ...parts: string[]): void {
  for (const name of parts.flatMap((part) => namesLike(keychain, part))) keychain.entries.delete(name)
}
