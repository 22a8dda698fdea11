import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTypedSecret } from '#shared/model/profiles/typed-secret.ts'

const secret = '6A28B4E6-not-a-real-one'

describe('a pasted control secret', () => {
  it.each<[string, string, readonly string[]]>([
    ['unchanged', secret, []],
    ['with spaces around it', `  ${secret}\t`, ['spaces']],
    ['with the line end of a mail', `${secret}\r\n`, ['line-ends']],
    ['in quotation marks', `"${secret}"`, ['quotes']],
    ['in typographic quotation marks', `“${secret}”`, ['quotes']],
    ['with its name', `merchant_control=${secret}`, ['name']],
    ['as a line of a mail', `Merchant-Control: ${secret} `, ['name', 'spaces']],
    ['under the name that a mail gives it', `Control key: ${secret}\n`, ['name', 'line-ends']],
    ['as a row of a table', `Merchant control\t${secret}`, ['name']],
    ['as a line of JSON', `  "merchant_control": "${secret}",\n`, ['name', 'quotes', 'line-ends', 'spaces']],
    ['among other lines', `login=acme\nmerchant_control='${secret}'\nendpoint=1\n`, ['name', 'quotes', 'line-ends']],
  ])('%s', (_, text, leftOut) => {
    expect(readTypedSecret(text)).toEqual({ secret, leftOut })
  })

  it.each(['', '   ', '""', 'merchant_control=', 'merchant_control: ""'])('%j is not a secret', (text) => {
    expect(readTypedSecret(text).secret).toBe('')
  })

  it.each(['a"b', '"a', 'a b', 'a=b', 'a,', 'control=a', 'Login: a', 'my key: a'])('%j is not unwrapped', (text) => {
    expect(readTypedSecret(text)).toEqual({ secret: text, leftOut: [] })
  })

  it('of letters, digits and dashes is found in any surrounding text, and reports a change', () => {
    fc.assert(fc.property(
      fc.stringMatching(/^[A-Za-z0-9-]{1,60}$/), fc.constantFrom('', ' ', '\n', '\r\n\t'), fc.constantFrom('', '"', '\''),
      fc.constantFrom('', 'merchant_control=', 'MERCHANT_CONTROL : '),
      (own, space, quote, name) => {
        const text = `${space}${name}${quote}${own}${quote}${space}`
        const read = readTypedSecret(text)
        expect(read.secret).toBe(own)
        expect(read.leftOut.length === 0).toBe(text === own)
      },
    ))
  })
})
