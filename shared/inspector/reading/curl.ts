/** Reads a curl command, as in documentation, browsers and tickets. */
import type { Pair } from '../../gateway/encoding/form.ts'
import { percentEncode } from '../../gateway/encoding/percent.ts'
import { nothingPasted, type Pasted } from './pasted.ts'
import { shellOf, shellWords } from './shell-words.ts'

/** The short flags with a value; several flags may be written together, as in "-sX POST". */
const lettersWithValue = new Set('AbcCdDeEFHKmoPQrtTuUwxXyYz')

const withValue = new Set([
  '--request', '--header', '--data', '--data-raw', '--data-ascii', '--data-binary', '--data-urlencode',
  '--url', '--user', '--user-agent', '--referer', '--cookie', '--output', '--proxy', '--cacert', '--cert', '--key',
  '--max-time', '--connect-timeout', '--form', '--json', '--write-out', '--resolve', '--upload-file', '--cookie-jar',
  '--retry', '--retry-delay', '--retry-max-time', '--ciphers', '--tls-max', '--config', '--connect-to', '--dump-header',
  '--interface', '--limit-rate', '--noproxy', '--oauth2-bearer', '--proxy-user', '--stderr', '--trace', '--trace-ascii',
  '--unix-socket', '--pass', '--cert-type', '--key-type', '--pinnedpubkey', '--dns-servers', '--proto', '--tls13-ciphers',
])

/** Reads a curl command; null for other text. A file named with `@` is reported as a missing body. */
export function readCurl(text: string): Pasted | null {
  const command = text.replace(/^\s*(?:[$>#%]|PS [^>]*>)\s+/, '').trimStart()
  if (!/^curl(?:\.exe)?\s/i.test(command)) return null
  const [, ...words] = shellWords(withStraightQuotes(command), shellOf(command))
  const headers: Pair[] = []
  const data: string[] = []
  let method: string | null = null
  let url: string | null = null
  let inQuery = false
  for (const [flag, value] of flagsOf(words)) {
    switch (flag) {
      case '-X': case '--request': method = value; break
      case '-H': case '--header': headers.push(headerOf(value)); break
      case '-d': case '--data': case '--data-ascii': case '--data-raw': case '--data-binary': data.push(value); break
      case '--json': data.push(value); headers.push(['Content-Type', 'application/json']); break
      case '--data-urlencode': data.push(encodedData(value)); break
      case '-F': case '--form': data.push(value); headers.push(['Content-Type', 'multipart/form-data']); break
      case '-G': case '--get': inQuery = true; break
      case '-I': case '--head': method ??= 'HEAD'; break
      // The value of an unknown flag looks like a URL without a scheme.
      case '--url': case '': if (url === null || (!hasScheme(url) && hasScheme(value))) url = value; break
      default: break
    }
  }
  if (url !== null && !hasScheme(url)) url = `http://${url}`
  const body = data.length === 0 ? null : data.join('&')
  if (inQuery && body !== null) {
    return { ...nothingPasted, form: 'curl', method: method ?? 'GET', url: `${url ?? ''}?${body}`, headers }
  }
  return { ...nothingPasted, form: 'curl', method: method ?? (body === null ? 'GET' : 'POST'), url, headers, body }
}

/** Straightens quotation marks if a word processor or mail program curled all of them. */
function withStraightQuotes(command: string): string {
  return /["']/.test(command) ? command : command.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c-\u201e]/g, '"')
}

/** Flags with their values; a word that is not a flag has an empty flag. */
function flagsOf(words: readonly string[]): [flag: string, value: string][] {
  const found: [string, string][] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const assigned = /^(--[a-z-]+)=(.*)$/s.exec(word)
    const next = (): string => words[at += 1] ?? ''
    if (withValue.has(word)) found.push([word, next()])
    else if (assigned !== null && withValue.has(assigned[1] ?? '')) found.push([assigned[1] ?? '', assigned[2] ?? ''])
    // One by one: a word of untrusted text may have more letters than a call can have arguments.
    else if (/^-[^-]/.test(word)) for (const flag of shortFlags(word, next)) found.push(flag)
    else if (word.startsWith('-')) found.push([word, ''])
    else found.push(['', word])
  }
  return found
}

/** The flags of a word such as "-sXPOST" or "-sX", whose value is the next word. */
function shortFlags(word: string, next: () => string): [flag: string, value: string][] {
  const letters = [...word.slice(1)]
  const last = letters.findIndex((letter) => lettersWithValue.has(letter))
  if (last === -1) return letters.map((letter) => [`-${letter}`, ''])
  const glued = letters.slice(last + 1).join('')
  return letters.slice(0, last + 1).map((letter, place) =>
    [`-${letter}`, place < last ? '' : glued === '' ? next() : glued])
}

function hasScheme(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url)
}

function headerOf(line: string): Pair {
  const colon = line.indexOf(':')
  return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).replace(/^[ \t]+/, '')]
}

/** `name=content` with the content encoded, as curl does. */
function encodedData(value: string): string {
  const equals = value.indexOf('=')
  if (equals < 0) return percentEncode(value)
  return equals === 0 ? percentEncode(value.slice(1)) : `${value.slice(0, equals)}=${percentEncode(value.slice(equals + 1))}`
}
