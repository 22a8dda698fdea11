import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keySizes } from '#shared/model/keys/key.ts'
import { openEncryptedPkcs8 } from '../../../electron/vault/keys/encrypted-pkcs8.ts'
import { rebuildKey, takePrimes } from '../../../electron/vault/keys/key-primes.ts'
import { createMissingKeychain } from '../../../electron/vault/keychain/missing-keychain.ts'
import { createMemoryKeychain } from '../../../electron/vault/keychain/memory-keychain.ts'
import type { VaultPort } from '../../../electron/vault/port.ts'
import { createVault } from '../../../electron/vault/vault.ts'
import { failure, merchant, value } from './support.ts'

// Every key is created for the run and thrown away with it.
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const pkcs1 = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const passphrase = 'correct horse ü'

let folder: string
let port: VaultPort

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
  writeFileSync(join(folder, 'key.pem'), pkcs8)
  port = createVault({
    keychain: createMissingKeychain('switched off'),
    keychainName: 'none',
    wasInstalled: () => false,
    nativeModulePath: () => '',
  })
})

afterAll(() => { rmSync(folder, { recursive: true, force: true }) })
// An existing key is not imported again.
afterEach(async () => {
  for (const { id } of await value(port.listKeys())) await value(port.removeKey({ keyId: id }))
})

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
const protect = (...args: string[]) =>
  openssl('pkcs8', '-topk8', '-in', 'key.pem', '-passout', `pass:${passphrase}`, ...args)
const importing = (pem: string, given?: string) => port.importKey({
  name: 'Imported', environment: 'production', pem, keep: 'this-run', ...given === undefined ? {} : { passphrase: given },
})

describe('a private key is read from', () => {
  const oneLine = pkcs8.replace(/\n/g, '')
  test.each([
    ['PKCS#8', pkcs8],
    ['PKCS#1', pkcs1],
    ['CRLF line ends', pkcs8.replace(/\n/g, '\r\n')],
    ['old Macintosh line ends', pkcs8.replace(/\n/g, '\r')],
    ['a byte order mark', `\uFEFF${pkcs8}`],
    ['text around it', `Bag Attributes\n  friendlyName: x\n${pkcs8}\nRegards, Ann`],
    ['literal \\n, as in an environment file', `KEY="${pkcs8.replace(/\n/g, '\\n')}"`],
    ['literal \\r\\n', pkcs8.replace(/\n/g, '\\r\\n')],
    ['one long line', oneLine],
    ['spaces for line ends', pkcs8.replace(/\n/g, ' ')],
    ['indented lines', pkcs8.replace(/^/gm, '    ')],
    ['a file with its public key too', `${publicPem}${pkcs8}`],
  ])('%s', async (_what, pem) => {
    const description = await value(importing(pem))
    expect(description).toMatchObject({ bits: 2048, origin: 'imported', environment: 'production', keep: 'this-run' })
    expect(await value(port.exportPublicKey({ keyId: description.id }))).toMatchObject({ pem: publicPem })
    expect(await value(port.provePair({ keyId: description.id }))).toEqual({ belongsTogether: true })
  })
})

