/** Reads a pasted gateway address, which may contain the path, the product word or a whole request's URL. */
import { withoutEnd } from '../../text-end.ts'

/** The parts of a pasted address, as fields of a profile. */
export interface TypedAddress {
  readonly baseUrl: string
  readonly productWord: string
  /** The endpoint or group at its end; null if there is none. */
  readonly entryPoint: { readonly kind: 'endpoint' | 'group'; readonly id: string } | null
}

const wordPattern = /^[A-Za-z0-9-]{1,40}$/

/**
 * Splits an address (§4: `{base}/{word}/api/{version}/{operation}/{endpoint}`). The part before `api` is the product
 * word; without `api` it is the last part of the path. Null without a path, for text that is not an http(s) address,
 * and with a user name.
 */
export function readTypedAddress(text: string): TypedAddress | null {
  const trimmed = text.trim()
  const url = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : null
  if (url === null) return null
  const { protocol, host, pathname, username, password } = url
  if (username !== '' || password !== '') return null
  const parts = withoutEnd(pathname, '/').split('/').slice(1)
  const api = parts.indexOf('api')
  const wordAt = api > 0 ? api - 1 : parts.length - 1
  const productWord = parts[wordAt] ?? ''
  if (api === 0 || !wordPattern.test(productWord)) return null
  const base = [`${protocol}//${host}`, ...parts.slice(0, wordAt)].join('/')
  return { baseUrl: base, productWord, entryPoint: api > 0 ? entryPointIn(parts.slice(api + 1)) : null }
}

/** The entry point in a path below `api`: version, operation, id; a group's id follows the word `group`. */
function entryPointIn(parts: readonly string[]): TypedAddress['entryPoint'] {
  const id = parts.at(-1) ?? ''
  if (parts.length < 3 || !/^\d{1,20}$/.test(id)) return null
  return { kind: parts.at(-2) === 'group' ? 'group' : 'endpoint', id }
}
