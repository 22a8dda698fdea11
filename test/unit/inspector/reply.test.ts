import { describe, expect, it } from 'vitest'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'

const date = 'Sat, 21 Nov 2026 12:00:00 GMT'
const http = 'POST https://gate.example/gw/api/v2/sale/1 HTTP/1.1\nContent-Type: text/plain\n\na=1&b=2 '
const reply = `HTTP/1.1 403 Forbidden\nServer: gate\nDate: ${date}\n\n<html>date: never</html>`

describe('a reply below the request', () => {
  it.each([
    ['raw HTTP', `${http}\n\n${reply}`], ['the output of a tool', `${http}\r\n\r\n< HTTP/2 403\r\n< date: ${date}\r\n<\r\n<html>`],
  ])('is not part of the body, and gives the gateway\'s clock: %s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ form: 'http', body: 'a=1&b=2 ', serverDate: date })
  })

  it('is not part of the body right before it, as in a recorded connection', () => {
    expect(readPasted(`${http.trimEnd()}${reply}`)).toMatchObject({ form: 'http', body: 'a=1&b=2', serverDate: date })
  })

  it('is not part of a curl command either', () => {
    expect(readPasted(`curl https://gate.example/gw/api/v2/sale/1 -d 'a=1'\n${reply}`)).toMatchObject({ body: 'a=1', serverDate: date })
  })

  it('does not include a signed text after it', () => {
    expect(readPasted(`${http}\n\n${reply}\n\nControl text: 1a{merchant_control}`)).toMatchObject({
      body: 'a=1&b=2 ', controlText: '1a{merchant_control}',
    })
  })

  it('without a Date gives no clock, and a reply alone is not a request', () => {
    expect(readPasted(`${http}\n\nHTTP/1.1 403 Forbidden\n\ndate: ${date}`)?.serverDate).toBeNull()
    expect(readPasted('HTTP/1.1 403 Forbidden')?.url ?? null).toBeNull()
  })

  it('of a HAR entry is found there', () => {
    const entry = { request: { method: 'POST', url: 'https://gate.example/x' }, response: { headers: [{ name: 'date', value: date }] } }
    expect(readPasted(JSON.stringify({ log: { entries: [entry] } }))?.serverDate).toBe(date)
  })
})

describe('a callback', () => {
  const query = 'status=approved&merchant_order=inv-1&client_orderid=inv-1&orderid=77&type=sale&amount=10.15&control=ab'
  it.each([
    ['an address', `https://shop.example/paid?${query}`], ['a body', query], ['a log line', `12:00 GET /paid?${query} 200`],
    ['a curl command', `curl 'https://shop.example/paid?${query}'`], ['lines', query.replaceAll('&', '\n')],
  ])('is distinguished from a request: %s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ form: 'callback', body: query, url: null })
  })

  it.each([
    ['a status query', 'curl https://gate.example/gw/api/v2/status/1 -d "login=shop&client_orderid=i&orderid=7&control=ab"'],
    ['a request whose reply has a status', `${http}\n\nHTTP/1.1 200 OK\n\ntype=status-response&status=approved&client_orderid=i&orderid=7`],
  ])('is not found in %s', (_, text) => {
    expect(readPasted(text)?.form).not.toBe('callback')
  })
})
