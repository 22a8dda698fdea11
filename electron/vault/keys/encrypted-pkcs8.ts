import { createPrivateKey, pbkdf2, scrypt, type KeyObject, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { decryptedKey } from './decrypted-key.ts'
import { refusalIn } from './key-refusals.ts'

const derivePbkdf2 = promisify(pbkdf2)
const deriveScrypt: (password: Buffer, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer>
  = promisify(scrypt)

const oids = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  scrypt: '1.3.6.1.4.1.11591.4.11',
}

const digests: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}

const ciphers: Readonly<Record<string, { name: string; keyLength: number }>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyLength: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyLength: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyLength: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyLength: 24 },
}

/** SECURITY: the file's author chooses the cost; above the limits one file would keep the vault busy for minutes. */
const maxIterations = 10_000_000
/** The older schemes are computed in JavaScript, on the vault's only thread. */
const maxOlderIterations = 1_000_000
/** The maximum of N·r, that is 512 MiB, and of N·r·p. */
const maxScryptSize = 4 * 1024 * 1024
const maxScryptWork = 4 * maxScryptSize

/**
 * `damaged`: the structure cannot be read. `too-costly`: deriving the key from the passphrase would take more
 * iterations or memory than permitted. `unsupported`: the cost is permitted, but the format is not supported here.
 * `wrong`: the passphrase is wrong. `refusal`: it is correct, but the kind of key cannot be stored; a plain sentence.
 */
export type DecryptFailure = 'damaged' | 'too-costly' | 'unsupported' | 'wrong' | { readonly refusal: string }

/**
 * Opens an encrypted PKCS#8 PEM, also one that `node:crypto` cannot open: Electron's BoringSSL refuses scrypt and
 * HMAC-SHA-512. node-forge parses the structure; `node:crypto` derives the key outside this thread, and decrypts.
 */
export async function openEncryptedPkcs8(pem: string, passphrase: string): Promise<KeyObject | DecryptFailure> {
  const info = readStructure(pem)
  const scheme = part(info, 0)
  const encrypted = bytesAt(info, 1)
  if (info === null || scheme === null || encrypted === null) return 'damaged'
  if (firstOid(scheme) !== oids.pbes2) return openByForge(info, passphrase)
  const derivation = part(scheme, 1, 0)
  const cipher = part(scheme, 1, 1)
  if (isTooCostly(derivation)) return 'too-costly'
  const algorithm = ciphers[firstOid(cipher) ?? '']
  const iv = bytesAt(cipher, 1)
  if (derivation === null || algorithm === undefined || iv === null) return 'unsupported'
  const key = await deriveKey(derivation, Buffer.from(passphrase), algorithm.keyLength)
  if (key === null) return 'unsupported'
  return decryptedKey({ name: algorithm.name, key, iv }, encrypted, 'pkcs8')
}

function isTooCostly(derivation: forge.asn1.Asn1 | null): boolean {
  const parameters = part(derivation, 1)
  if (firstOid(derivation) !== oids.scrypt) return integerAt(parameters, 1) > maxIterations
  const [N, r, p] = [integerAt(parameters, 1), integerAt(parameters, 2), integerAt(parameters, 3)]
  return N * r > maxScryptSize || N * r * p > maxScryptWork
}

/** Derives the decryption key. The caller has checked the cost. Null for an unsupported derivation. */
async function deriveKey(derivation: forge.asn1.Asn1, passphrase: Buffer, length: number): Promise<Buffer | null> {
  const parameters = part(derivation, 1)
  const salt = bytesAt(parameters, 0)
  if (salt === null) return null
  if (firstOid(derivation) === oids.scrypt) {
    const [N, r, p] = [integerAt(parameters, 1), integerAt(parameters, 2), integerAt(parameters, 3)]
    return deriveScrypt(passphrase, salt, length, { N, r, p, maxmem: 256 * maxScryptSize }).catch(() => null)
  }
  if (firstOid(derivation) !== oids.pbkdf2) return null
  // The digest follows an optional key length; the default is SHA-1 (RFC 8018).
  const named = firstOid(part(parameters, 2)) ?? firstOid(part(parameters, 3))
  const digest = named === null ? 'sha1' : digests[named]
  if (digest === undefined) return null
  return derivePbkdf2(passphrase, salt, integerAt(parameters, 1), length, digest).catch(() => null)
}

/** The older schemes of PKCS#5 and PKCS#12, which use few iterations. */
function openByForge(info: forge.asn1.Asn1, passphrase: string): KeyObject | DecryptFailure {
  if (integerAt(part(info, 0, 1), 1) > maxOlderIterations) return 'too-costly'
  try {
    const opened = forge.pki.decryptPrivateKeyInfo(info, passphrase)
    // Null: the padding was valid by chance, and the decrypted bytes are no key.
    if (opened === null) return 'wrong'
    const refusal = refusalIn(opened)
    return refusal === null ? createPrivateKey(forge.pki.privateKeyInfoToPem(opened)) : { refusal }
  } catch (error) {
    return error instanceof Error && /unsupported|unknown/i.test(error.message) ? 'unsupported' : 'wrong'
  }
}

function readStructure(pem: string): forge.asn1.Asn1 | null {
  try {
    const [message] = forge.pem.decode(pem)
    return message === undefined ? null : forge.asn1.fromDer(message.body)
  } catch {
    return null
  }
}

/** The part of a structure at the given indices, or null. */
function part(structure: forge.asn1.Asn1 | null, ...indices: number[]): forge.asn1.Asn1 | null {
  let current: forge.asn1.Asn1 | null = structure
  for (const index of indices) {
    current = current !== null && Array.isArray(current.value) ? current.value[index] ?? null : null
  }
  return current
}

function bytesAt(structure: forge.asn1.Asn1 | null, index: number): Buffer | null {
  const value = part(structure, index)?.value
  return typeof value === 'string' ? Buffer.from(value, 'latin1') : null
}

function firstOid(structure: forge.asn1.Asn1 | null): string | null {
  const found = part(structure, 0)
  if (found === null || found.type !== forge.asn1.Type.OID || typeof found.value !== 'string') return null
  return forge.asn1.derToOid(found.value)
}

/** A whole number; `Infinity` for a missing one or one too large for any use. */
function integerAt(structure: forge.asn1.Asn1 | null, index: number): number {
  const bytes = bytesAt(structure, index)
  return bytes === null || bytes.length === 0 || bytes.length > 5 ? Infinity : bytes.readUIntBE(0, bytes.length)
}
