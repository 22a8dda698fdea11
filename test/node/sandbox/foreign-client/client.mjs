// A merchant's client that shares no code with the project: node:http for the wire, the `openssl` program for every
// digest and signature, and the interface document for everything else. It registers the example's card (v2 and v4),
// reads it back, charges it at the endpoint and at the group, and follows both charges to their end.
//
// Usage: node client.mjs 'JSON line of the sandbox' PRIVATE_KEY.pem
// Prints one line of JSON with its results and exits with 1 if anything differs from the document.
import { spawnSync } from 'node:child_process'
import { request } from 'node:http'

const [line, privateKeyFile] = process.argv.slice(2)
const sandbox = JSON.parse(line)
const { baseUrl, productWord, login, endpointId, endpointGroupId, currency, merchantControl, examples } = sandbox
const api = `${baseUrl}/${productWord}/api`

function openssl(words, input) {
  const { status, stdout, stderr, error } = spawnSync('openssl', words, { input })
  if (error || status !== 0) throw new Error(`openssl ${words[0]}: ${error?.message ?? stderr.toString()}`)
  return stdout
}

// §5.1
const control = (...values) => openssl(['dgst', '-sha1', '-r'], [...values, merchantControl].join('')).toString().slice(0, 40)

// §5.2
const escape = (text) => Array.from(Buffer.from(text, 'utf8'), (byte) => {
  const character = String.fromCharCode(byte)
  return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}).join('')
const encoded = (parameters) => Object.entries(parameters).map((pair) => pair.map(escape))
const joined = (pairs) => pairs.map((pair) => pair.join('=')).join('&')
const before = (one, other) => one < other ? -1 : Number(one > other)
const sorted = (pairs) => pairs.toSorted(([a, x], [b, y]) => before(a, b) || before(x, y))

function post(url, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST', agent: false,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body), ...headers },
    }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => { text += piece })
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], text }))
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

// §1.6 and addendum 6: a line feed ends each value.
function fieldsOf({ status, type, text }) {
  if (status !== 200) throw new Error(`HTTP ${status}: ${text}`)
  if (type !== 'text/html;charset=utf-8') throw new Error(`content type ${type}`)
  return Object.fromEntries(text.split('&').map((part) => {
    if (!part.endsWith('\n')) throw new Error(`no line feed after ${part}`)
    const [name, value] = part.slice(0, -1).split('=')
    return [name, decodeURIComponent(value.replaceAll('+', ' '))]
  }))
}

const call = async (path, parameters) => fieldsOf(await post(`${api}${path}`, joined(encoded(parameters))))

async function signedCall(path, parameters) {
  const url = `${api}${path}`
  const oauth = {
    oauth_consumer_key: login,
    oauth_nonce: openssl(['rand', '-hex', '16']).toString().trim(),
    oauth_signature_method: 'RSA-SHA256',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: '1.0',
  }
  const all = encoded({ ...parameters, ...oauth })
  const base = ['POST', url, joined(sorted(all))].map(escape).join('&')
  const signature = openssl(['dgst', '-sha256', '-sign', privateKeyFile], base).toString('base64')
  const header = Object.entries({ ...oauth, oauth_signature: signature }).map(([name, value]) => `${name}="${escape(value)}"`)
  return fieldsOf(await post(url, joined(all), { Authorization: `OAuth ${header.join(',')}` }))
}

function expect(fields, wanted) {
  for (const [name, value] of Object.entries(wanted)) {
    if (fields[name] !== value) throw new Error(`${name} is ${fields[name]}, not ${value}: ${JSON.stringify(fields)}`)
  }
  return fields
}

const first = { client_orderid: examples.clientOrderId, orderid: examples.orderId }

const registered = expect(await call(`/v2/create-card-ref/${endpointId}`, {
  login, ...first, control: control(login, first.client_orderid, first.orderid),
}), { type: 'create-card-ref-response', status: 'approved' })

const registeredV4 = expect(await signedCall(`/v4/create-card-ref/${endpointId}`, first), {
  type: 'create-card-ref-response', status: 'approved',
})

async function lookUp(cardrefid) {
  return expect(await call(`/v2/get-card-info/group/${endpointGroupId}`, { login, cardrefid, control: control(login, cardrefid) }), {
    type: 'get-card-info-response',
  })
}

