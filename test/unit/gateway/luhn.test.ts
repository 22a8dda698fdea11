import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCardNumberShape, maskCardNumbersIn } from '#shared/gateway/numbers/luhn.ts'
import { digitRuns } from '#shared/gateway/numbers/digit-runs.ts'

/** A run of digits as a pattern: correct, but its time is not bounded by the length of the text. */
const separator = String.raw`(?:[ \t\u00a0\u2000-\u200b\u202f\u2060\u3000._/*+\u2010-\u2015-]|%20)`
const runPattern = new RegExp(`(?<!%(?=20)|%2(?=0))\\d(?:${separator}{0,3}\\d){12,}`, 'g')
const digitsOf = (run: string): string => run.replaceAll('%20', '').replace(/\D/g, '')

const pieces = fc.constantFrom(
  ...'0123456789', '4111111111111111', '5555555555554444', '378282246310005', ' ', '  ', '    ', '-', '.', '/', '_', '*', '+',
  '\u2013', '\u2009', '\t', '%20', '%2', '%', '20', '\n', '\r\n', 'x', 'é', '\u{1f4b3}',
)
const text = fc.array(pieces, { maxLength: 40 }).map((found) => found.join(''))

describe('digits in text from outside', () => {
  it('are found as runs, like with a pattern', () => {
    fc.assert(fc.property(text, (given) => {
      const found = digitRuns(given, 13).map(({ digits, places }) => [digits.join(''), places[0], places.at(-1)! + 1])
      const expected = [...given.matchAll(runPattern)]
        .map(({ 0: run, index }) => [digitsOf(run), index, index + run.length])
      expect(found).toEqual(expected)
    }), { numRuns: 2_000 })
  })

  it('are masked wherever 13 to 19 of them in a row are a card number, and nowhere else', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 13, maxLength: 40 }), (digits) => {
      const hidden = new Set<number>()
      const hide = (start: number, length: number) => {
        for (let at = start + 6; at < start + length - 4; at += 1) hidden.add(at)
      }
      if (hasCardNumberShape(digits)) hide(0, digits.length)
      else {
        for (let start = 0; start < digits.length; start += 1) {
          for (let length = 13; length <= 19 && start + length <= digits.length; length += 1) {
            if (hasCardNumberShape(digits.slice(start, start + length))) hide(start, length)
          }
        }
      }
      expect(maskCardNumbersIn(digits)).toBe([...digits].map((digit, at) => hidden.has(at) ? 'X' : digit).join(''))
    }), { numRuns: 500 })
  })

  it('leave the text beside and between them unchanged', () => {
    expect(maskCardNumbersIn('a 4111/1111_1111*1111 b')).toBe('a 4111/11XX_XXXX*1111 b')
    expect(maskCardNumbersIn('4111\n1111\n1111\n1111 c')).toBe('4111\n11XX\nXXXX\n1111 c')
  })
})
