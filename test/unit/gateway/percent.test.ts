import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formDecode, percentDecode, percentEncode } from '#shared/gateway/encoding/percent.ts'

/** Any text with a UTF-8 form. */
const text = fc.string({ unit: 'binary' })

/** RFC 3986 2.1 and 2.3, byte by byte, written without the functions that the product uses. */
function byTheLetter(value: string): string {
  const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
  return [...new TextEncoder().encode(value)].map((byte) => {
    const character = String.fromCharCode(byte)
    return unreserved.includes(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

describe('percent encoding', () => {
  it('follows RFC 3986, for any text', () => {
    fc.assert(fc.property(text, (value) => { expect(percentEncode(value)).toBe(byTheLetter(value)) }))
  })

  it('encodes every ASCII character as the RFC does', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
    expect(percentEncode(ascii)).toBe(byTheLetter(ascii))
  })

  it('is undone by decoding', () => {
    fc.assert(fc.property(text, (value) => { expect(percentDecode(percentEncode(value))).toBe(value) }))
  })

  it('refuses half a surrogate pair, which has no UTF-8 form', () => {
    expect(() => percentEncode('a\ud800')).toThrow(URIError)
  })

  it('decodes any text without failing and keeps invalid escapes', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('%', '4', 'f', 'G', '+', 'é', '\ud800') }), (value) => {
      expect(typeof percentDecode(value)).toBe('string')
    }))
    expect(percentDecode('100%+%zz%41')).toBe('100%+%zzA')
    expect(percentDecode('%ff%41')).toBe('\ufffdA')
  })

  it('decodes a form with a space for each plus, and otherwise in the same way', () => {
    const unit = fc.constantFrom('+', '%2B', '%20', '%', '%c3%a9', '%ff', 'é', '\ud800', 'b')
    fc.assert(fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const value = units.join('')
      expect(formDecode(value)).toBe(percentDecode(value.replaceAll('+', ' ')))
    }), { numRuns: 2_000 })
  })

  it('decodes bytes that are not UTF-8 run by run, whatever is next to them', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const runByRun = (value: string) => value.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      decoder.decode(Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))))
    const unit = fc.constantFrom(
      '%', '%41', '%c3', '%C3%a9', '%e2%82', '%ac', '%f0%9f', '%92%B3', '%ff', '%ef%bb%bf', '4', 'g', 'é', '\ud800', '\u{1f4b3}',
    )
    fc.assert(fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const value = `${units.join('')}%fe`
      expect(percentDecode(value)).toBe(runByRun(value))
    }), { numRuns: 2_000 })
  })
})
