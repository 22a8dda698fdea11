import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutEnd } from '#shared/text-end.ts'
import { placesOf, textFinder } from '#shared/text-search.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f4b3}'), maxLength: 30 })
const few = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 })

it('a text is found at any position', () => {
  fc.assert(fc.property(letters, few, (text, wanted) => {
    const expected = wanted === '' ? [] : [...Array(text.length).keys()].filter((at) => text.startsWith(wanted, at))
    expect(placesOf(text, wanted)).toEqual(expected)
  }), { numRuns: 1_000 })
})

it('any of several texts is found', () => {
  fc.assert(fc.property(letters, fc.array(few, { maxLength: 6 }), (text, wanted) => {
    expect(textFinder(wanted)(text)).toBe(wanted.some((one) => one !== '' && text.includes(one)))
  }), { numRuns: 2_000 })
})

it('only the given characters are removed from the end', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t') }), (text) => {
    expect(withoutEnd(text, ' \n')).toBe(text.replace(/[ \n]+$/, ''))
  }))
})
