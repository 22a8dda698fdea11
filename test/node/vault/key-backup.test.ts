/** The backup of a private key: how other programs read it, and what is restored. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import forge from 'node-forge'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMissingKeychain } from '../../../electron/vault/keychain/missing-keychain.ts'
import type { VaultPort } from '../../../electron/vault/port.ts'
import { createVault } from '../../../electron/vault/vault.ts'
import { failure, merchant, value } from './support.ts'

const openssl = spawnSync('openssl', ['version']).status === 0
if (!openssl) console.warn('Backups of keys are not compared with openssl: it is not installed.')

const passphrase = 'tulip orbit candle'
let port: VaultPort
beforeEach(() => {
  port = createVault({
    keychain: createMissingKeychain('switched off'), keychainName: 'none', wasInstalled: () => false, nativeModulePath: () => '',
  })
})
afterEach(async () => {
  for (const { id } of await value(port.listKeys())) await value(port.removeKey({ keyId: id }))
})

const make = () => value(port.generateKey({
  generationId: 'g', name: 'Live 2026', environment: 'production', bits: 2048, keep: 'this-run',
}))

describe('a backup of a private key', () => {
  it('is restored as the same key after it was destroyed, and signs the same', async () => {
    const made = await make()
    const { pem } = await value(port.backUpKey({ keyId: made.id, passphrase }))
    await value(port.confirmKey({ keyId: made.id, merchant }))
    const sign = (keyId: typeof made.id) => value(port.signRsaSha256({ keyId, environment: 'production', merchant, baseString: 'x' }))
    const signature = await sign(made.id)
    await value(port.removeKey({ keyId: made.id }))
    const restored = await value(port.importKey({
      name: 'Live 2026', environment: 'production', pem: `Backup of a key\n${pem}`, passphrase, keep: 'this-run',
    }))
    expect(restored).toMatchObject({ fingerprint: made.fingerprint, origin: 'imported' })
    expect(await value(port.provePair({ keyId: restored.id }))).toEqual({ belongsTogether: true })
    // The merchants that it may sign for are not part of the backup.
    expect(await value(port.keyMerchants({ keyId: restored.id }))).toEqual([])
    await value(port.confirmKey({ keyId: restored.id, merchant }))
    expect(await sign(restored.id)).toBe(signature)
  })

  it('contains nothing of the key in clear, and differs each time', async () => {
    const made = await make()
    const first = (await value(port.backUpKey({ keyId: made.id, passphrase }))).pem
    const second = (await value(port.backUpKey({ keyId: made.id, passphrase }))).pem
    expect(first).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/)
    expect(first).not.toBe(second)
    const jwk = createPrivateKey({ key: first, passphrase }).export({ format: 'jwk' })
    const body = forge.pem.decode(first)[0]!.body
    for (const part of [jwk.n, jwk.p, jwk.q, jwk.d]) {
      expect(body).not.toContain(Buffer.from(part!, 'base64url').toString('latin1').slice(0, 16))
    }
  })

  it('does not open with another passphrase, and is not created with a weak one', async () => {
    const made = await make()
    const { pem } = await value(port.backUpKey({ keyId: made.id, passphrase }))
    const again = { name: 'Again', environment: 'production', pem, keep: 'this-run' } as const
    expect(await failure(port.importKey({ ...again, passphrase: `${passphrase}.` }))).toEqual({ code: 'passphrase-wrong' })
    expect(await failure(port.importKey(again))).toEqual({ code: 'passphrase-needed' })
    for (const weak of ['', 'short', 'password1234', 'Live 2026 Live 2026']) {
      expect(await failure(port.backUpKey({ keyId: made.id, passphrase: weak }))).toMatchObject({ code: 'passphrase-weak' })
    }
  })

  it.skipIf(!openssl)('is AES-256 with 600,000 rounds of HMAC-SHA-256 for openssl, which reads the same key', async () => {
    const made = await make()
    const { pem } = await value(port.backUpKey({ keyId: made.id, passphrase }))
    const structure = execFileSync('openssl', ['asn1parse', '-inform', 'PEM'], { input: pem, encoding: 'utf8' })
    expect(structure).toMatch(/:PBKDF2\n[^]*INTEGER +:0927C0\n[^]*:hmacWithSHA256\n[^]*:aes-256-cbc\n/)
    const publicPem = execFileSync(
      'openssl', ['pkey', '-pubout', '-passin', `pass:${passphrase}`], { input: pem, encoding: 'utf8' },
    )
    const exported = await value(port.exportPublicKey({ keyId: made.id }))
    expect(createPublicKey(publicPem).equals(createPublicKey(exported.pem))).toBe(true)
  })
})
