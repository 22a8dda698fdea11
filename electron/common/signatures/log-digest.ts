import { createHash } from 'node:crypto'
import type { SQLOutputValue } from 'node:sqlite'

/** A value that a row of the database may contain. */
export type Part = SQLOutputValue | Uint8Array

const textMark = 1
const numberMark = 2
const bytesMark = 3
const nullMark = 4

/**
 * Encodes values unambiguously: each value is its kind, its length in eight bytes and its bytes, so that no byte can
 * move from one value into the next. Whole numbers are decimal digits. Throws for a number that is not whole.
 */
export function encodeParts(parts: readonly Part[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => {
    const { mark, bytes } = encodePart(part)
    const head = Buffer.alloc(9)
    head.writeUInt8(mark, 0)
    head.writeBigUInt64BE(BigInt(bytes.length), 1)
    return [head, bytes]
  }))
}

function encodePart(part: Part): { readonly mark: number; readonly bytes: Uint8Array } {
  if (part === null) return { mark: nullMark, bytes: new Uint8Array() }
  if (typeof part === 'string') return { mark: textMark, bytes: Buffer.from(part) }
  if (typeof part === 'object') return { mark: bytesMark, bytes: part }
  if (typeof part === 'number' && !Number.isSafeInteger(part)) throw new RangeError('only whole numbers are linked')
  // -0 is encoded as 0; every reader treats both alike.
  return { mark: numberMark, bytes: Buffer.from(String(part)) }
}

/** The permanent digest of an event's content: SHA-256 over the salt and the text. */
export function contentDigest(salt: Uint8Array, body: Part): Buffer {
  return createHash('sha256').update(encodeParts([salt, body])).digest()
}

/** SHA-256 over values, as 64 lower-case hexadecimal digits. */
export function digestOf(parts: readonly Part[]): string {
  return createHash('sha256').update(encodeParts(parts)).digest('hex')
}
