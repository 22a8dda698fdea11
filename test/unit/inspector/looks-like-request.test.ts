import { describe, expect, it } from 'vitest'
import { looksLikeRequest } from '#shared/inspector/reading/looks-like-request.ts'

describe('a pasted text', () => {
  it.each([
    'curl https://gate.example/gw/api/v2/sale/1 -d a=1', '$ curl.exe -X POST', 'PS C:\\> Invoke-WebRequest -Uri https://a',
    'POST /gw/api/v4/transfer/1 HTTP/1.1\r\nHost: gate.example', 'GET https://gate.example/gw/api/v2/status/1',
    'POST&https%3A%2F%2Fgate.example&a', 'Authorization: OAuth oauth_nonce="1"', 'OAuth realm="", oauth_nonce="1"',
    'Host: a\nAuthorization: Basic abc', `control=${'ab'.repeat(20)}`, `login=acme&amount=1&control=${'ab'.repeat(20)}`,
  ])('%s is a request', (text) => {
    expect(looksLikeRequest(text)).toBe(true)
  })

  it.each([
    '', 'inv-1', 'curling championship', 'get the order 6768788', 'POST office', 'the control is wrong', 'Anna Authorization',
    'status=approved&orderid=1&client_orderid=inv-1&control=abcdef0123', 'https://gate.example/gw/view-receipt/1/r1/',
  ])('%s is none', (text) => {
    expect(looksLikeRequest(text)).toBe(false)
  })
})
