/** Restores a request and its reply from the log of an HTTP client that prints each message in marked lines. */

export interface LoggedMessage {
  /** As on the wire. */
  readonly request: string
  /** Empty if the log has none. */
  readonly reply: string
}

/** A printed piece of a message: bytes as characters of their codes. */
interface Piece {
  readonly isSent: boolean
  readonly bytes: string
}

const requestLine = /^[A-Z]{3,7} \S+ HTTP\/[\d.]+[ \t]*\r?\n/

/**
 * The first request of a log, with its reply: of Apache HttpClient, Python's http.client, `curl --trace-ascii` or
 * `tcpdump -A`. Null for other text.
 */
export function loggedMessage(text: string): LoggedMessage | null {
  const lines = text.split(/\r?\n/)
  for (const read of [apachePieces, pythonPieces, tracePieces]) {
    const message = firstMessage(read(lines))
    if (message !== null) return message
  }
  return packetMessage(lines)
}

/** Joins the pieces of the first request until the next one begins. */
function firstMessage(pieces: readonly Piece[]): LoggedMessage | null {
  const start = pieces.findIndex(({ isSent, bytes }) => isSent && requestLine.test(bytes))
  if (start < 0) return null
  const next = pieces.findIndex(({ isSent, bytes }, place) => place > start && isSent && requestLine.test(bytes))
  const own = pieces.slice(start, next < 0 ? pieces.length : next)
  const joined = (isSent: boolean): string =>
    decoded(own.filter((piece) => piece.isSent === isSent).map(({ bytes }) => bytes).join(''))
  return { request: joined(true), reply: joined(false) }
}

/** The text of bytes in UTF-8; a text of other characters is returned unchanged. */
function decoded(bytes: string): string {
  if (/[^\0-\xff]/.test(bytes)) return bytes
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

/** Apache HttpClient: `http-outgoing-0 >> "Host: gate.example[\r][\n]"`. Only the first connection is read. */
function apachePieces(lines: readonly string[]): readonly Piece[] {
  let connection: string | null = null
  return lines.flatMap((line): Piece[] => {
    const [mark, sign] = /(>>|<<) "/.exec(line) ?? []
    if (mark === undefined || !line.endsWith('"')) return []
    const at = line.indexOf(mark)
    const before = line.slice(0, at).trimEnd()
    const own = before.slice(before.lastIndexOf(' ') + 1)
    connection ??= own
    if (own !== connection) return []
    const bytes = line.slice(at + mark.length, -1).replace(/\[(?:(\\r)|(\\n)|0x([\da-f]{1,2}))\]/g,
      (_, end?: string, feed?: string, code: string = '') =>
        (end !== undefined ? '\r' : feed !== undefined ? '\n' : byteOf(code)))
    return [{ isSent: sign === '>>', bytes }]
  })
}

/** Python: `send: b'POST …'`, `reply: '…'`, `header: Date: …`. */
function pythonPieces(lines: readonly string[]): readonly Piece[] {
  return lines.flatMap((line): Piece[] => {
    const header = line.startsWith('header: ') ? line.slice('header: '.length) : null
    if (header !== null) return [{ isSent: false, bytes: `${header}\n` }]
    const [, kind, , printed = ''] = /^(send|reply): b?(['"])(.*)\2$/.exec(line) ?? []
    return kind === undefined ? [] : [{ isSent: kind === 'send', bytes: unprinted(printed) }]
  })
}

const pythonEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

function unprinted(text: string): string {
  return text.replace(/\\(?:x([\da-f]{2})|(.))/g, (_, code: string | undefined, letter: string = '') =>
    (code === undefined ? pythonEscapes[letter] ?? letter : byteOf(code)))
}

function byteOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16))
}

const section = /^(?:[\d:.]{8,15} )?(?:(=>|<=) (?:Send|Recv) (header|data|SSL data), (\d{1,9}) bytes|== Info)/

interface Section {
  readonly isSent: boolean
  readonly isData: boolean
  readonly length: number
  readonly bytes: string
}

/**
 * `curl --trace-ascii`: each line states its offset, which shows the line ends that the trace does not print. Data that
 * is not certain is left out, so that the request has no body.
 */
function tracePieces(lines: readonly string[]): readonly Piece[] {
  const sections: (Section | null)[] = []
  for (const line of lines) {
    const [begun, direction, kind, length] = section.exec(line) ?? []
    if (begun !== undefined) {
      sections.push(direction === undefined || kind === 'SSL data' ? null
        : { isSent: direction === '=>', isData: kind === 'data', length: Number(length), bytes: '' })
      continue
    }
    const [, offset, content = ''] = /^([\da-f]{4,8}): (.*)$/.exec(line) ?? []
    const open = sections.at(-1)
    if (offset === undefined || open === undefined || open === null) continue
    const isAfterEnd = Number.parseInt(offset, 16) === open.bytes.length + 2
    sections[sections.length - 1] = { ...open, bytes: `${open.bytes}${isAfterEnd ? '\r\n' : ''}${content}` }
  }
  return sections.flatMap((one): Piece[] => {
    if (one === null) return []
    const bytes = one.length - one.bytes.length === 2 ? `${one.bytes}\r\n` : one.bytes
    // Two points stand for a character outside ASCII.
    const isUncertain = bytes.length !== one.length || bytes.includes('..')
    return isUncertain && one.isData ? [] : [{ isSent: one.isSent, bytes }]
  })
}

const packetStart = /^(?:[\d-]{10} )?(?:\d\d:\d\d:\d\d\.\d{6} )?IP6? \S/
const packetRequest = /(?:GET|POST) \/\S* HTTP\/1\.[01]$/
const packetRequestLine = new RegExp(packetRequest, 'm')

/**
 * `tcpdump -A`: the request line is behind the printed header of its packet. A body in a further packet is left out. A
 * connection that can be read is not encrypted.
 */
function packetMessage(lines: readonly string[]): LoggedMessage | null {
  const isPacket = (line: string): boolean => packetStart.test(line)
  const first = lines.findIndex(isPacket)
  const start = first < 0 ? -1
    : lines.findIndex((line, place) => place > first && packetRequest.test(line) && !isPacket(line))
  if (start < 0) return null
  const after = lines.findIndex((line, place) => place > start && isPacket(line))
  const end = after < 0 ? lines.length : after
  const [head = '', body = ''] = lines.slice(start, end).join('\n').split('\n\n')
  const headerOf = (name: string): string => new RegExp(`^${name}: *(\\S{1,255})$`, 'im').exec(head)?.[1] ?? ''
  const isWhole = new TextEncoder().encode(body.trimEnd()).length === Number(headerOf('content-length'))
  const request = head.slice(head.search(packetRequestLine)).replace(' /', ` http://${headerOf('host')}/`)
  const answer = lines.slice(end).join('\n')
  const reply = answer.slice(Math.max(0, answer.search(/HTTP\/1\.[01] \d{3} /)))
  return { request: `${request}\n\n${isWhole ? body : ''}`, reply }
}
