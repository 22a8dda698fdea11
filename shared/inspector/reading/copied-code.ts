/** Reads a request as browsers and Postman copy it: a call of `fetch`, an entry of Postman's console. */
import { printForm, type Pair } from '../../gateway/encoding/form.ts'
import { isObject, parsed, readRequestOf } from './har.ts'
import type { Pasted } from './pasted.ts'

const fetchCall = /^\s*(?:await )?fetch\(("[^"\\\s]{1,2000}"), (\{[^]*\})\);?\s*$/
const consoleEntry = /^\s*([A-Z]{3,7}) (https?:\/\/\S{1,2000}): (\{[^]*\})\s*$/

/** Reads such a text; null for other text. */
export function readCopiedCode(text: string): Pasted | null {
  const [, target, options] = fetchCall.exec(text) ?? []
  if (target !== undefined) return withOptions(parsed(target), parsed(options ?? ''))
  const [, method, url, entry] = consoleEntry.exec(text) ?? []
  const read = parsed(entry ?? '')
  if (method === undefined || !isObject(read)) return null
  const request = { method, url, headers: read['Request Headers'], body: bodyOf(read['Request Body']) }
  return readRequestOf({ request, response: { headers: read['Response Headers'] } })
}

/** A call of `fetch` without a method is a GET. */
function withOptions(url: unknown, options: unknown): Pasted | null {
  return isObject(options) ? readRequestOf({ request: { method: 'GET', ...options, url }, response: null }) : null
}

/** The console shows a form as an object of its fields, and any other body as text. */
function bodyOf(body: unknown): unknown {
  if (!isObject(body)) return body
  const pairs = Object.entries(body)
    .flatMap(([name, value]): Pair[] => (typeof value === 'string' ? [[name, value.toWellFormed()]] : []))
  return pairs.length === Object.keys(body).length ? printForm(pairs) : null
}
