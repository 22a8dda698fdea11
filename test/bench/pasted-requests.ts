/** Long texts as integrators paste them, without personal data. */

const parameters = (index: number): string =>
  `client_orderid=inv-${index}&order_desc=Blue%20shoes%2C%20size%2042&amount=10.15&currency=USD&email=buyer%40shop.example`

/** A curl command on one line, with a body that makes it this many characters long. */
export function oneLine(characters: number): string {
  const body = Array.from({ length: Math.ceil(characters / 100) }, (_, index) => parameters(index)).join('&')
  return `curl -X POST 'https://gate.example/gw/api/v2/sale/1001' -d '${body}`.slice(0, characters - 1) + '\''
}

/**
 * The beginning of an archive of a browser's requests (HAR), indented as browsers write it, of this many
 * characters.
 */
export function manyLines(characters: number): string {
  const entries = Array.from({ length: Math.ceil(characters / 1_000) }, (_, index) => ({
    startedDateTime: '2026-03-01T10:00:00.000Z',
    time: 312.5,
    request: {
      method: 'POST',
      url: 'https://gate.example/gw/api/v2/sale/1001',
      httpVersion: 'HTTP/1.1',
      headers: [
        { name: 'Accept', value: '*/*' },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        { name: 'User-Agent', value: 'Shop/4.2' },
      ],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: parameters(index).length,
      postData: { mimeType: 'application/x-www-form-urlencoded', text: parameters(index) },
    },
    response: { status: 200, statusText: 'OK', headers: [{ name: 'Content-Type', value: 'text/html;charset=utf-8' }] },
  }))
  return JSON.stringify({ log: { version: '1.2', entries } }, null, 2).slice(0, characters)
}
