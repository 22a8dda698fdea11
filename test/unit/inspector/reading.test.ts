import { describe, expect, it } from 'vitest'
import { readBackBaseString } from '#shared/inspector/from-base-string.ts'
import { longestPasted } from '#shared/inspector/reading/pasted.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'

const url = 'https://gate.example/gw/api/v2/status/22903'
const body = 'login=shop&client_orderid=A%201&orderid=77&control=da39a3ee5e6b4b0d3255bfef95601890afd80709'
const request = { method: 'POST', url, body }

describe('a pasted text is recognised by its form', () => {
  it.each<[string, string, string]>([
    ['curl', 'curl for bash', `curl -X POST '${url}' \\\n  -H 'Content-Type: application/x-www-form-urlencoded' \\\n  -d '${body}'`],
    ['curl', 'curl with a prompt and --data-raw', `$ curl --request POST --url ${url} --data-raw "${body}"`],
    ['curl', 'curl in several pieces', `curl ${url} -d 'login=shop' -d 'client_orderid=A%201' -d 'orderid=77' `
      + '--data control=da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['curl', 'curl with text to encode', `curl ${url} -d login=shop --data-urlencode 'client_orderid=A 1' -d orderid=77 `
      + '-d control=da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['curl', 'curl for cmd, as browsers copy it', `curl ^"${url}^" ^\r\n  -X ^"POST^" ^\r\n  --data-raw ^"${body.replaceAll('&', '^&').replaceAll('%', '^%')}^"`],
    ['curl', 'curl for cmd by hand', `curl -X POST "${url}" ^\r\n  -d "${body}"`],
    ['curl', 'curl for cmd in a batch file, which doubles each "%"', `curl -X POST "${url}" ^\r\n  -d "${body.replaceAll('%', '%%')}"`],
    ['curl', 'curl whose quotation marks a mail curled', `curl -X POST \u2018${url}\u2019 -H \u201cAccept: x\u201d -d \u2018${body}\u2019`],
    ['curl', 'curl before another command', `curl -X POST '${url}' -d '${body}'; echo`],
    ['curl', 'curl with flags in one word', `curl -sSX POST ${url} -d '${body}'`],
    ['curl', 'curl with flags and a value in one word', `curl -kXPOST -so /dev/null -m30 ${url} -d '${body}'`],
    ['curl', 'curl with the values of rare flags', `curl -y 3 -U a:b --retry-delay 2 --limit-rate 1k --not-known-here x ${url} -d '${body}'`],
    ['curl', 'curl for PowerShell', `curl.exe -X POST "${url}" \`\n  -d '${body}'`],
    ['power-shell', 'Invoke-WebRequest', `Invoke-WebRequest -UseBasicParsing -Uri "${url}" \`\n-Method "POST" \`\n-Headers @{\n  "Accept"="*/*"\n} \`\n`
      + `-ContentType "application/x-www-form-urlencoded" \`\n-Body "${body}"`],
    ['power-shell', 'Invoke-RestMethod with a table', `Invoke-RestMethod -Uri "${url}" -Method POST -Body @{\n  login = "shop"; client_orderid = 'A 1'\n`
      + '  orderid = "77"\n  control = "da39a3ee5e6b4b0d3255bfef95601890afd80709"\n}'],
    ['http', 'raw HTTP', `POST /gw/api/v2/status/22903 HTTP/1.1\r\nHost: gate.example\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n${body}`],
    ['http', 'an editor\'s HTTP file', `POST ${url}\nContent-Type: application/x-www-form-urlencoded\n\n${body}\n`],
    ['http', 'raw HTTP in a mail that quotes it', `You wrote:\n> POST /gw/api/v2/status/22903 HTTP/1.1\n> Host: gate.example\n>\n> ${body}\n\nPlease look.`],
    ['http', 'raw HTTP below an introduction', `Request:\nPOST /gw/api/v2/status/22903 HTTP/1.1\nHost: gate.example\n\n${body}\n\nResponse:\nHTTP/1.1 200 OK\n\nx`],
    ['http', 'raw HTTP in a ticket, as code', `    POST /gw/api/v2/status/22903 HTTP/1.1\n    Host: gate.example\n    \n    ${body}`],
    ['http', 'raw HTTP between fences', `\`\`\`http\nPOST /gw/api/v2/status/22903 HTTP/1.1\nHost: gate.example\n\n${body}\n\`\`\``],
    ['http', 'raw HTTP above a remark', `POST /gw/api/v2/status/22903 HTTP/1.1\nHost: gate.example\nContent-Length: ${body.length}\n\n${body}\nand get code 2.`],
    ['http', 'an editor\'s HTTP file with a title and a field a line',
      `### Status\n# of an order\nPOST ${url}\nContent-Type: application/x-www-form-urlencoded\n\n${body.replaceAll('&', '\n&')}\n`],
    ['har', 'a HAR entry', JSON.stringify({ request: { method: 'POST', url, headers: [{ name: 'A', value: 'b' }], postData: { text: body } } })],
    ['har', 'a HAR file with a GET before it', JSON.stringify({ log: { entries: [
      { request: { method: 'GET', url: 'https://gate.example/' } }, { request: { method: 'POST', url, postData: { text: body } } }] } })],
    ['log-line', 'a log line', `2026-11-20 10:00:01.123 INFO [http-1] POST ${url} body=${body} -> 200`],
    ['log-line', 'a log line of Go or Gson, which escape "&" and "="',
      JSON.stringify({ msg: `POST ${url} ${body}` }).replaceAll('&', '\\u0026').replaceAll('=', '\\u003d')],
    ['log-line', 'a log line of PHP, which escapes slashes', JSON.stringify({ uri: url, payload: body }).replaceAll('/', '\\/')],
    ['log-line', 'a log line with a body in brackets', `INFO POST ${url} body=[${body}], took 20 ms`],
    ['log-line', 'a log line with a body in braces', `INFO POST ${url} request body: {${body}}`],
    ['parts', 'fields listed a line each, as they are', `POST\n${url}\n${body.replaceAll('&', '\n').replace('%20', ' ')}`],
    ['parts', 'pieces of a mail', `Hello,\nwe POST to ${url}\n${body}\nand get code 2.`],
  ])('%s: %s', (form, _, text) => {
    const read = readPasted(text)
    expect(read).toMatchObject({ form, url })
    expect(read?.method ?? 'POST').toBe('POST')
    expect(read?.body).toBe(request.body)
  })

  it('a header with quotation marks escaped as in JSON by a log', () => {
    const read = readPasted(`INFO {"msg":"POST ${url} Authorization: OAuth oauth_consumer_key=\\"shop\\", oauth_signature=\\"a%3D\\""}`)
    expect(read?.headers).toEqual([['Authorization', 'OAuth oauth_consumer_key="shop", oauth_signature="a%3D"']])
  })

  it.each([
    ['a HAR with half a character', JSON.stringify({ request: { method: 'POST', url, postData: { params: [{ name: 'a', value: '\ud83d' }] } } })],
    ['a HAR with half a character in its text', JSON.stringify({ request: { method: 'POST', url, postData: { text: 'a=\ud83d' } } })],
    ['curl with half a character', `curl ${url} --data-urlencode 'a=\ud83d'`],
    ['curl with half a character that is escaped', `curl ${url} --data-raw $'a=\\ud83d'`],
    ['curl with a number that is no character', `curl ${url} --data-raw $'a=\\Uffffffff'`],
    ['a table of PowerShell with half a character', `irm -Uri ${url} -Method POST -Body @{ a = '\ud83d' }`],
  ])('%s, which is replaced', (_, text) => {
    expect(readPasted(text)?.body).toMatch(/^a=(?:\ufffd|%EF%BF%BD)$/)
  })

  it('curl with a character in two escapes, as browsers copy it', () => {
    expect(readPasted(`curl ${url} --data-raw $'a=\\ud83d\\ude00'`)?.body).toBe('a=😀')
  })

  it('the headers of a request as printed by curl -v', () => {
    const shown = '* Connected to gate.example\n> POST /gw/api/v2/status/22903 HTTP/1.1\r\n> Host: gate.example\r\n> Content-Length: 81\r\n>\r\n* upload sent off'
    expect(readPasted(`${shown}\n< HTTP/1.1 200 OK\n`)).toMatchObject({
      form: 'http', url, headers: [['Host', 'gate.example'], ['Content-Length', '81']], body: null,
    })
  })

  it('an Authorization header with URL and body', () => {
    const header = 'OAuth oauth_consumer_key="shop", oauth_nonce="1", oauth_signature="a%2Bb%3D"'
    expect(readPasted(`POST ${url}\nAuthorization: ${header}\n\namount=1`)).toMatchObject({
      url, headers: [['Authorization', header]], body: 'amount=1',
    })
    expect(readPasted(`URL: ${url}\nAuthorization: ${header}\nBody: a=1&b=2`)).toMatchObject({
      url, headers: [['Authorization', header]], body: 'a=1&b=2',
    })
  })

  it.each([
    ['after a comma', 'OAuth oauth_consumer_key="shop",\noauth_nonce="1",\noauth_signature="a%2Bb%3D"'],
    ['before a space', 'OAuth oauth_consumer_key="shop", oauth_nonce="1", \noauth_signature="a%2Bb%3D"'],
  ])('an Authorization header that a mail broke %s', (_, header) => {
    const text = `POST ${url} HTTP/1.1\nAuthorization: ${header}\nContent-Type: application/x-www-form-urlencoded\n\na=1`
    const whole = 'OAuth oauth_consumer_key="shop", oauth_nonce="1", oauth_signature="a%2Bb%3D"'
    expect(readPasted(text)).toMatchObject({
      headers: [['Authorization', whole], ['Content-Type', 'application/x-www-form-urlencoded']], body: 'a=1',
    })
  })

  it('a word of as many flags as may be pasted', () => {
    const command = `curl ${url} -d a=1 -`
    expect(readPasted(command + 's'.repeat(longestPasted - command.length))).toMatchObject({ url, body: 'a=1' })
  })

  it('a header after flags in one word', () => {
    expect(readPasted(`curl -sH 'Accept: x' ${url} -d a=1`)).toMatchObject({ url, headers: [['Accept', 'x']], body: 'a=1' })
    expect(readPasted(`curl -sG ${url} -d a=1`)).toMatchObject({ url: `${url}?a=1`, method: 'GET' })
  })

  it('a base string alone, and a control text beside a request', () => {
    const base = 'POST&https%3A%2F%2Fgate.example%2Fgw&a%3D1%26b%3D2'
    expect(readPasted(base)).toMatchObject({ form: 'base-string', baseString: base })
    expect(readPasted(`curl ${url} -d '${body}'\ncontrol text: shopA177{merchant_control}`))
      .toMatchObject({ form: 'curl', controlText: 'shopA177{merchant_control}' })
  })

  it('nothing is trimmed: a space at the end of a value is kept', () => {
    expect(readPasted(`POST ${url}\n\nlogin=shop &orderid=7 `)?.body).toBe('login=shop &orderid=7 ')
    expect(readPasted(`curl ${url} -d 'login=shop%20'`)?.body).toBe('login=shop%20')
  })

  it('a text without any part of a request has no result', () => {
    expect(readPasted('')).toBeNull()
    expect(readPasted('  \n ')).toBeNull()
    expect(readPasted('Dear support,\nit does not work.')).toBeNull()
  })
})

describe('a base string is parsed back', () => {
  it('with its original names and values', () => {
    expect(readBackBaseString('POST&https%3A%2F%2Fgate.example%2Fgw&a%3D1%2520x%26b%3D')).toEqual([
      { method: 'POST', url: 'https://gate.example/gw', pairs: [['a', '1 x'], ['b', '']] },
    ])
  })
  it('a value that still looks encoded may have been encoded too often', () => {
    expect(readBackBaseString('POST&https%3A%2F%2Fg.example%2F&a%3D1%252520x').map(({ pairs }) => pairs[0])).toEqual([
      ['a', '1 x'], ['a', '1%20x'],
    ])
  })
})
