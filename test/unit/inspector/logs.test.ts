import { describe, expect, it } from 'vitest'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'

const url = 'https://gate.example/gw/api/v2/status/22903'
const body = 'login=shop&client_orderid=A%201&orderid=77&amount=10.15&control=da39a3ee5e6b4b0d3255bfef95601890afd80709'
const line = 'POST /gw/api/v2/status/22903 HTTP/1.1'
const type = 'Content-Type: application/x-www-form-urlencoded'
const length = `Content-Length: ${body.length}`
const date = 'Sat, 28 Nov 2026 10:00:01 GMT'

const wire = (connection: string, mark: string, ...lines: string[]): string =>
  lines.map((text) => `10:00:00,125 DEBUG org.apache.http.wire - ${connection} ${mark} "${text}"`).join('\n')
const [end, firstHalf] = ['[\\r][\\n]', body.slice(0, 63)]

const apache = [
  `10:00:00,124 DEBUG org.apache.http.headers - http-outgoing-1 >> ${line}`,
  wire('http-outgoing-1', '>>', `${line}${end}`, `${length}${end}`),
  wire('http-outgoing-2', '>>', `POST /other HTTP/1.1${end}`),
  wire('http-outgoing-1', '>>', `${type}${end}`, `Host: gate.example${end}`, end, body),
  wire('http-outgoing-1', '<<', `HTTP/1.1 200 OK${end}`, `Date: ${date}${end}`, end, 'type=error[\\n]'),
].join('\n')

const head = `${line}\r\nHost: gate.example\r\n${length}\r\n${type}\r\n\r\n`
const python = `send: b'${head.replaceAll('\r\n', '\\r\\n')}'\nsend: b'${body}'\nreply: 'HTTP/1.1 200 OK\\r\\n'\nheader: Date: ${date}`

/** The trace that curl 7.88 writes: lines of 64 bytes, without line ends, after their offsets. */
function traced(sent: string): string {
  let at = 0
  const lines = head.split('\r\n').slice(0, -1).map((text) => {
    const printed = `${at.toString(16).padStart(4, '0')}: ${text}`
    at += text.length + 2
    return printed
  })
  return [
    '== Info: Connected to gate.example (192.0.2.1) port 443', '=> Send SSL data, 5 bytes (0x5)', '0000: .....',
    `=> Send header, ${head.length} bytes (0xb0)`, ...lines,
    `=> Send data, ${body.length} bytes (0x67)`, `0000: ${sent.slice(0, 64)}`, `0040: ${sent.slice(64)}`,
    '<= Recv header, 17 bytes (0x11)', '0000: HTTP/1.1 200 OK', '<= Recv header, 37 bytes (0x25)', `0000: Date: ${date}`,
  ].join('\n')
}

const packet = '10:00:00.123456 IP 192.0.2.7.51000 > 192.0.2.1.80: Flags [P.], length 276: HTTP: '
const dump = (...packets: string[]): string => packets.join('\n')
const request = `${packet}${line}\nE..\`..@.P.......${line}\nHost: gate.example\n${length}\n${type}\n\n`
const answer = `${packet}HTTP/1.1 200 OK\nE..\`..HTTP/1.1 200 OK\nDate: ${date}\n`

describe('the log of an HTTP client is read as the messages that it prints', () => {
  it.each([
    ['Apache HttpClient', apache, url], ['Python', python, url], ['curl --trace-ascii', traced(body), url],
    ['curl --trace-ascii --trace-time', traced(body).replaceAll(/^(?==|<)/gm, '10:00:00.123456 '), url],
    ['tcpdump -A, of a connection without encryption', dump(`${request}${body}`, answer), url.replace('https', 'http')],
  ])('%s', (_, text, target) => {
    expect(readPasted(text)).toMatchObject({ form: 'http', method: 'POST', url: target, body, serverDate: date })
    expect(readPasted(text)?.headers).toContainEqual(['Content-Type', 'application/x-www-form-urlencoded'])
  })

  it('bytes outside ASCII, which clients print as numbers', () => {
    expect(readPasted(`send: b'${line}\\r\\nHost: a\\r\\n\\r\\norder_desc=\\xc3\\xa9\\'"'`)?.body).toBe('order_desc=é\'"')
    expect(readPasted(wire('http-outgoing-0', '>>', `${line}${end}`, `Host: a${end}`, end, 'a=[0xc3][0xa9]'))?.body).toBe('a=é')
  })

  it.each([
    ['a trace that does not print some characters', traced(body.replace('A%201', 'A..%20'))],
    ['a trace with a part left out', traced(firstHalf)],
    ['a body in another packet', dump(request, `${packet}\nE..\`..${body}`, answer)],
  ])('what is not certain is not read: %s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ form: 'http', method: 'POST', body: null })
    expect(readPasted(text)?.headers).toContainEqual(['Content-Length', String(body.length)])
  })

  it('a base string that was logged beside the request', () => {
    expect(readPasted(`base string: POST&https%3A%2F%2Fa&b\n${python}`)).toMatchObject({ body, baseString: 'POST&https%3A%2F%2Fa&b' })
  })
})

describe('a request that a tool copied', () => {
  const options = { headers: { 'content-type': 'text/plain' }, body, method: 'POST' }
  const entry = (sent: unknown) => `POST ${url}: ${JSON.stringify({
    'Network': {}, 'Request Headers': { 'content-type': 'application/x-www-form-urlencoded' }, 'Request Body': sent,
    'Response Headers': { date }, 'Response Body': 'type=error',
  }, null, 2)}`

  it.each([['fetch', 'fetch'], ['fetch for Node', 'await fetch']])('%s, with its headers', (_, call) => {
    expect(readPasted(`${call}("${url}", ${JSON.stringify(options, null, 2)});`)).toMatchObject({
      form: 'har', method: 'POST', url, body, headers: [['content-type', 'text/plain']],
    })
  })

  it('an entry of Postman\'s console, whose address ends at the colon', () => {
    const fields = Object.fromEntries(new URLSearchParams(body))
    expect(readPasted(entry(fields))).toMatchObject({ form: 'har', method: 'POST', url, body, serverDate: date })
    expect(readPasted(entry('{"login":"shop"}'))).toMatchObject({ url, body: '{"login":"shop"}' })
  })
})
