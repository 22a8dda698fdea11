import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts, invisibleName, piecesOfOne, withoutLayers } from '#shared/inspector/compare.ts'

const marked = (pieces: readonly { text: string; same: boolean }[]) =>
  pieces.map(({ text, same }) => (same ? text : `[${text}]`)).join('')
const both = (theirs: string, ours: string) => {
  const compared = compareTexts(theirs, ours)
  return [marked(compared.theirs), marked(compared.ours)]
}

describe('two texts compared', () => {
  it.each([
    ['a+b', 'a%20b', ['a[+]b', 'a[%20]b']],
    ['10.15', '1015', ['10[.]15', '1015']],
    ['usd', 'USD', ['[usd]', '[USD]']],
    ['', 'x', ['', '[x]']],
    ['%c3%b6', '%C3%B6', ['%[c]3%[b]6', '%[C]3%[B]6']],
    ['same', 'same', ['same', 'same']],
  ])('%j beside %j', (theirs, ours, expected) => {
    expect(both(theirs, ours)).toEqual(expected)
  })

  it('lose no character, and their unmarked parts are equal', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '%', ' ', '\u00e9', 'e\u0301', '\u{1f600}'), maxLength: 30 })
    fc.assert(fc.property(text, text, (theirs, ours) => {
      const compared = compareTexts(theirs, ours)
      expect(compared.theirs.map((piece) => piece.text).join('')).toBe(theirs)
      expect(compared.ours.map((piece) => piece.text).join('')).toBe(ours)
      const common = (pieces: typeof compared.ours) => pieces.filter(({ same }) => same).map((piece) => piece.text).join('')
      expect(common(compared.theirs)).toBe(common(compared.ours))
      if (theirs === ours) expect(compared.ours.every(({ same }) => same)).toBe(true)
    }))
  })

  it('of a great length are marked in the middle as a whole, without delay', () => {
    const [theirs] = both(`a${'x'.repeat(60_000)}b`, `a${'y'.repeat(60_000)}b`)
    expect(theirs).toBe(`a[${'x'.repeat(60_000)}]b`)
  })
})

describe('invisible characters', () => {
  it.each([
    ['\ufeff', 'byte order mark'], ['\u200b', 'zero-width space'], ['\r', 'carriage return'], ['\u0301', 'U+0301 combining mark'],
    ['\u0007', 'U+0007 control character'], ['\u2003', 'U+2003 space'], ['a', null], ['\u00e9', null],
  ])('%j is called %s', (character, name) => {
    expect(invisibleName(character)).toBe(name)
  })

  it('are separate pieces; a space only at an end or where it differs', () => {
    expect(piecesOfOne('a b ').map(({ text, invisible }) => [text, invisible])).toEqual([['a b', null], [' ', 'space']])
    expect(compareTexts('a b', 'a\u00a0b').theirs.map(({ invisible }) => invisible)).toEqual([null, 'space', null])
    expect(compareTexts('e\u0301', '\u00e9').theirs.some(({ invisible }) => invisible === 'U+0301 combining mark')).toBe(true)
  })
})

it('layers of encoding are removed, and not one too many', () => {
  expect(withoutLayers('a%252Bb', 0)).toBe('a%252Bb')
  expect(withoutLayers('a%252Bb', 1)).toBe('a%2Bb')
  expect(withoutLayers('a%252Bb', 2)).toBe('a+b')
})
