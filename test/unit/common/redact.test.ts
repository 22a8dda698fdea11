import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact } from '../../../electron/common/processes/redact.ts'
import { confidentialNames } from '#shared/gateway/fields/confidential-names.ts'
import { fieldKeys, fields, isConfidential } from '#shared/gateway/fields/fields.ts'

// Test numbers that every card scheme publishes.
const cards = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117', '4222222222222']
const percent = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')

describe('a card number is removed', () => {
  test.each(cards.flatMap((card) => [
    card,
    card.replace(/(.{4})/g, '$1 ').trim(),
    card.replace(/(.{4})/g, '$1-'),
    card.replace(/(.{4})/g, '$1%20'),
    card.replace(/(.{4})/g, '$1\u00a0'),
    // Separators of groups that are masked in a reply are recognised here too.
    ...['/', '_', '*', '\u2013', '\u2009'].map((separator) => card.replace(/.{4}(?=.)/g, `$&${separator}`)),
    percent(card),
    percent(percent(card)),
    `order 42 card=${card}&x=1`,
    `"${card}"`,
    `98${card}01`,
    `${card} 12`,
  ]))('%s', (text) => {
    const clean = redact(text)
    const decoded = decodeURIComponent(decodeURIComponent(clean))
    expect(cards.filter((card) => decoded.replace(/\D/g, '').includes(card))).toEqual([])
    expect(clean).toContain('[card number]')
  })

  test('with its groups on separate lines', () => {
    expect(redact('card\n4111\n1111\n1111\n1111 declined')).toBe('card\n[card number] declined')
  })

  test('from Base64', () => {
    for (const card of cards) {
      const encoded = Buffer.from(`card ${card}`).toString('base64')
      expect(redact(`body ${encoded} end`)).toBe('body [base64] end')
      expect(redact(`body ${encodeURIComponent(encoded)} end`)).not.toContain(encoded.slice(0, 12))
    }
  })

  test('anywhere in a text', () => {
    fc.assert(fc.property(fc.constantFrom(...cards), fc.string(), fc.string(), (card, before, after) => {
      expect(redact(`${before} ${card} ${after}`)).not.toContain(card)
    }))
  })
})

describe('also removed', () => {
  const control = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'
  const signature = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 37 + 11) % 256)).toString('base64')

  test.each([
    ['a digest', `sent ${control}.`, control],
    ['a digest in upper case', control.toUpperCase(), control.toUpperCase()],
    ['an RSA signature', `header "${signature}"`, signature.slice(0, 40)],
    ['an RSA signature, percent-encoded', encodeURIComponent(signature), signature.slice(20, 40)],
    ['a SHA-1 signature', 'signature tnnArxj06cWHq44gCs1OSKk/jLY= sent', 'tnnArxj06cWHq44gCs1OSKk'],
    ['the control field', 'amount=10&control=short&currency=USD', 'short'],
    ['the control field in a base string', 'amount%3D10%26control%3Dshort%26currency', 'short'],
    ['the control field, encoded twice', 'control%253Dshort%2526x', 'short'],
    ['a cvv2', 'cvv2=123&x=1', '123'],
    ['a cvv2 in JSON', '{"cvv2":"123"}', '123'],
    ['an OAuth header', 'Authorization: OAuth oauth_nonce="n", oauth_signature="abc"', 'abc'],
    ['an OAuth signature', 'oauth_signature="abc%2Bdef"', 'abc'],
    ['a passphrase', 'passphrase: hunter2', 'hunter2'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIE\nabc\n-----END PRIVATE KEY-----', 'MIIE'],
    ['a private key that is cut', 'x -----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc', 'MIIE'],
    ['a private key with literal line feeds', '-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----', 'MIIE'],
  ])('%s', (_what, text, secret) => {
    expect(redact(text)).not.toContain(secret)
  })
})

describe('the value of every confidential field is removed', () => {
  const names = fieldKeys.filter(isConfidential).map((key) => fields[key].wire)

  test.each([...names, ...confidentialNames, 'tds-creq-form-creq', 'tds-pareq-form-md'])('%s', (name) => {
    for (const text of [
      `amount=1&${name}=x7&currency=USD`, `{"${name}": "x7"}`, `${name.toUpperCase()}: x7`, `amount%3D1%26${name}%3Dx7`,
    ]) expect(redact(text)).not.toContain('x7')
  })

  test.each(['cardNumber', 'card_number', 'card-number'])('%s is the same name, whatever joins its parts', (name) => {
    expect(redact(`${name}=x7`)).toBe(`${name}=[secret]`)
  })
})

test.each(['control ', 'md', 'destination_', 'tds-pareq-form-', '"cvv2"   '])(
  'a long text that only begins like a secret is searched quickly: %s', (start) => {
    const text = start.repeat(20_000)
    expect(redact(text)).toBe(text)
  })

test('what a person needs for support is kept', () => {
  const texts = [
    'serial number 00000000-0000-0000-0000-000002dc7a01',
    'order 5624444333322 of endpoint 1144, 10.15 USD',
    '2026-11-20T09:41:07.120Z status 403 after 1732178400123 ms',
    'at sendOnce (client.ts:41:7) | at async charge (desk.ts:12:3)',
    'https://gateway.example/paynet/api/v4/make-rebill/1144',
    'the keychain is waiting for the person',
    'README.md: not found, cmd=open, company: Example, span=3',
  ]
  for (const text of texts) expect(redact(text)).toBe(text)
})