describe('an encrypted private key is read from', () => {
  const sealed: [string, () => string][] = [
    ['AES-256 with HMAC-SHA256', () => protect('-v2', 'aes-256-cbc', '-v2prf', 'hmacWithSHA256')],
    ['AES-128 with HMAC-SHA512', () => protect('-v2', 'aes-128-cbc', '-v2prf', 'hmacWithSHA512')],
    ['600,000 rounds', () => protect('-v2', 'aes-256-cbc', '-iter', '600000')],
    ['scrypt', () => protect('-scrypt')],
    ['triple DES with HMAC-SHA1', () => protect('-v2', 'des3', '-v2prf', 'hmacWithSHA1')],
    ['the scheme of PKCS#12', () => protect('-v1', 'PBE-SHA1-3DES')],
  ]
  test.each(sealed)('%s', async (_what, make) => {
    const pem = make()
    expect(await failure(importing(pem))).toEqual({ code: 'passphrase-needed' })
    expect(await failure(importing(pem, ''))).toEqual({ code: 'passphrase-needed' })
    expect(await failure(importing(pem, 'wrong'))).toEqual({ code: 'passphrase-wrong' })
    const { id } = await value(importing(pem.replace(/\n/g, '\r\n'), passphrase))
    expect((await value(port.exportPublicKey({ keyId: id }))).pem).toBe(publicPem)
  })

  // Electron's crypto library refuses some that Node reads; there this is the only implementation.
  test.each(sealed)('%s, without the help of the crypto library', async (_what, make) => {
    const pem = make()
    expect(await openEncryptedPkcs8(pem, 'wrong')).toBe('wrong')
    const opened = await openEncryptedPkcs8(pem, passphrase) as KeyObject
    expect(createPublicKey(opened).export({ type: 'spki', format: 'pem' })).toBe(publicPem)
  })

  test('the traditional form with a DEK-Info header, also on one line', async () => {
    const pem = openssl('rsa', '-in', 'key.pem', '-traditional', '-aes128', '-passout', 'pass:secret')
    expect(pem).toContain('DEK-Info')
    expect(await failure(importing(pem))).toEqual({ code: 'passphrase-needed' })
    expect(await failure(importing(pem, 'wrong'))).toEqual({ code: 'passphrase-wrong' })
    const { id } = await value(importing(pem, 'secret'))
    await value(port.removeKey({ keyId: id }))
    await value(importing(pem.replace(/\n/g, ' '), 'secret'))
  })
})

describe('refused, with the reason', () => {
  const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

  test.each<[string, () => string, RegExp]>([
    ['a public key', () => publicPem, /public key.*private key/],
    ['an OpenSSH public key', () => 'ssh-rsa AAAAB3NzaC1yc2E ann@desk', /public key/],
    ['a certificate', () => openssl('req', '-x509', '-key', 'key.pem', '-subj', '/CN=x'), /certificate/],
    ['a certificate request', () => openssl('req', '-new', '-key', 'key.pem', '-subj', '/CN=x'), /request/],
    ['an OpenSSH private key', () => '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNza\n-----END OPENSSH PRIVATE KEY-----',
      /ssh-keygen -p -m PEM -f FILE/],
    ['a PuTTY key', () => 'PuTTY-User-Key-File-3: ssh-rsa', /PuTTYgen/],
    ['something else', () => 'Dear support, here is the key', /No private key/],
    ['nothing', () => '', /No private key/],
    ['a cut text', () => pkcs8.slice(0, 900), /end of the key is missing/],
    ['a damaged text', () => pkcs8.replace(/\n.{64}\n/, '\n'), /damaged/],
    ['two keys', () => `${pkcs8}${pkcs1}`, /more than one/],
    ['an elliptic-curve key', () => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey), /not an RSA key/],
    ['an elliptic-curve key in the old format', () => openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout'), /curve/],
    ['an Ed25519 key', () => pemOf(generateKeyPairSync('ed25519').privateKey), /not an RSA key/],
    ['an RSA-PSS key', () => pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey), /PSS/],
    ['three primes', () => openssl('genrsa', '-primes', '3', '2048'), /two primes/],
    ['primes of unequal length', unequalPrimes, /differ in length/],
    ['a private exponent that does not fit', wrongExponent, /damaged/],
  ])('%s', async (_what, make, reason) => {
    const before = await value(port.listKeys())
    expect(await failure(importing(make()))).toMatchObject({ code: 'key-refused', detail: expect.stringMatching(reason) })
    expect(await value(port.listKeys())).toEqual(before)
  })

  test('more than 64 KiB of text, though a key is in it', async () => {
    expect(await failure(importing(`${pkcs8}${'\n'.repeat(65_536)}`)))
      .toMatchObject({ code: 'key-refused', detail: expect.stringMatching(/64 KiB/) })
  })

  // Only the stated cost is changed: the author of such a file need not have done the work either.
  test.each([
    ['17 million iterations', () => protect('-v2', 'aes-256-cbc', '-iter', '600000'), '02030927c0', '0203ffffff'],
    ['scrypt with 16 GiB of work', () => protect('-scrypt'), '020108020101', '02017f02017f'],
  ])('an encrypted key that would keep the vault busy: %s', async (_what, make, from, to) => {
    const hex = forge.util.bytesToHex(forge.pem.decode(make())[0]!.body)
    expect(hex.split(from)).toHaveLength(2)
    const pem = forge.pem.encode({
      type: 'ENCRYPTED PRIVATE KEY', body: forge.util.hexToBytes(hex.replace(from, to)),
    })
    expect(await failure(importing(pem, passphrase)))
      .toMatchObject({ code: 'key-refused', detail: expect.stringMatching(/10 million/) })
  })

  test('a name that is empty or too long', async () => {
    for (const name of ['  ', 'x'.repeat(101)]) {
      expect(await failure(port.importKey({ name, environment: 'sandbox', pem: pkcs8, keep: 'this-run' })))
        .toMatchObject({ code: 'key-refused' })
    }
  })
})

