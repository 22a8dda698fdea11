/**
 * Searches bytes for planted values: in clear, base64 at any alignment, base64url, hex, percent-encoded, in groups.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finderOf } from './finder.ts'

/** A planted value. `digits` are also searched for in groups, as people and gateways write card numbers. */
export interface Canary {
  readonly name: string
  readonly value: string | Uint8Array
  readonly digits?: boolean
}

/** One encoding of a planted value. */
interface Form {
  readonly encoding: string
  readonly bytes: Buffer
}

/** What was found where: "the card number, base64, in the journal". */
export type Finding = string

/** Shorter forms occur in any file by chance. */
const shortestForm = 8

/** Creates a search for these values; it returns all findings. */
export function searchFor(canaries: readonly Canary[]): (where: string, text: string | Uint8Array) => Finding[] {
  const forms = canaries.flatMap((canary) => formsOf(canary).map((form) => ({ ...form, name: canary.name })))
  const find = finderOf(forms)
  return (where, text) => {
    const found = find(typeof text === 'string' ? Buffer.from(text) : text)
    return forms.filter((form) => found.has(form)).map(({ name, encoding }) => `${name}, ${encoding}, in ${where}`)
  }
}

/** Every file below a folder with its path in it; a file that is removed in the meantime is left out. */
export function filesBelow(folder: string): { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const bytes = readUnlessGone(path)
      return bytes === null ? [] : [{ path: path.slice(folder.length + 1), bytes }]
    })
}

function readUnlessGone(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The forms in which a value may be written, each once. Throws for a value so short that a hit would mean nothing.
 */
function formsOf({ name, value, digits = false }: Canary): Form[] {
  const texts = typeof value === 'string' && digits ? [value, ...grouped(value)] : [value]
  const forms = texts.flatMap((text) => encoded(Buffer.from(text as string)))
  const different = [...new Map(forms.toReversed().map((form) => [form.bytes.toString('latin1'), form])).values()]
  if (different.some(({ bytes }) => bytes.length < shortestForm)) throw new Error(`${name} is too short to search for`)
  return different
}

const separators = [' ', '-', '.', '\u00a0', '%20', '+', '%2520']

function grouped(digits: string): string[] {
  const groups = digits.match(/.{1,4}/g) ?? []
  return separators.map((separator) => groups.join(separator))
}

function encoded(clear: Buffer): Form[] {
  const hex = clear.toString('hex')
  const percent = hex.replace(/../g, '%$&')
  const text = clear.toString('utf8')
  const isText = Buffer.from(text).equals(clear)
  const form = (encoding: string, written: string): Form => ({ encoding, bytes: Buffer.from(written) })
  return [
    { encoding: 'in clear', bytes: clear },
    form('hex', hex), form('hex', hex.toUpperCase()),
    form('percent-encoded', percent), form('percent-encoded', percent.toUpperCase()),
    ...[0, 1, 2].flatMap((alignment) => {
      const base64 = base64At(clear, alignment)
      return [form('base64', base64), form('base64url', base64.replaceAll('+', '-').replaceAll('/', '_'))]
    }),
    ...(isText ? [
      form('percent-encoded', encodeURIComponent(text)),
      form('percent-encoded', encodeURIComponent(text).replaceAll('%20', '+')),
      form('percent-encoded twice', encodeURIComponent(encodeURIComponent(text))),
      form('as JSON', JSON.stringify(text).slice(1, -1)),
      { encoding: 'UTF-16', bytes: Buffer.from(text, 'utf16le') },
    ] : []),
  ]
}

/** The base64 characters that a value alone determines with `alignment` bytes before it in a group of three. */
function base64At(clear: Buffer, alignment: number): string {
  const padded = Buffer.concat([Buffer.alloc(alignment), clear])
  const first = Math.ceil((alignment * 8) / 6)
  const last = Math.floor((padded.length * 8) / 6)
  return padded.toString('base64').slice(first, last)
}
