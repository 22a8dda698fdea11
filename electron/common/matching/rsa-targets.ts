/** The digest of the signed text in an RSA signature, opened with the public key. */
import { constants, createHash, hash as hashOnce, publicDecrypt, type KeyObject } from 'node:crypto'
import type { Cause } from '#shared/inspector/cause.ts'
import { signatureCause } from '#shared/inspector/signature-causes.ts'
import type { SignatureReading } from './signature-readings.ts'

/** One way in which the signature may have been created; texts are compared with it. */
export interface Target {
  /** The mistakes that a match proves, besides those in the text. */
  readonly causes: readonly Cause[]
  /** True when this text was signed. */
  fits(text: Buffer): boolean
}

/** A public key to try, and the mistakes that it proves when it matches. */
export interface TriedKey {
  readonly key: KeyObject
  readonly causes: readonly Cause[]
}

const digestInfo: readonly (readonly [algorithm: string, prefix: string])[] = [
  ['sha256', '3031300d060960864801650304020105000420'], ['sha1', '3021300906052b0e03021a05000414'],
  ['sha512', '3051300d060960864801650304020305000440'], ['sha384', '3041300d060960864801650304020205000430'],
  ['sha224', '302d300d06096086480165030402040500041c'], ['md5', '3020300c06082a864886f70d020505000410'],
]
const byLength: { readonly [length: number]: string } = { 16: 'md5', 20: 'sha1', 28: 'sha224', 32: 'sha256', 48: 'sha384', 64: 'sha512' }

/** The targets of a signature under one key; empty if another key created it. */
export function rsaTargets(reading: SignatureReading, { key, causes }: TriedKey): Target[] {
  const size = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
  if (reading.bytes.length !== size) return []
  const opened = open(key, reading.bytes)
  if (opened === null) return []
  const before = [...reading.causes, ...causes]
  const content = pkcs1Content(opened)
  if (content !== null) return contentTargets(content, before)
  return opened.at(-1) === 0xbc ? pssTargets(opened, key, before) : []
}

function open(key: KeyObject, bytes: Buffer): Buffer | null {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes)
  } catch {
    // The number is not below the modulus, so this key did not create it.
    return null
  }
}

/** The content after `00 01 FF … 00`; null for another padding. */
function pkcs1Content(opened: Buffer): Buffer | null {
  if (opened[0] !== 0 || opened[1] !== 1) return null
  const end = opened.indexOf(0, 2)
  return end < 10 || opened.subarray(2, end).some((byte) => byte !== 0xff) ? null : opened.subarray(end + 1)
}

function contentTargets(content: Buffer, before: readonly Cause[]): Target[] {
  for (const [algorithm, prefix] of digestInfo) {
    const start = Buffer.from(prefix, 'hex')
    if (content.subarray(0, start.length).equals(start)) {
      return digestTargets(algorithm, content.subarray(start.length), [...before, ...otherDigest(algorithm)])
    }
  }
  const bare = byLength[content.length]
  const plain: Target = {
    causes: [...before, signatureCause('text-encrypted')], fits: (text) => text.equals(content),
  }
  if (bare !== undefined) return [...digestTargets(bare, content, [...before, signatureCause('digest-info-missing')]), plain]
  const hex = content.toString('latin1')
  const algorithm = /^[0-9a-fA-F]+$/.test(hex) ? byLength[hex.length / 2] : undefined
  if (algorithm === undefined) return [plain]
  return [...digestTargets(algorithm, Buffer.from(hex, 'hex'), [...before, signatureCause('digest-info-missing')]), plain]
}

function otherDigest(algorithm: string): Cause[] {
  if (algorithm === 'sha256') return []
  return [signatureCause(algorithm === 'sha1' ? 'sha-1-for-sha-256' : 'other-digest')]
}

function digestTargets(algorithm: string, digest: Buffer, causes: readonly Cause[]): Target[] {
  const wanted = Buffer.from(digest)
  const hash = (bytes: Buffer) => hashOnce(algorithm, bytes, 'buffer')
  return [
    { causes, fits: (text) => hash(text).equals(wanted) },
    {
      causes: [...causes, signatureCause('hashed-twice')],
      fits: (text) => {
        const once = hashOnce('sha256', text, 'buffer')
        return [once, Buffer.from(once.toString('hex')), Buffer.from(once.toString('hex').toUpperCase()),
          Buffer.from(once.toString('base64'))].some((again) => hash(again).equals(wanted))
      },
    },
  ]
}

/** EMSA-PSS (RFC 8017, 9.1.2): salt and digest are unmasked once, then each text costs two hashes. */
function pssTargets(opened: Buffer, key: KeyObject, before: readonly Cause[]): Target[] {
  const unusedBits = 8 * opened.length - ((key.asymmetricKeyDetails?.modulusLength ?? 0) - 1)
  return ['sha256', 'sha1', 'sha512'].flatMap((algorithm) => {
    const size = createHash(algorithm).digest().length
    const masked = opened.subarray(0, opened.length - size - 1)
    const digest = opened.subarray(opened.length - size - 1, opened.length - 1)
    const block = masked.map((byte, at) => byte ^ (maskOf(algorithm, digest, masked.length)[at] ?? 0))
    block[0] = (block[0] ?? 0) & (0xff >> unusedBits)
    const one = block.indexOf(1)
    if (one < 0 || block.subarray(0, one).some((byte) => byte !== 0)) return []
    const salt = block.subarray(one + 1)
    return [{
      causes: [...before, signatureCause('pss-padding'), ...otherDigest(algorithm)],
      fits: (text: Buffer) => {
        const hashed = createHash(algorithm).update(text).digest()
        return createHash(algorithm).update(Buffer.concat([Buffer.alloc(8), hashed, salt])).digest().equals(digest)
      },
    }]
  })
}

function maskOf(algorithm: string, seed: Buffer, length: number): Buffer {
  const blocks: Buffer[] = []
  for (let counter = 0, have = 0; have < length; counter += 1) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    const block = createHash(algorithm).update(seed).update(number).digest()
    blocks.push(block)
    have += block.length
  }
  return Buffer.concat(blocks).subarray(0, length)
}
