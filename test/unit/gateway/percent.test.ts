import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentDecode, percentEncode } from '#shared/gateway/percent.ts'

/** Any text that has a UTF-8 form. */
const text = fc.string({ unit: 'binary' })

/** RFC 3986 2.1 and 2.3, byte by byte, written without the functions the product uses. */
function byTheLetter(value: string): string {
  const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
  return [...new TextEncoder().encode(value)].map((byte) => {
    const character = String.fromCharCode(byte)
    return unreserved.includes(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

describe('percent encoding', () => {
  it('is what RFC 3986 says, for any text', () => {
    fc.assert(fc.property(text, (value) => { expect(percentEncode(value)).toBe(byTheLetter(value)) }))
  })

  it('treats every ASCII character as the RFC does', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
    expect(percentEncode(ascii)).toBe(byTheLetter(ascii))
  })

  it('is undone by decoding', () => {
    fc.assert(fc.property(text, (value) => { expect(percentDecode(percentEncode(value))).toBe(value) }))
  })

  it('refuses half a character, which has no UTF-8 form', () => {
    expect(() => percentEncode('a\ud800')).toThrow(URIError)
  })

  it('decodes anything without failing and leaves what is no escape', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('%', '4', 'f', 'G', '+', 'é', '\ud800') }), (value) => {
      expect(typeof percentDecode(value)).toBe('string')
    }))
    expect(percentDecode('100%+%zz%41')).toBe('100%+%zzA')
    expect(percentDecode('%ff%41')).toBe('\ufffdA')
  })
})
