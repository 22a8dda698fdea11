import { describe, expect, it } from 'vitest'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'

const request = 'POST https://gate.example/gw/api/v2/sale/1 HTTP/1.1\nHost: gate.example\n\na=1&b=2 '

describe('line ends around the body of a raw request', () => {
  const read = (end: string, length?: number) =>
    readPasted(`${request.replace('\n\n', length === undefined ? '\n\n' : `\nContent-Length: ${length}\n\n`)}${end}`)?.body

  it('below it are the editor\'s, unless its Content-Length counts them', () => {
    for (const end of ['', '\n', '\n\n', '\r\n\r\n\r\n']) {
      expect(read(end)).toBe('a=1&b=2 ')
      expect(read(end, 8)).toBe('a=1&b=2 ')
    }
    expect(read('\n\n', 9)).toBe('a=1&b=2 \n')
    expect(read('\n', 200)).toBe('a=1&b=2 ')
  })

  it('an empty line ends it, unless the Content-Length counts what follows', () => {
    expect(read('\n\nBest regards\nAnn')).toBe('a=1&b=2 ')
    expect(read('\n\nc', 11)).toBe('a=1&b=2 \n\nc')
    expect(readPasted(request.replace('\n\n', '\n\n\n\n'))?.body).toBe('a=1&b=2 ')
  })

  it('within it are the editor\'s if the Content-Length does not count them', () => {
    expect(read('\n&c=3\n', 12)).toBe('a=1&b=2 &c=3')
    expect(read('\n&c=3\n', 13)).toBe('a=1&b=2 \n&c=3')
  })
})

it.each(['base string: POST&x&y', 'Control text = 1a2b{merchant_control}', 'their string to sign: abc'])(
  'a signed text below a raw request is not part of the body: %s', (line) => {
    const pasted = readPasted(`${request}\n\n${line}\n`)
    expect(pasted?.body).toBe('a=1&b=2 ')
    expect(pasted?.baseString ?? pasted?.controlText).not.toBeNull()
  },
)

it('a body that only mentions a signed text is kept whole', () => {
  expect(readPasted(`${request}\ncontrol_text is below`)?.body).toBe('a=1&b=2 \ncontrol_text is below')
})

it.each([['Go', /&/g], ['Gson', /[&=]/g]])('a callback in a log line of %s, which escapes characters', (_, escaped) => {
  const query = 'status=approved&merchant_order=a&client_orderid=a&orderid=7&type=sale&amount=1&control=x'
  const line = JSON.stringify({ uri: `/callback?${query}` })
    .replaceAll(escaped, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
  expect(readPasted(line)).toMatchObject({ form: 'callback', body: query })
})
