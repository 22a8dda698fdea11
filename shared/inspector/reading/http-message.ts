/** Reads a request as on the wire, or as in an editor's HTTP file. */
import type { Pair } from '../../gateway/encoding/form.ts'
import { withoutEnd } from '../../text-end.ts'
import { nothingPasted, type Pasted } from './pasted.ts'

const requestLine = /^\s*([A-Za-z]{3,7})[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/

/**
 * Reads an HTTP request; null for other text. A folded line belongs to the line before, and so does the rest of an
 * OAuth header that a mail or screenshot broke into lines.
 */
export function readHttpMessage(text: string): Pasted | null {
  // Editors permit comments before a request, and write each field on a line behind its "&".
  const lines = text.replace(/^(?:[ \t\r]*(?:(?:#|\/\/)[^\n]*)?\n)+/, '').split(/\r?\n/)
  const line = requestLine.exec(lines[0] ?? '')
  if (line === null) return null
  const [, method = '', target = ''] = line
  if (!/^(?:https?:\/\/|\/)/i.test(target)) return null
  const headers: Pair[] = []
  let at = 1
  for (; at < lines.length && lines[at] !== ''; at += 1) {
    const given = lines[at] ?? ''
    const last = headers.at(-1)
    const header = /^(:?[!#$%&'*+.^`|~\w-]+):(.*)$/.exec(given)
    if (last !== undefined && (/^[ \t]/.test(given) || (header === null && isBroken(last)))) {
      headers[headers.length - 1] = [last[0], `${last[1].trimEnd()} ${given.trim()}`]
    } else if (header === null) break
    else headers.push([header[1] ?? '', (header[2] ?? '').replace(/^[ \t]+/, '')])
  }
  const space = lines[at] === ''
  const rest = lines.slice(space ? at + 1 : at).join('\n')
  return {
    ...nothingPasted, form: 'http', method, headers,
    url: /^https?:/i.test(target) ? target : urlOf(target, headers),
    body: rest === '' ? null : sentBody(rest, Number(valueOf(headers, 'content-length') ?? Number.NaN)),
  }
}

/** True for an OAuth header that continues: a quotation mark is open, or it ends with a comma. */
function isBroken([name, value]: Pair): boolean {
  return name.toLowerCase() === 'authorization' && value.includes('oauth_')
    && (value.split('"').length % 2 === 0 || /,\s*$/.test(value))
}

/** The message does not contain the scheme: https, except for loopback and port 80. */
function urlOf(target: string, headers: readonly Pair[]): string | null {
  const find = (wanted: string) => valueOf(headers, wanted)
  const host = find('host') ?? find(':authority')
  if (host === undefined || host === '') return null
  const plain = /:80$/.test(host) || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host)
  return `${find(':scheme') ?? find('x-forwarded-proto') ?? (plain ? 'http' : 'https')}://${host}${target}`
}

function valueOf(headers: readonly Pair[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim()
}

/**
 * The body without the editor's line ends and without text below it. Content-Length distinguishes them from the sent
 * body; without it the body ends at an empty line, which forms never contain.
 */
function sentBody(below: string, length: number): string {
  const text = below.replace(/^[\r\n]+/, '')
  const whole = withoutEnd(text, '\r\n')
  const joined = whole.replace(/[\r\n]+/g, '')
  if (bytesIn(joined) === length) return joined
  const [first = ''] = whole.split(/[\r\n]/, 1)
  if (bytesIn(first) === length) return first
  const more = length - bytesIn(whole)
  if (more >= 0) return more === 1 || more === 2 ? text.slice(0, whole.length + more) : whole
  return (whole.split('\n\n', 1)[0] ?? whole).replaceAll('\n&', '&')
}

function bytesIn(text: string): number {
  return new TextEncoder().encode(text).length
}
