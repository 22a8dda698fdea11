/** The form of every entry of the keychain: a line that describes it, then its content. */
import { maxNameLength } from './keychain.ts'

/** Prefix of the entry that the self-check writes and removes. */
export const selfCheckPrefix = 'self-check-'

/** The name of an id's entry, or null where the id cannot be part of one. */
export function entryName(prefix: string, id: string): string | null {
  const name = `${prefix}${id}`
  return /^[\w.-]+$/.test(id) && name.length <= maxNameLength ? name : null
}

/** Bytes of a record: one line that describes it as JSON, a line feed, then its body. */
export function join(header: object, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body])
}

/** The header and the body of a record; null when it is none. */
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