async function charge(entryPoint, entryPointId, cardrefid, major, minor) {
  const client_orderid = `foreign ${entryPointId} ${openssl(['rand', '-hex', '8']).toString().trim()}`
  const taken = expect(await call(`/v2/make-rebill-sale/${entryPoint}`, {
    client_orderid, login, cardrefid, order_desc: 'Ein Buch & "mehr": 100 % ~ ä', amount: major, currency, ipaddress: '203.0.113.7',
    control: control(entryPointId, login, client_orderid, cardrefid, minor, currency),
  }), { type: 'async-response', 'merchant-order-id': client_orderid })
  const orderid = taken[`${productWord}-order-id`]
  const seen = []
  for (;;) {
    const now = expect(await call(`/v2/status/${entryPoint}`, {
      login, client_orderid, orderid, 'by-request-sn': taken['serial-number'], control: control(login, client_orderid, orderid),
    }), { type: 'status-response', 'by-request-sn': taken['serial-number'], [`${productWord}-order-id`]: orderid })
    if (seen.at(-1) !== now['order-stage']) seen.push(now['order-stage'])
    if (now.status !== 'processing') return { status: now.status, amount: now.amount, seen }
    await new Promise((resolve) => { setTimeout(resolve, 25) })
  }
}

// §3: a sale with 3-D Secure, its method result, the bank's page as in a browser, and the answer back.
async function saleWithChallenge(cardNumber) {
  const client_orderid = `foreign sale ${openssl(['rand', '-hex', '8']).toString().trim()}`
  const taken = expect(await call(`/v2/sale/${endpointId}`, {
    client_orderid, order_desc: 'A book', amount: '1.15', currency, ipaddress: '203.0.113.7', credit_card_number: cardNumber,
    card_printed_name: 'FREDA FOREIGN', expire_month: '12', expire_year: '31', cvv2: '321', email: 'freda@example.com',
    redirect_url: 'https://shop.invalid/end', control: control(endpointId, client_orderid, '115', 'freda@example.com'),
  }), { type: 'async-response' })
  const orderid = taken[`${productWord}-order-id`]
  const seen = []
  const until = async (reached) => {
    for (;;) {
      const now = await call(`/v2/status/${endpointId}`, { login, client_orderid, orderid, control: control(login, client_orderid, orderid) })
      const step = now['tds-status'] ?? now['order-stage']
      if (seen.at(-1) !== step) seen.push(step)
      if (reached(now)) return now
      await new Promise((resolve) => { setTimeout(resolve, 25) })
    }
  }
  const upload = (name, fields) => call(`/3ds/v1/upload-${name}-result/${endpointId}`, {
    ...fields, orderid, 'client-order-id': client_orderid, login, control: control(login, client_orderid, orderid),
  })
  const method = await until((now) => now['tds-status'] === 'MethodUrlFrame')
  expect(await upload('method-url', {
    threeDSServerTransID: method['tds-method-url-frame-3ds-server-trans-id'], threeDSCompInd: 'Y',
    notificationURL: 'https://shop.invalid/3-d-secure',
  }), { type: 'async-response' })
  const challenge = await until((now) => now['tds-status'] === 'CReqForm')
  const question = await post(challenge['tds-creq-form-acs-url'], joined(encoded({ creq: challenge['tds-creq-form-creq'] })))
  const [, action] = /action="([^"]*)"/.exec(question.text)
  const answered = await post(action, joined(encoded({ creq: challenge['tds-creq-form-creq'], answer: 'confirm' })))
  const [, cres] = /name="cres" value="([^"]*)"/.exec(answered.text)
  expect(await upload('cres', { cres }), { type: 'async-response' })
  const end = await until((now) => now.status !== 'processing')
  return { status: end.status, verified: end['verified-3d-status'], seen }
}

const found = {
  cards: [(await lookUp(registered['card-ref-id']))['last-four-digits'], (await lookUp(registeredV4['card-ref-id']))['last-four-digits']],
  atEndpoint: await charge(endpointId, endpointId, registered['card-ref-id'], '0.29', '29'),
  atGroup: await charge(`group/${endpointGroupId}`, endpointGroupId, examples.cardRefId, '64.1', '6410'),
  withChallenge: await saleWithChallenge('4000000000002206'),
  statusV4: (await signedCall(`/v4/status/${endpointId}`, first)).status,
}
process.stdout.write(`${JSON.stringify(found)}\n`)
