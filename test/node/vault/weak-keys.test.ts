/** Keys that must not sign, although every crypto library accepts them: each is refused with its reason. */
import { checkPrimeSync, createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { numbersOf, rebuildKey } from '../../../electron/vault/keys/key-primes.ts'
import { createMissingKeychain } from '../../../electron/vault/keychain/missing-keychain.ts'
import type { VaultPort } from '../../../electron/vault/port.ts'
import { hasRocaMark } from '../../../electron/vault/keys/roca.ts'
import { createVault } from '../../../electron/vault/vault.ts'
import { failure, value } from './support.ts'

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  return { ...real, createPrivateKey: vi.fn(real.createPrivateKey) }
})

let port: VaultPort
beforeEach(() => {
  port = createVault({
    keychain: createMissingKeychain('switched off'), keychainName: 'none', wasInstalled: () => false, nativeModulePath: () => '',
  })
})
afterEach(() => { vi.mocked(createPrivateKey).mockReset() })

const importing = (pem: string, passphrase?: string) => port.importKey({
  name: 'Imported', environment: 'staging', pem, keep: 'this-run', ...passphrase === undefined ? {} : { passphrase },
})
const refusal = (pem: string, passphrase?: string) => failure(importing(pem, passphrase))
const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const pkcs1 = (key: KeyObject) => key.export({ type: 'pkcs1', format: 'pem' }).toString()
const rsa = (modulusLength = 2048, publicExponent = 65537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey

const isPrime = (number: number) => !Array.from({ length: 25 }, (_, index) => index + 2)
  .some((one) => one < number && number % one === 0)
const oddPrimes = Array.from({ length: 350 }, (_, index) => 2 * index + 3).filter(isPrime)
/** M of the weak library for keys of 2048 bits: the product of the primes up to 701. */
const product = oddPrimes.reduce((all, prime) => all * BigInt(prime), 2n)

/** A prime of 1024 bits as the weak library generated them: k·M + (65537^a mod M). */
function weakPrime(): bigint {
  const k = (3n << 1022n) / product + 1n
  for (let power = 65_537n ** 5n; ; power = power * 65_537n % product) {
    const candidate = (k + BigInt(`0x${randomBytes(6).toString('hex')}`)) * product + power % product
    if (candidate >> 1024n === 0n && candidate >> 1022n === 3n && checkPrimeSync(candidate)) return candidate
  }
}

function keyOf(p: bigint, q: bigint): KeyObject {
  const key = rebuildKey(Buffer.from(p.toString(16).padStart(256, '0') + q.toString(16).padStart(256, '0'), 'hex'))
  return key ?? expect.fail('the primes make no key')
}

const primesOf = (key: KeyObject) => {
  const { p = '', q = '' } = key.export({ format: 'jwk' })
  return [p, q].map((part) => BigInt(`0x${Buffer.from(part, 'base64url').toString('hex')}`)) as [bigint, bigint]
}

describe('a key with the ROCA weakness', () => {
  it('is refused in every form, although it signs like any other', async () => {
    const key = keyOf(weakPrime(), weakPrime())
    const encrypted = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' }).toString()
    for (const pem of [pkcs8(key), pkcs1(key), encrypted]) {
      expect(await refusal(pem, 'right')).toMatchObject({ code: 'key-refused', detail: expect.stringMatching(/ROCA/) })
    }
    expect(await value(port.listKeys())).toEqual([])
  })

  it('is recognised by its modulus: one such prime alone is not enough', async () => {
    expect(product.toString(2)).toHaveLength(971)
    const [healthy] = primesOf(rsa())
    expect(hasRocaMark(weakPrime() * weakPrime())).toBe(true)
    expect(hasRocaMark(weakPrime() * healthy)).toBe(false)
  })

  it('is practically never suspected in another key: fewer than one in 10³⁰', () => {
    const share = oddPrimes.reduce((all, prime) => {
      const powers = new Set<number>()
      for (let power = 1; !powers.has(power); power = power * 65_537 % prime) powers.add(power)
      return all * powers.size / (prime - 1)
    }, 1)
    expect(share).toBeLessThan(1e-30)
    for (let round = 0; round < 4; round += 1) expect(hasRocaMark(numbersOf(rsa(2048))!.modulus)).toBe(false)
  })
})

describe('a key beside others', () => {
  it('is refused if it exists already, whatever its name and environment', async () => {
    const pem = pkcs8(rsa())
    await value(port.importKey({ name: 'Live 2026', environment: 'production', pem, keep: 'this-run' }))
    expect(await refusal(pem)).toEqual({ code: 'key-refused', detail: 'This key is already here, as "Live 2026".' })
    expect(await value(port.listKeys())).toHaveLength(1)
  })

  it('is refused if another key has one of its primes: both are broken', async () => {
    const [p, q] = primesOf(rsa())
    const [, other] = primesOf(rsa())
    await value(port.importKey({ name: 'Live 2026', environment: 'staging', pem: pkcs8(keyOf(p, q)), keep: 'this-run' }))
    for (const key of [keyOf(p, other), keyOf(other, q)]) {
      expect(await refusal(pkcs8(key))).toMatchObject({
        code: 'key-refused', detail: expect.stringMatching(/prime in common with "Live 2026".*Use neither/),
      })
    }
  })

  it('is compared with keys that were generated here, too', async () => {
    const made = await value(port.generateKey({
      generationId: 'g', name: 'Made here', environment: 'staging', bits: 2048, keep: 'this-run',
    }))
    const passphrase = 'tulip orbit candle'
    const { pem } = await value(port.backUpKey({ keyId: made.id, passphrase }))
    expect(await refusal(pem, passphrase)).toMatchObject({ detail: expect.stringMatching(/already here, as "Made here"/) })
  })
})

describe('if the crypto library has another reason', () => {
  // BoringSSL refuses some of these during parsing, with its own messages.
  const unfamiliar = () => {
    vi.mocked(createPrivateKey).mockImplementation(() => {
      throw new Error('error:0600007e:public key routines:OPENSSL_internal:SOMETHING_NEW')
    })
  }

  it.each([
    ['1024 bits', () => rsa(1024), /1024 bits.*2048/],
    ['5120 bits', () => rsa(5120), /5120 bits.*4096/],
    ['the exponent 3', () => rsa(2048, 3), /exponent/],
    ['the ROCA weakness', () => keyOf(weakPrime(), weakPrime()), /ROCA/],
  ])('%s: the reason is the same', async (_what, make, reason) => {
    const key = make()
    const forms = [pkcs8(key), pkcs1(key), key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' }).toString()]
    unfamiliar()
    for (const pem of forms) {
      expect(await refusal(pem, 'right')).toEqual({ code: 'key-refused', detail: expect.stringMatching(reason) })
    }
  })

  it('a key that it cannot read is refused in plain words, without its own message', async () => {
    const pem = pkcs8(rsa())
    unfamiliar()
    expect(await refusal(pem)).toEqual({
      code: 'key-refused', detail: 'The text of the key is damaged. Copy the whole file again, from the first line to the last.',
    })
  })
})
