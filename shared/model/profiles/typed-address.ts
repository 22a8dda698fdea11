/** The address of a gateway as a person pastes it: with its path, its product word, even with a whole request's URL. */
import { withoutEnd } from '../../text-end.ts'

/** The parts of a pasted address, as fields of a profile. */
export interface TypedAddress {
  readonly baseUrl: string
  readonly productWord: string
  /** The endpoint or group at its end; null where it names none. */
  readonly entryPoint: { readonly kind: 'endpoint' | 'group'; readonly id: string } | null
}

const wordPattern = /^[A-Za-z0-9-]{1,40}$/

/**
 * Splits an address (§4: `{base}/{word}/api/{version}/{operation}/{endpoint}`). The part before `api` is the product
 * word; without `api` it is the last part of the path. Null where there is no path, or when the text is no http(s)
 * address or has a user name.
 */
export function takeAddressApart(text: string): TypedAddress | null {
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

/** Of the path below `api`: version, operation, id; a group behind the word `group`. */
function entryPointIn(parts: readonly string[]): TypedAddress['entryPoint'] {
  const id = parts.at(-1) ?? ''
  if (parts.length < 3 || !/^\d{1,20}$/.test(id)) return null
  return { kind: parts.at(-2) === 'group' ? 'group' : 'endpoint', id }
}
