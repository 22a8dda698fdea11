import fc from 'fast-check'
import OAuth from 'oauth-1.0a'
import oauthSign from 'oauth-sign'
import { describe, expect, it } from 'vitest'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import {
  authorizationHeader, baseString, baseStringUrl, hmacKey, nonceInBaseString, oauthParameters, parameterString,
  parseAuthorizationHeader,
  type OAuthIdentity,
} from '#shared/gateway/signing/oauth.ts'

const url = 'https://gateway.example/gw/api/v4/transfer/1111'
const identity: OAuthIdentity = { consumerKey: 'merchant', nonce: 'n0nce', timestamp: '1700000000', method: 'RSA-SHA256' }
const value = fc.string({ unit: 'binary' })
// The objects that both libraries take lose the name `__proto__`.
const name = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text !== '__proto__')
const differentNames = fc.uniqueArray(fc.tuple(name, value), { selector: ([first]) => first, maxLength: 20 })
const repeatedNames = fc.array(fc.tuple(fc.constantFrom('a', 'a-b', 'a.b', 'aB', 'a_b', 'ü', '!'), value), { maxLength: 20 })

/** Repeated names in the form that the libraries expect. */
function grouped(pairs: readonly Pair[]): Record<string, string | string[]> {
  const groups = Map.groupBy(pairs, ([first]) => first)
  return Object.fromEntries([...groups].map(([first, all]) =>
    [first, all.length === 1 ? all[0]![1] : all.map(([, second]) => second)]))
}

describe('the base string agrees with independent libraries', () => {
  const library = new OAuth({ consumer: { key: 'merchant', secret: '' }, signature_method: 'RSA-SHA256', hash_function: () => '' })
  const theirs = (address: string, pairs: readonly Pair[]) => library.getBaseString(
    { url: address, method: 'POST', data: grouped(pairs) },
    Object.fromEntries(oauthParameters(identity)) as unknown as OAuth.Data,
  )
  const ours = (address: string, pairs: readonly Pair[]) => baseString('POST', address, [...pairs, ...oauthParameters(identity)])

  it('with oauth-1.0a, for any fields', () => {
    fc.assert(fc.property(differentNames, (pairs) => { expect(ours(url, pairs)).toBe(theirs(url, pairs)) }))
  })

  it('with oauth-sign, for any fields', () => {
    fc.assert(fc.property(differentNames, (pairs) => {
      expect(baseString('POST', url, pairs)).toBe(oauthSign.generateBase('POST', url, grouped(pairs)))
    }))
  })

  it('with both, for repeated names: equal names are sorted by their encoded value', () => {
    fc.assert(fc.property(repeatedNames, (pairs) => {
      expect(baseString('POST', url, pairs)).toBe(oauthSign.generateBase('POST', url, grouped(pairs)))
      expect(ours(url, pairs)).toBe(theirs(url, pairs))
    }))
  })

  // A known error of oauth-1.0a: it signs the host as typed and keeps a default port, against RFC 5849 3.4.1.2.
  it.each(['HTTPS://Gateway.Example/gw', 'https://gateway.example:443/gw'])('not with oauth-1.0a on %s: the RFC applies', (address) => {
    expect(ours(address, [])).toBe(ours('https://gateway.example/gw', []))
    expect(theirs(address, [])).not.toBe(theirs('https://gateway.example/gw', []))
  })

  // A known error of oauth-sign: it treats the number 0 as no value. The product has texts only.
  it('keeps a zero, which oauth-sign drops as a number', () => {
    expect(parameterString([['amount', '0']])).toBe('amount=0')
    expect(oauthSign.generateBase('POST', url, { amount: 0 as unknown as string })).not.toContain('amount%3D0')
  })
})

describe('the URL that is signed', () => {
  it.each([
    ['HTTP://EXAMPLE.com:80/r%20v/X?id=123', 'http://example.com/r%20v/X'],
    ['HTTP://EXAMPLE.COM:80/r v/X?id=123', 'http://example.com/r%20v/X'],
    ['https://www.example.net:8080/?q=1', 'https://www.example.net:8080/'],
    ['https://Bücher.example/Straße', 'https://xn--bcher-kva.example/Stra%C3%9Fe'],
    ['https://example.com/a%2fb/./c/../d', 'https://example.com/a%2fb/d'],
    ['https://Example.COM', 'https://example.com/'],
    ['https://user:word@example.com/a#b', 'https://example.com/a'],
    ['https://[2001:DB8::1]:443/Path', 'https://[2001:db8::1]/Path'],
    ['http://example.com:443/', 'http://example.com:443/'],
  ])('%s becomes %s', (address, signed) => { expect(baseStringUrl(address)).toBe(signed) })

  it('is refused if it is not an absolute URL', () => { expect(() => baseStringUrl('/gw/api')).toThrow(TypeError) })
})

describe('the nonce in a base string', () => {
  const signed = (nonce: string, pairs: readonly Pair[]) => baseString('POST', url, [...pairs, ...oauthParameters({ ...identity, nonce })])

  it('is read back, for any nonce and fields', () => {
    fc.assert(fc.property(value.filter((nonce) => nonce !== ''), differentNames, (nonce, pairs) => {
      expect(nonceInBaseString(signed(nonce, pairs))).toBe(nonce)
    }))
  })

  it('is not replaced by a field that imitates it', () => {
    const pretending: Pair[] = [['a', 'x&oauth_nonce=wrong'], ['b&oauth_nonce', 'wrong'], ['c', 'oauth_nonce%3Dwrong']]
    expect(nonceInBaseString(signed('right', pretending))).toBe('right')
    expect(nonceInBaseString(baseString('POST', url, pretending))).toBeNull()
  })

  it.each([
    '', '2773shop10002001015USD[secret]', '[replayable]', 'POST&u&oauth_nonce%3Da[secret]', '2773&u&oauth_nonce%3Da',
    'POST&u&oauth_nonce%3D', 'POST&oauth_nonce%3Da', 'POST&u&oauth_nonce%3Da&more', 'POST&u&oauth_nonce=a',
  ])('is not found: %s', (text) => { expect(nonceInBaseString(text)).toBeNull() })
})

describe('the Authorization header', () => {
  it('is parsed back as it was written, for any identity', () => {
    fc.assert(fc.property(value, value, fc.base64String(), (consumerKey, nonce, signature) => {
      const written = authorizationHeader({ ...identity, consumerKey, nonce }, signature)
      expect(parseAuthorizationHeader(written)).toEqual([
        ...oauthParameters({ ...identity, consumerKey, nonce }), ['oauth_signature', signature],
      ])
    }))
  })

  it.each([
    ['OAuth realm="",oauth_nonce="a%2Bb"', [['realm', ''], ['oauth_nonce', 'a+b']]],
    ['oauth  oauth_nonce = "a" , oauth_version="1.0"', [['oauth_nonce', 'a'], ['oauth_version', '1.0']]],
    ['Basic bG9n', null],
    ['OAuth oauth_nonce="a" oauth_version="1.0"', null],
    ['OAuth oauth_nonce=a', null],
  ])('%s', (header, pairs) => { expect(parseAuthorizationHeader(header)).toEqual(pairs) })

  it('never includes the signature in the signed text', () => {
    expect(oauthParameters(identity).map(([first]) => first)).not.toContain('oauth_signature')
  })

  it('keys HMAC-SHA1 with the encoded secret, an ampersand and nothing (RFC 5849 3.4.2)', () => {
    expect(hmacKey('se&cret')).toBe('se%26cret&')
  })
})
