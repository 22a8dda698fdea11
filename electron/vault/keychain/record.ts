/** The format of every entry of the keychain: a line that describes it, then its content. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { maxNameLength } from './keychain.ts'

/** Prefix of the entry that the self-check writes and removes. */
export const selfCheckPrefix = 'self-check-'

/** The name of an id's entry, or null if the id cannot be part of a name. */
export function entryName(prefix: string, id: string): string | null {
  const name = `${prefix}${id}`
  return /^[\w.-]+$/.test(id) && name.length <= maxNameLength ? name : null
}

/** Encodes a record: one line that describes it as JSON, a line feed, then its body, if any. */
export function join(header: object, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body])
}

/** The header and the body of a record; null for any other bytes. */
export function split(bytes: Buffer): { header: Record<string, unknown>; body: Buffer } | null {
  const end = bytes.indexOf('\n')
  if (end === -1) return null
  try {
    const header: unknown = JSON.parse(bytes.toString('utf8', 0, end))
    return typeof header === 'object' && header !== null ? { header: { ...header }, body: bytes.subarray(end + 1) } : null
  } catch {
    return null
  }
}

/** Encodes a private key as the body of a record: PKCS#8 (DER) as Base64. The caller wipes it. */
export function privateKeyBody(privateKey: KeyObject): Buffer {
  const der = privateKey.export({ type: 'pkcs8', format: 'der' })
  const body = Buffer.from(der.toString('base64'))
  der.fill(0)
  return body
}

/** The private key in such a body; null for any other bytes. */
export function privateKeyIn(body: Buffer): KeyObject | null {
  const der = Buffer.from(body.toString('latin1'), 'base64')
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } catch {
    return null
  } finally {
    der.fill(0)
  }
}
