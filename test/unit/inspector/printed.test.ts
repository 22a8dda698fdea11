import { describe, expect, it } from 'vitest'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'

const url = 'https://gate.example/gw/api/v2/return/22903'
const control = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'
const body = `login=shop&client_orderid=A%2B1&comment=it%27s%20%5B%C3%A9%5D&amount=10.50&control=${control}`
const pairs = [['login', 'shop'], ['client_orderid', 'A+1'], ['comment', 'it\'s [é]'], ['amount', '10.50'], ['control', control]] as const
const listed = (print: (name: string, value: string) => string, between: string): string =>
  pairs.map(([name, value]) => print(name, value)).join(between)

const bytes = (text: string): number => new TextEncoder().encode(text).length
const printed: readonly (readonly [string, string])[] = [
  ['print_r of PHP', `Array\n(\n${listed((name, value) => `    [${name}] => ${value}\n`, '')})\n`],
  ['print_r of PHP on Windows', `Array\r\n(\r\n${listed((name, value) => `    [${name}] => ${value}\r\n`, '')})\r\n`],
  ['var_dump of PHP', `array(5) {\n${listed((name, value) => `  ["${name}"]=>\n  string(${bytes(value)}) "${value}"\n`, '')}}`],
  ['var_export of PHP', `array (\n${listed((name, value) => `  '${name}' => '${value.replaceAll('\'', '\\\'')}',\n`, '')})`],
  ['a map of Java', `{${listed((name, value) => `${name}=${value}`, ', ')}}`],
  ['a dictionary of Python', `{${listed((name, value) => `'${name}': ${value.includes('\'') ? `"${value}"` : `'${value}'`}`, ', ')}}`],
  ['a hash of Ruby', `{${listed((name, value) => `"${name}"=>"${value}"`, ', ')}}`],
  ['a hash of Ruby with symbols', `{${listed((name, value) => `:${name}=>"${value}"`, ', ')}}`],
  ['an object of Node', `{\n${listed((name, value) => `  ${name}: ${value.includes('\'') ? `"${value}"` : `'${value}'`}`, ',\n')}\n}`],
  ['fields as browsers show them', listed((name, value) => `${name}: ${value}`, '\n')],
]

describe('fields that a program printed', () => {
  it.each(printed)('%s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ form: 'fields', url: null, body })
  })

  it.each(printed.filter(([name]) => !name.includes('browsers')))('%s, in a log with the address', (_, text) => {
    expect(readPasted(`INFO POST ${url}\nparameters: ${text}\nfailed`)).toMatchObject({ form: 'fields', method: 'POST', url, body })
  })

  it('an address among the values is not the request\'s', () => {
    const map = '{client_orderid=1, redirect_url=https://shop.example/?a=b&c=d, order_desc=Shoes, red}'
    expect(readPasted(map)).toMatchObject({
      url: null, body: 'client_orderid=1&redirect_url=https%3A%2F%2Fshop.example%2F%3Fa%3Db%26c%3Dd&order_desc=Shoes%2C%20red',
    })
  })

  it('a value with line ends, whose length is printed', () => {
    const text = 'array(2) {\n  ["order_desc"]=>\n  string(13) "é"\n  ["a"]=>"\n  ["client_orderid"]=>\n  int(7)\n}'
    expect(readPasted(text)?.body).toBe('order_desc=%C3%A9%22%0A%20%20%5B%22a%22%5D%3D%3E&client_orderid=7')
  })

  it.each([
    ['a value that looks like a further field', '{client_orderid=1, order_desc=a, amount=5, amount=6}'],
    ['a name that is no field', '{client_orderid=1, order_desc=a, colour=red}'],
    ['a second bracket', '{client_orderid=1, order_desc=a} {b}'],
    ['an absent value of Java', '{client_orderid=1, order_desc=null}'],
    ['a value with a line end in print_r', 'Array\n(\n    [client_orderid] => 1\n    [order_desc] => a\nb\n)\n'],
    ['a length that is not the value\'s', 'array(2) {\n  ["client_orderid"]=>\n  string(3) "1"\n  ["orderid"]=>\n  string(1) "2"\n}'],
    ['an escape that differs between languages', String.raw`{'client_orderid': '1', 'order_desc': '\xe9'}`],
    ['JSON, which may be the body as it was sent', '{"client_orderid":"1","orderid":"2"}'],
    ['a browser\'s fields that may be encoded', 'client_orderid: 1\norder_desc: a%20b'],
  ])('are not read if they are not certain: %s', (_, text) => {
    expect(readPasted(text)?.form).not.toBe('fields')
  })
})
