import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCanaries } from '../../support/canary/canaries.ts'
import { filesBelow, searchFor } from '../../support/canary/search.ts'

// Tests of the search: a canary test without findings proves only what its search can find.

const planted = createCanaries()
const search = searchFor(planted.canaries)
const { cardNumber, cardVerificationValue, controlSecret, payload } = planted
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const groups = (separator: string) => (cardNumber.match(/.{4}/g) ?? []).join(separator)

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'canary-')) })
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

const foundIn = (text: string | Uint8Array) => {
  writeFileSync(join(folder, 'file'), text)
  return filesBelow(folder).flatMap(({ path, bytes }) => search(path, bytes))
}

describe('a canary in a file is found', () => {
  it.each([
    ['in clear', `"${cardNumber}"`],
    ['in a longer number', `99${cardNumber}99`],
    ['in groups by blanks', groups(' ')],
    ['in groups by dashes', groups('-')],
    ['in groups in a form', groups('+')],
    ['in groups in a base string', groups('%2520')],
    ['in base64 after 0 bytes', base64(`${cardNumber}.`)],
    ['in base64 after 1 byte', base64(`a${cardNumber}.`)],
    ['in base64 after 2 bytes', base64(`ab${cardNumber}.`)],
    ['in base64 of its groups', base64(`card ${groups(' ')} refused`)],
    ['in lower-case hex', hex(cardNumber)],
    ['in upper-case hex', hex(cardNumber).toUpperCase()],
    ['in UTF-16', Buffer.from(cardNumber, 'utf16le')],
    ['with every character percent-encoded', hex(cardNumber).replace(/../g, '%$&')],
  ])('card number %s', (_how, text) => {
    expect(foundIn(text)).not.toEqual([])
  })

  it.each([0, 1, 2])('in base64url after %i bytes, whatever its characters', (before) => {
    for (const value of [controlSecret, payload]) {
      const text = Buffer.from(`${'~'.repeat(before)}${value}~`).toString('base64url')
      expect(foundIn(text)).not.toEqual([])
    }
  })

  it.each(['cvv2=', '"cvv2":"', '{"name":"cvv2","value":"', 'your cvc: '])('cvv after %s', (name) => {
    expect(foundIn(`${name}${cardVerificationValue}&x`)).not.toEqual([])
  })

  it('passphrase, percent-encoded and in a form', () => {
    expect(foundIn(encodeURIComponent(planted.passphrase))).not.toEqual([])
    expect(foundIn(new URLSearchParams({ a: planted.passphrase }).toString())).not.toEqual([])
  })

  it.each(['pkcs1', 'pkcs8'] as const)('key as PEM and DER of %s, and each of its numbers', (type) => {
    const key = createPrivateKey(planted.pem)
    expect(foundIn(key.export({ type, format: 'pem' }))).not.toEqual([])
    expect(foundIn(key.export({ type, format: 'der' }))).not.toEqual([])
    expect(foundIn(JSON.stringify(key.export({ type, format: 'pem' })))).not.toEqual([])
    const numbers = key.export({ format: 'jwk' })
    for (const number of [numbers.d, numbers.p, numbers.q]) {
      expect(foundIn(String(number))).not.toEqual([])
      expect(foundIn(Buffer.from(String(number), 'base64url').toString('hex'))).not.toEqual([])
    }
  })
})

describe('nothing is found', () => {
  it('in values that may be shown: masked numbers, the first characters of a payload, the public key', () => {
    const publicNumbers = createPrivateKey(planted.pem).export({ format: 'jwk' }).n
    const shown = [
      `${cardNumber.slice(0, 6)}XXXXXX${cardNumber.slice(-4)}`, 'cvv2=XXX', `${payload.slice(0, 8)}...`, String(publicNumbers),
    ]
    expect(foundIn(shown.join('\n'))).toEqual([])
  })

  it('in an empty file', () => {
    expect(foundIn('')).toEqual([])
  })
})

it('refuses to search for a value that would be found by chance', () => {
  expect(() => searchFor([{ name: 'the cvv', value: '1234' }])).toThrow('the cvv is too short to search for')
})
