import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseForeignJson } from '#shared/foreign-json.ts'

describe('JSON from outside', () => {
  it('is parsed like any JSON, with brackets and quotes in its texts', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      const text = JSON.stringify(value)
      expect(parseForeignJson(text)).toEqual(JSON.parse(text))
    }))
    expect(parseForeignJson(JSON.stringify(['['.repeat(1_000), '\\"{'.repeat(1_000)]))).toHaveLength(2)
  })

  it.each(['[', '{"a":'])('is refused if %s opens more levels than real data has', (open) => {
    const close = open === '[' ? ']' : '}'
    expect(() => parseForeignJson(`${open.repeat(65)}1${close.repeat(65)}`)).toThrow(SyntaxError)
    expect(() => parseForeignJson(`${open.repeat(64)}1${close.repeat(64)}`)).not.toThrow()
  })

  it('is refused if it is not valid', () => {
    for (const text of ['', '{', '"', 'x', '[1,]']) expect(() => parseForeignJson(text)).toThrow(SyntaxError)
  })
})
