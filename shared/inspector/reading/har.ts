/** Reads a HAR file or one of its entries, and the JSON in which some clients show a request. */
import type { Pair } from '../../gateway/encoding/form.ts'
import { percentEncode } from '../../gateway/encoding/percent.ts'
import { nothingPasted, type Pasted } from './pasted.ts'

/** An object of JSON. */
export type Json = { readonly [name: string]: unknown }

interface Exchange {
  readonly request: Json
  readonly response: Json | null
}

/** Reads a HAR; of several entries, the first POST. Null for other text. */
export function readHar(text: string): Pasted | null {
  if (!/^\s*[[{]/.test(text)) return null
  const found = exchangeIn(parsed(text))
  return found === null ? null : readRequestOf(found)
}

/** Reads a request with its reply, both as JSON. */
export function readRequestOf({ request, response }: Exchange): Pasted {
  return {
    ...nothingPasted, form: 'har',
    method: textOf(request.method), url: textOf(request.url),
    headers: headersOf(request.headers), body: bodyOf(request),
    serverDate: headersOf(response?.headers).find(([name]) => name.toLowerCase() === 'date')?.[1] ?? null,
  }
}

/** Deeper nesting is not read. */
const deepest = 8

/** The parsed JSON; null for other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Searches lists, `log` and `entries`; a HAR is no deeper. */
function exchangeIn(value: unknown, depth = 0): Exchange | null {
  if (depth > deepest) return null
  const within = (inner: unknown) => exchangeIn(inner, depth + 1)
  if (Array.isArray(value)) return value.map(within).find((one) => one !== null) ?? null
  if (!isObject(value)) return null
  if (isObject(value.log)) return within(value.log)
  if (Array.isArray(value.entries)) {
    const all = value.entries.map(within).filter((one) => one !== null)
    return all.find(({ request }) => textOf(request.method)?.toUpperCase() === 'POST') ?? all[0] ?? null
  }
  const { request, response } = value
  if (isObject(request)) return { request, response: isObject(response) ? response : null }
  return typeof value.url === 'string' ? { request: value, response: null } : null
}

function headersOf(headers: unknown): Pair[] {
  if (Array.isArray(headers)) {
    return headers.flatMap((one: unknown): Pair[] => isObject(one) && typeof one.name === 'string'
      ? [[one.name, textOf(one.value) ?? '']] : [])
  }
  return isObject(headers) ? Object.entries(headers).map(([name, value]): Pair => [name, textOf(value) ?? '']) : []
}

function bodyOf(request: Json): string | null {
  const { postData } = request
  if (isObject(postData)) {
    const text = textOf(postData.text)
    if (text !== null && text !== '') return text
    if (Array.isArray(postData.params)) {
      return postData.params.flatMap((one: unknown) => isObject(one) && typeof one.name === 'string'
        ? [`${percentEncode(one.name.toWellFormed())}=${percentEncode(textOf(one.value) ?? '')}`] : []).join('&')
    }
  }
  return textOf(request.body) ?? textOf(request.data)
}

/** True for an object that is no list. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// JSON can escape a lone surrogate.
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null
}
