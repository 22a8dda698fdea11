// Electron's crypto library refuses these keys during parsing, without a reason; our reason must come first.
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPrivateKey } from '../../../electron/vault/keys/key-import.ts'

const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const encrypt = (key: KeyObject) =>
  key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' }).toString()
const pss = () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey
const curve = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const threePrimes = (...form: string[]) => openssl('genrsa', ...form, '-aes256', '-passout', 'pass:right', '-primes', '3', '2048')
const ordinary = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

describe('a private key of an unsupported kind', () => {
  it.each([
    ['for PSS', () => pkcs8(pss()), /PSS signatures only/],
    ['for PSS, encrypted', () => encrypt(pss()), /PSS signatures only/],
    ['of three primes', () => openssl('genrsa', '-primes', '3', '2048'), /more than two primes/],
    ['of three primes, PKCS#1', () => openssl('genrsa', '-traditional', '-primes', '3', '2048'), /more than two primes/],
    ['of three primes, encrypted', () => threePrimes(), /more than two primes/],
    ['of three primes, encrypted PKCS#1', () => threePrimes('-traditional'), /more than two primes/],
    ['on a curve', () => pkcs8(curve()), /not an RSA key/],
    ['on a curve, encrypted', () => encrypt(curve()), /not an RSA key/],
  ])('%s is refused with its reason before the crypto library parses it', async (_kind, pem, reason) => {
    expect(await readPrivateKey(pem(), 'right')).toMatchObject({
      ok: false, failure: { code: 'key-refused', detail: expect.stringMatching(reason) },
    })
  })

  it('is not suspected in an ordinary key, in either form, nor after a wrong passphrase', async () => {
    const pkcs1 = ordinary.export({ type: 'pkcs1', format: 'pem' }).toString()
    const traditional = (cipher: string) =>
      ordinary.export({ type: 'pkcs1', format: 'pem', cipher, passphrase: 'right' }).toString()
    const encrypted = ['aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc', 'des-ede3-cbc'].map(traditional)
    for (const pem of [pkcs8(ordinary), pkcs1, encrypt(ordinary), ...encrypted]) {
      expect(await readPrivateKey(pem, 'right')).toMatchObject({ ok: true })
    }
    for (const pem of [encrypt(pss()), threePrimes(), threePrimes('-traditional'), ...encrypted]) {
      expect(await readPrivateKey(pem, 'wrong')).toMatchObject({ ok: false, failure: { code: 'passphrase-wrong' } })
    }
  })
})
