import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printForm } from '#shared/gateway/encoding/form.ts'
import { readReply, replyField, type RawReply } from '#shared/gateway/replies/reply.ts'

const read = (body: string, productWord = 'gw', changes: Partial<RawReply> = {}) =>
  readReply({ httpStatus: 200, contentType: 'text/html;charset=utf-8', body, ...changes }, productWord)

describe('parsing a reply', () => {
  it('drops the line feed at the end of each value, and only trailing white space', () => {
    expect(read('type=status-response\n&name=+Jos%C3%A9++Mar%C3%ADa+\r\n&error-message=\n').fields).toEqual([
      ['type', 'status-response'], ['name', ' José  María'], ['error-message', ''],
    ])
  })

  it('finds the names whether the line feed is before the ampersand or after it', () => {
    expect(read('\ntype=error\n&\nerror-code=2\n').fields).toEqual([['type', 'error'], ['error-code', '2']])
  })

  it('keeps every field, known or not, in its order, with its text exact', () => {
    const fieldName = fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/)
    const fieldValue = fc.string({ unit: 'binary' }).filter((text) => !/[\t\n\v\f\r ]$/.test(text))
    fc.assert(fc.property(fc.array(fc.tuple(fieldName, fieldValue), { minLength: 1 }), (pairs) => {
      const body = pairs.map((pair) => `${printForm([pair])}\n`).join('&')
      expect(read(body, 'otherword').fields).toEqual(pairs)
    }))
  })

  it('keeps ids as text, whatever their size', () => {
    expect(replyField(read('type=a&gw-order-id=90071992547409931234567890\n'), 'gw-order-id')).toBe('90071992547409931234567890')
  })

  it("replaces the gateway's own word by gw, and keeps the raw text", () => {
    const reply = read('paynet-order-id=1\n&paynet-processing-date=2&paynet=3&other-paynet-id=4\n', 'paynet')
    expect(reply.fields.map(([name]) => name)).toEqual(['gw-order-id', 'gw-processing-date', 'paynet', 'other-paynet-id'])
    expect(reply.body).toContain('paynet-order-id')
  })

  it.each(['card', 'processor', 'order', 'tds-creq'])('a product word such as %s does not hide the names of the interface', (word) => {
    const names = ['card-ref-id', 'processor-rrn', 'order-stage', 'tds-creq-form-creq', 'serial-number']
    expect(read(names.map((name) => `${name}=1\n`).join('&'), word).fields.map(([name]) => name)).toEqual(names)
  })

  it.each(['', ' \n', '<html>type=status-response</html>', '{"type":"error"}', 'Service unavailable', '%PDF-1.4 a=b'])(
    'finds no field in %j',
    (body) => { expect(read(body).fields).toEqual([]) },
  )

  it('never fails, whatever the reply', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string(), (body, word) => {
      expect(read(body, word).body).toBe(body)
    }))
  })
})
