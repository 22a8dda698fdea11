import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseForm, printForm } from '#shared/gateway/encoding/form.ts'

describe('form bodies', () => {
  it('are parsed back unchanged, with order, repeated names and empty values', () => {
    const pair = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
    fc.assert(fc.property(fc.array(pair), (pairs) => { expect(parseForm(printForm(pairs))).toEqual(pairs) }))
  })

  it('are parsed like in every browser', () => {
    const soup = fc.string({ unit: fc.constantFrom('a', '=', '&', '+', '%20', '%C3%A9', '%', 'b') })
    fc.assert(fc.property(soup, (body) => { expect(parseForm(body)).toEqual([...new URLSearchParams(body)]) }))
  })

  it('are printed with %20 for a space, never with a plus', () => {
    expect(printForm([['order_desc', 'one + two']])).toBe('order_desc=one%20%2B%20two')
  })
})
