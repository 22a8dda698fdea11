/** Secrets and keys sign only for the merchants that they belong to; profiles are signed. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { KeyId, MerchantKey } from '#shared/brands.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import type { Keychain } from '../../../electron/vault/keychain/keychain.ts'
import { createMemoryKeychain } from '../../../electron/vault/keychain/memory-keychain.ts'
import { createMissingKeychain } from '../../../electron/vault/keychain/missing-keychain.ts'
import type { VaultPort } from '../../../electron/vault/port.ts'
import { createVault } from '../../../electron/vault/vault.ts'
import { failure, merchant, value } from './support.ts'

let keychain: Keychain
let port: VaultPort
beforeEach(() => {
  keychain = createMemoryKeychain()
  port = start()
})

/** A vault over the same keychain, as after a restart. */
function start(over: Keychain = keychain): VaultPort {
  return createVault({ keychain: over, keychainName: 'Test', wasInstalled: () => over === keychain, nativeModulePath: () => '' })
}

const environment = 'production'
const secretId = 'live'
const others = [['https://evil.example', 'gw', 'acme'], ['https://gate.example', 'pay', 'acme'], ['https://gate.example', 'gw', 'other']]
  .map(([address = '', word = '', login = '']) => merchantKeyAt(address, word, login)!)

const control = (to: MerchantKey, vault = port) => vault.control({ secretId, environment, merchant: to, textBeforeSecret: '1' })
const newKey = async (vault = port) => (await value(vault.generateKey({
  generationId: 'g', name: 'Desk', environment, bits: 2048, keep: 'keychain',
}))).id
const rsa = (keyId: KeyId, to: MerchantKey, vault = port) =>
  vault.signRsaSha256({ keyId, environment, merchant: to, baseString: 'POST&x' })

describe('a control secret', () => {
  test.each(others)('entered for one merchant creates neither control nor HMAC for %s', async (other) => {
    await value(port.storeSecret({ secretId, environment, merchant, secret: 'the-secret', keep: 'keychain' }))
    const refused = { code: 'secret-of-other-address', belongsTo: merchant }
    expect(await failure(control(other))).toEqual(refused)
    expect(await failure(port.signHmacSha1({ secretId, environment, merchant: other, baseString: 'x' }))).toEqual(refused)
    expect(await failure(control(other, start()))).toEqual(refused)
    expect(await value(port.secretBinding({ secretId }))).toEqual({ environment, merchant })
  })

  test('entered again belongs only to the new merchant', async () => {
    for (const to of [merchant, others[0]!]) {
      await value(port.storeSecret({ secretId, environment, merchant: to, secret: 'the-secret', keep: 'keychain' }))
      expect(await value(control(to))).toMatch(/^[0-9a-f]{40}$/)
    }
    expect(await failure(control(merchant))).toEqual({ code: 'secret-of-other-address', belongsTo: others[0] })
  })

  test('attack: a secret that is bound to no merchant signs for none, until a person enters it again', async () => {
    const unbound = Buffer.from('{"record":"secret","environment":"production"}\nthe-secret')
    await keychain.set(`secret-${secretId}`, unbound)
    for (const to of [merchant, ...others]) expect((await failure(control(to))).code).toBe('keychain-doubtful')
    expect((await failure(start().secretBinding({ secretId }))).code).toBe('keychain-doubtful')
    await value(port.storeSecret({ secretId, environment, merchant, secret: 'the-secret', keep: 'keychain' }))
    expect(await value(control(merchant))).toMatch(/^[0-9a-f]{40}$/)
  })
})

describe('a key', () => {
  test.each(others)('confirmed for one merchant does not sign for %s', async (other) => {
    const keyId = await newKey()
    expect(await failure(rsa(keyId, merchant))).toEqual({ code: 'key-not-confirmed', belongsTo: [] })
    await value(port.confirmKey({ keyId, merchant }))
    expect(await failure(rsa(keyId, other))).toEqual({ code: 'key-not-confirmed', belongsTo: [merchant] })
    expect(await failure(rsa(keyId, other, start()))).toEqual({ code: 'key-not-confirmed', belongsTo: [merchant] })
  })

  test('signs for every merchant that it was confirmed for, also after a restart', async () => {
    const keyId = await newKey()
    for (const to of [merchant, ...others]) await value(port.confirmKey({ keyId, merchant: to }))
    const again = start()
    expect(await value(again.keyMerchants({ keyId }))).toEqual([merchant, ...others].toSorted())
    for (const to of [merchant, ...others]) await value(rsa(keyId, to, again))
  })

  test('is not confirmed by a confirmation of another key', async () => {
    const [first, second] = [await newKey(), await newKey()]
    await value(port.confirmKey({ keyId: first, merchant }))
    expect(await failure(rsa(second, merchant))).toEqual({ code: 'key-not-confirmed', belongsTo: [] })
  })

  test('loses its merchants when it is removed', async () => {
    const keyId = await newKey()
    await value(port.confirmKey({ keyId, merchant }))
    await value(port.removeKey({ keyId }))
    const names = await keychain.list()
    expect(names).toEqual({ ok: true, value: [] })
  })
})

describe('the signature of a profile', () => {
  const content = '{"id":"live"}'

  test('is valid after a restart, for its own content only', async () => {
    const confirmation = (await value(port.signProfile({ content, number: 1 })))!
    const again = start()
    expect(await value(again.checkConfirmation({ confirmation }))).toBe('valid')
    expect(await value(again.checkConfirmation({ confirmation: { ...confirmation, content: '{"id":"other"}' } }))).toBe('invalid')
    expect(await value(again.checkConfirmation({ confirmation: { ...confirmation, signature: '' } }))).toBe('invalid')
    expect(await value(again.checkConfirmation({ confirmation: null }))).toBe('unsigned')
  })

  test('by a key of another keychain is distinguished from a wrong one', async () => {
    const confirmation = await value(start(createMemoryKeychain()).signProfile({ content, number: 1 }))
    expect(await value(port.checkConfirmation({ confirmation }))).toBe('unknown-key')
  })

  test('two concurrent first signatures use one key', async () => {
    const made = await Promise.all([content, '{}'].map((text) => value(port.signProfile({ content: text, number: 1 }))))
    expect(new Set(made.map((one) => one?.keyId)).size).toBe(1)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['damaged', () => keychain.set('profile-key', Buffer.from('{"record":"profile-key","id":"a"}\nnothing'))],
    ['missing, while its name is still listed', async () => {
      const list = keychain.list
      await keychain.delete('profile-key')
      Object.assign(keychain, { list: async () => {
        const names = await list()
        return names.ok ? { ok: true, value: [...names.value, 'profile-key'] } : names
      } })
    }],
  ])('is no longer valid if its key is %s; a person continues with another key', async (_what, lose) => {
    const confirmation = await value(port.signProfile({ content, number: 1 }))
    await lose()
    const again = start()
    expect(await value(again.checkConfirmation({ confirmation }))).toBe('unknown-key')
    expect(await value(again.checkConfirmation({ confirmation: await value(again.signProfile({ content, number: 1 })) }))).toBe('valid')
    expect(await value(again.checkConfirmation({ confirmation }))).toBe('unknown-key')
  })

  test('does not exist if nothing can be stored: every secret is for this run only', async () => {
    const passing = start(createMissingKeychain('None.'))
    expect(await value(passing.signProfile({ content, number: 1 }))).toBeNull()
    expect(await value(passing.checkConfirmation({ confirmation: null }))).toBe('nothing-kept')
  })
})
