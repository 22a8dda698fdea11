import { createDecipheriv, createHash, createSecretKey, scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { maxEntryBytes } from '../../../../electron/vault/keychain/keychain.ts'
import { deriveKey, deriveNewKey, leastWork } from '../../../../electron/vault/protection/derived-key.ts'
import { open, seal } from '../../../../electron/vault/protection/sealing.ts'
import { unwrapEntry, wrapEntry } from '../../../../electron/vault/protection/wrapped-entry.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const nonce = Buffer.alloc(12, 9)
const record = Buffer.from('{"record":"secret"}\nmade-up')
// Computed with another implementation (Python's cryptography, AESGCM).
const knownSeal = '0909090909090909090909094ae4e0f19385b154c9d2634fd377756382b2b2659c7349'
const knownEntry = '010909090909090909090909095ca7f6f1dd9fb3058258e94b8389d1baa0921ef9598f93a542db36385706f4bdeeaa83b2e85f6abfb1ff72'

describe('wrapping', () => {
  test('equals AES-256-GCM for this key, nonce and purpose', () => {
    expect(seal(key, Buffer.from('made-up'), 'a purpose', nonce).toString('hex')).toBe(knownSeal)
    expect(wrapEntry(key, 'secret-profile-1', record, nonce)?.toString('hex')).toBe(knownEntry)
    expect(unwrapEntry(key, 'secret-profile-1', Buffer.from(knownEntry, 'hex'))).toEqual(record)
  })

  test('is version, nonce, ciphertext and tag, bound to version and name', () => {
    const bytes = wrapEntry(key, 'secret-profile-1', record)!
    expect(bytes.length).toBe(record.length + 29)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
    decipher.setAAD(Buffer.from('Gateway Console entry\n1\nsecret-profile-1')).setAuthTag(bytes.subarray(-16))
    expect(Buffer.concat([decipher.update(bytes.subarray(13, -16)), decipher.final()])).toEqual(record)
  })

  test('never uses a nonce twice', () => {
    const nonces = Array.from({ length: 1_000 }, () => wrapEntry(key, 'a', record)!.toString('hex', 1, 13))
    expect(new Set(nonces).size).toBe(1_000)
  })

  test('does not open with another name, another key or a changed byte', () => {
    const bytes = wrapEntry(key, 'secret-profile-1', record)!
    expect(unwrapEntry(key, 'secret-profile-2', bytes)).toBeNull()
    expect(unwrapEntry(createSecretKey(Buffer.alloc(32, 8)), 'secret-profile-1', bytes)).toBeNull()
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(unwrapEntry(key, 'secret-profile-1', changed), `byte ${at}`).toBeNull()
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(unwrapEntry(key, 'secret-profile-1', bytes.subarray(0, length))).toBeNull()
    }
  })

  test('fits into an entry with a key of 4096 bits and the longest name', () => {
    const primes = Buffer.concat(Array.from({ length: 16 }, (_, at) => createHash('sha256').update(`${at}`).digest()))
    const header = {
      record: 'key', id: '788df206-f3e3-4e0a-93de-1238662a6989', name: '長'.repeat(100), environment: 'production',
      createdAt: '2026-01-01T12:00:00.000Z', origin: 'made-here',
    }
    const bytes = Buffer.from(`${JSON.stringify(header)}\n${primes.toString('base64')}`)
    const wrapped = wrapEntry(key, `key-${header.id}`, bytes)!
    expect(wrapped.length).toBeLessThanOrEqual(maxEntryBytes)
    expect(unwrapEntry(key, `key-${header.id}`, wrapped)).toEqual(bytes)
  })
})

describe('sealing', () => {
  test('opens for the same purpose only', () => {
    const sealed = seal(key, record, 'master key')
    expect(open(key, sealed, 'master key')).toEqual(record)
    expect(open(key, sealed, 'administrator')).toBeNull()
  })
})

describe('the key of a passphrase', () => {
  test('is scrypt of its NFKC form', async () => {
    const salt = Buffer.alloc(16, 3)
    const cost = { N: 1_024, r: 8, p: 2 }
    const known = scryptSync('K\u00E4se und Wolken', salt, 32, cost)
    expect((await deriveKey('K\u00E4se und Wolken', salt, cost)).export()).toEqual(known)
    expect((await deriveKey('Ka\u0308se und Wolken', salt, cost)).export()).toEqual(known)
  })

  test('uses at least N = 2^17, r = 8, p = 1, and more repetitions if that is too fast', async () => {
    expect(leastWork).toEqual({ cost: { N: 2 ** 17, r: 8, p: 1 }, milliseconds: 250 })
    const little = { N: 2, r: 8, p: 1 }
    const raised = await deriveNewKey('made-up', { cost: little, milliseconds: 1_000_000 })
    expect(raised.cost).toEqual({ ...little, p: 16 })
    expect((await deriveKey('made-up', raised.salt, raised.cost)).equals(raised.key)).toBe(true)
    expect((await deriveNewKey('made-up', { cost: little, milliseconds: 0 })).cost).toEqual(little)
  })
})
