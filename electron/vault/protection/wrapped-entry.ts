/** The content of a keychain's entry on a protected desk: its record, sealed with the master key. */
import type { KeyObject } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { maxEntryBytes } from '../keychain/keychain.ts'
import { wrappingBytes } from '../keychain/sizes.ts'
import { open, seal } from './sealing.ts'

/** The first byte names the format of the record. Plain records begin with `{`. */
const undeflated = 1
const deflated = 2
const plainBegin = '{'.charCodeAt(0)

/** Whether the bytes of an entry are a plain record. */
export const isPlain = (bytes: Buffer): boolean => bytes[0] === plainBegin

/**
 * Wraps a record for an entry: a byte for the format, nonce, ciphertext, tag. Null if it does not fit into an entry,
 * even deflated. The nonce is random; only a test with a known answer passes one.
 */
export function wrapEntry(master: KeyObject, name: string, record: Buffer, nonce?: Buffer<ArrayBuffer>): Buffer | null {
  if (record.length + wrappingBytes <= maxEntryBytes) return wrapped(master, name, undeflated, record, nonce)
  // Deflating saves a quarter of primes in Base64, so that a record that fills a plain entry still fits.
  const short = deflateRawSync(record, { level: 9 })
  try {
    return short.length + wrappingBytes <= maxEntryBytes ? wrapped(master, name, deflated, short, nonce) : null
  } finally {
    short.fill(0)
  }
}

/** Unwraps the record of an entry, which the caller wipes; null if it was not wrapped with this key for this name. */
export function unwrapEntry(master: KeyObject, name: string, bytes: Buffer): Buffer | null {
  const [form] = bytes
  if (form !== undeflated && form !== deflated) return null
  const inner = open(master, bytes.subarray(1), purposeOf(name, form))
  if (inner === null || form === undeflated) return inner
  try {
    return inflateRawSync(inner, { maxOutputLength: maxEntryBytes })
  } finally {
    inner.fill(0)
  }
}

function wrapped(master: KeyObject, name: string, form: number, record: Buffer, nonce?: Buffer<ArrayBuffer>): Buffer {
  return Buffer.concat([Buffer.from([form]), seal(master, record, purposeOf(name, form), nonce)])
}

// SECURITY: contains the name, so that an entry cannot be copied over another one, such as another profile's secret.
const purposeOf = (name: string, form: number) => `Gateway Console entry\n${form}\n${name}`