/** A valid RSA key of 2048 bits whose primes have 1200 and 848 bits. */
function unequalPrimes(): string {
  const e = 65537n
  for (;;) {
    const [p, q] = [openssl('prime', '-generate', '-bits', '1200'), openssl('prime', '-generate', '-bits', '848')].map(BigInt) as [bigint, bigint]
    const n = p * q
    if (n.toString(2).length < 2048) continue
    const d = inverse(e, (p - 1n) * (q - 1n))
    return pemOfParts([0n, n, e, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)])
  }
}

/** The pair's key with signing parts that belong to other primes. */
function wrongExponent(): string {
  const jwk = pair.privateKey.export({ format: 'jwk' })
  const part = (name: string) => BigInt(`0x${Buffer.from(String(jwk[name]), 'base64url').toString('hex')}`)
  const [n, e, d, p, q] = ['n', 'e', 'd', 'p', 'q'].map(part) as [bigint, bigint, bigint, bigint, bigint]
  return pemOfParts([0n, n + 2n, e, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)])
}

function pemOfParts(parts: bigint[]): string {
  const { asn1 } = forge
  const integers = parts.map((part) => {
    const hex = part.toString(16)
    const even = hex.length % 2 === 0 ? hex : `0${hex}`
    return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.INTEGER, false, forge.util.hexToBytes(/^[89a-f]/.test(even) ? `00${even}` : even))
  })
  const key = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, integers)
  return forge.pem.encode({ type: 'RSA PRIVATE KEY', body: asn1.toDer(key).getBytes() })
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n]
  while (a > 1n) [a, b, x, y] = [b % a, a, y - (b / a) * x, x]
  return ((x % modulus) + modulus) % modulus
}

describe('a key stored as its primes', () => {
  test.each(keySizes)('of %i bits is restored identically', (modulusLength) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength })
    const primes = takePrimes(privateKey)
    if (!primes.ok) expect.fail(primes.failure)
    expect(primes.value.toString('base64')).toHaveLength(Math.ceil(modulusLength / 8 / 3) * 4)
    expect(rebuildKey(primes.value)?.equals(privateKey)).toBe(true)
  })

  test('of another program with a differently computed private exponent signs the same', async () => {
    // node-forge computes d modulo φ(n), OpenSSL modulo the least common multiple; both are correct.
    const jwk = pair.privateKey.export({ format: 'jwk' })
    const part = (name: string) => BigInt(`0x${Buffer.from(String(jwk[name]), 'base64url').toString('hex')}`)
    const [n, e, p, q] = ['n', 'e', 'p', 'q'].map(part) as [bigint, bigint, bigint, bigint]
    const d = inverse(e, (p - 1n) * (q - 1n))
    const pem = pemOfParts([0n, n, e, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)])
    const { id } = await value(importing(pem))
    await value(port.confirmKey({ keyId: id, merchant }))
    const signature = await value(port.signRsaSha256({ keyId: id, environment: 'production', merchant, baseString: 'x' }))
    expect(signature).toBe(forgeSignature(createPrivateKey(pem)))
  })

  test('is refused if the bytes are not a key', () => {
    expect(rebuildKey(Buffer.alloc(0))).toBeNull()
    expect(rebuildKey(Buffer.alloc(512))).toBeNull()
    expect(rebuildKey(Buffer.alloc(512, 7))).toBeNull()
  })
})

function forgeSignature(key: KeyObject): string {
  const digest = forge.md.sha256.create().update('x', 'utf8')
  const signer = forge.pki.privateKeyFromPem(key.export({ type: 'pkcs1', format: 'pem' }).toString())
  return forge.util.encode64(signer.sign(digest))
}

describe('key pairs', () => {
  test('a key signs for its own environment only', async () => {
    const { id } = await value(importing(pkcs8))
    await value(port.confirmKey({ keyId: id, merchant }))
    for (const environment of ['staging', 'sandbox'] as const) {
      expect(await failure(port.signRsaSha256({ keyId: id, environment, merchant, baseString: 'x' })))
        .toEqual({ code: 'wrong-environment', belongsTo: 'production' })
    }
    await value(port.signRsaSha256({ keyId: id, environment: 'production', merchant, baseString: 'x' }))
  })

  test('the exported file is what openssl reads, and verifies what was signed', async () => {
    const { id } = await value(importing(pkcs8))
    await value(port.confirmKey({ keyId: id, merchant }))
    const baseString = 'POST&https%3A%2F%2Fx&ü'
    const signature = await value(port.signRsaSha256({ keyId: id, environment: 'production', merchant, baseString }))
    writeFileSync(join(folder, 'public.pem'), (await value(port.exportPublicKey({ keyId: id }))).pem)
    writeFileSync(join(folder, 'signature'), Buffer.from(signature, 'base64'))
    writeFileSync(join(folder, 'text'), baseString)
    expect(openssl('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'text')).toContain('Verified OK')
    expect(readFileSync(join(folder, 'public.pem'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
  })

  test('a cancelled generation returns at once and leaves no key behind', async () => {
    const before = await value(port.listKeys())
    const making = port.generateKey({ generationId: 'g1', name: 'Never', environment: 'sandbox', bits: 4096, keep: 'this-run' })
    await value(port.cancelGeneration({ generationId: 'g1' }))
    const soon = new Promise((resolve) => { setImmediate(resolve, 'still waiting') })
    expect(await Promise.race([failure(making), soon])).toEqual({ code: 'cancelled' })
    // A key that is generated afterwards is finished after the cancelled one.
    const { id } = await value(port.generateKey({
      generationId: 'g2', name: 'After', environment: 'sandbox', bits: 4096, keep: 'this-run',
    }))
    const after = await value(port.listKeys())
    expect(after.map((key) => key.id).filter((key) => !before.some((old) => old.id === key))).toEqual([id])
  })

  test('a generation that is cancelled while its key is being stored leaves none behind', async () => {
    const memory = createMemoryKeychain()
    const vault: VaultPort = createVault({
      keychain: {
        ...memory,
        async set(name, bytes) {
          await vault.cancelGeneration({ generationId: 'g' })
          return memory.set(name, bytes)
        },
      },
      keychainName: 'none', wasInstalled: () => true, nativeModulePath: () => '',
    })
    const request = { generationId: 'g', name: 'Never', environment: 'sandbox', bits: 2048, keep: 'keychain' } as const
    expect(await failure(vault.generateKey(request))).toEqual({ code: 'cancelled' })
    expect(await value(vault.listKeys())).toEqual([])
  })

  test('a removed key no longer signs', async () => {
    const { id } = await value(importing(pkcs8))
    await value(port.removeKey({ keyId: id }))
    expect(await failure(port.signRsaSha256({ keyId: id, environment: 'production', merchant, baseString: 'x' })))
      .toEqual({ code: 'no-such-key' })
    expect(await failure(port.removeKey({ keyId: id }))).toEqual({ code: 'no-such-key' })
  })
})
