import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeCallbackField } from '#shared/gateway/fields/callback-fields.ts'
import { readCallbackText } from '#shared/gateway/callbacks/callback-text.ts'
import { callbackKind, callbackSignedText, missingFields } from '#shared/gateway/callbacks/callback.ts'
import { printForm, type Pair } from '#shared/gateway/encoding/form.ts'

const control = '0123456789abcdef0123456789abcdef01234567'
const callback: Pair[] = [
  ['status', 'approved'], ['merchant_order', 'order-7'], ['client_orderid', 'order-7'], ['orderid', '90071992547409931'],
  ['type', 'sale'], ['amount', '10.15'], ['descriptor', 'SHOP *1 & more'], ['control', control],
]
const query = printForm(callback)
const redirect: Pair[] = [['status', 'approved'], ['orderid', '1'], ['client_orderid', '2'], ['control', control]]

describe('a pasted callback', () => {
  it.each([
    ['an address', `https://shop.example/cb?${query}`, 'address'],
    ['an address with a fragment', `https://shop.example/cb?${query}#top`, 'address'],
    ['a path', `/cb?${query}`, 'address'],
    ['a query with its mark', `?${query}`, 'query'],
    ['a bare query', query, 'query'],
    ['an access log', `203.0.113.9 - - [20/Nov/2026:09:41:07 +0000] "GET /cb?${query} HTTP/1.1" 200 2 "-" "agent"`, 'log-line'],
    ['an application log', `2026-11-20 INFO callback took=3ms url=https://shop.example/cb?${query} status=200`, 'log-line'],
    ['a log that quotes', `level=info msg="callback" uri='/cb?${query}'`, 'log-line'],
    ['a log with only the query', `12:00:01 params ${query} (8 fields)`, 'log-line'],
    ['a request line', `GET /cb?${query} HTTP/1.1`, 'log-line'],
    ['an address with words after it', `https://shop.example/cb?${query} 200`, 'log-line'],
  ])('is found in %s', (_name, text, form) => {
    expect(readCallbackText(text)).toMatchObject({ form, pairs: callback, fixes: [] })
  })

  it.each([
    ['quotes', `"https://shop.example/cb?${query}"`, ['quotes']],
    ['angle brackets', `<https://shop.example/cb?${query}>`, ['quotes']],
    ['ampersands of HTML', `https://shop.example/cb?${query.replaceAll('&', '&amp;')}`, ['escaped-ampersands']],
    ['ampersands of JSON', query.replaceAll('&', '\\u0026'), ['escaped-ampersands']],
    ['equals signs of JSON', query.replaceAll('&', '\\u0026').replaceAll('=', '\\u003d'), ['escaped-ampersands']],
    ['line breaks from wrapping', `https://shop.example/cb?${query.replace('orderid', 'order\r\n    id')}`, ['line-breaks']],
    ['spaces around it', `\t ${query}  `, ['spaces-around']],
    ['other lines below', `url=https://shop.example/cb?${query}\nurl=https://shop.example/cb?status=declined&orderid=5`, ['other-lines']],
    ['a pair on each line', callback.map((pair) => printForm([pair])).join('\n'), ['one-pair-a-line']],
  ])('is read despite %s, which is reported', (_name, text, fixes) => {
    expect(readCallbackText(text)).toMatchObject({ pairs: callback, fixes })
  })

  it.each([
    ['JSON', JSON.stringify(Object.fromEntries(callback), null, 2)],
    ['print_r of PHP', `Array\n(\n${callback.map(([name, value]) => `    [${name}] => ${value}\n`).join('')})\n`],
    ['a map of Java', `INFO callback {${callback.map(([name, value]) => `${name}=[${value}]`).join(', ')}}`],
    ['a browser', callback.map(([name, value]) => `${name}: ${value}`).join('\n')],
  ])('is read as %s printed it, which is reported', (_name, text) => {
    expect(readCallbackText(text)).toEqual({ form: 'query', pairs: callback, fixes: ['printed-fields'] })
  })

  it('is not a printed reply, nor a map of which a part may be a value', () => {
    expect(readCallbackText(JSON.stringify({ 'type': 'status-response', 'status': 'approved', 'amount': '1', 'gw-order-id': '5' }))).toBeNull()
    expect(readCallbackText('{status=approved, client_orderid=1, orderid=2, my_field=3}')).toBeNull()
  })

  it('does not report the line break at the end of any copy', () => {
    expect(readCallbackText(`${query}\r\n`)).toMatchObject({ pairs: callback, fixes: [] })
  })

  it('is restored exactly, with spaces, line feeds and repeated names', () => {
    const value = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed())
    const others = fc.array(fc.tuple(fc.stringMatching(/^[a-z][a-z_-]{0,12}$/), value), { maxLength: 12 })
    const wrap = fc.constantFrom<[string, string]>(
      ['https://shop.example/cb?', ''], ['?', ''], ['', ''], ['"https://shop.example/cb?', '"'],
      ['10.0.0.1 "GET /cb?', ' HTTP/1.1" 200 2'],
    )
    fc.assert(fc.property(others, wrap, (more, [before, after]) => {
      // The callback's names come first: a later one of the same name is a repetition.
      const pairs: Pair[] = [...callback, ...more]
      expect(readCallbackText(before + printForm(pairs) + after)?.pairs).toEqual(pairs)
    }))
  })

  it('keeps a space at the end of a value, encoded or raw before the next name', () => {
    expect(readCallbackText(`status=approved+&orderid=1%20&client_orderid=2 &type=sale&control=${control}`)?.pairs)
      .toEqual([['status', 'approved '], ['orderid', '1 '], ['client_orderid', '2 '], ['type', 'sale'], ['control', control]])
  })

  it('keeps the text before an address inside one of its values', () => {
    const text = `status=approved&merchantdata=https://shop.example/?a=b&orderid=1&client_orderid=2&type=sale`
    expect(readCallbackText(text)).toMatchObject({ form: 'query' })
    expect(readCallbackText(text)?.pairs[1]).toEqual(['merchantdata', 'https://shop.example/?a=b'])
  })

  it('accepts invalid escapes, and reports them', () => {
    const read = readCallbackText(`status=100%&orderid=%zz&client_orderid=%ff&type=sale`)
    expect(read).toMatchObject({ fixes: ['stray-percent'] })
    expect(read?.pairs.slice(0, 2)).toEqual([['status', '100%'], ['orderid', '%zz']])
  })

  it('is not found in a text without any of its field names', () => {
    for (const text of [' ', 'hello', '<html></html>', 'a=b&c=d', 'https://shop.example/', '{"status":"approved"}', '&&&', '?', '%']) {
      expect(readCallbackText(text)).toBeNull()
    }
  })

  it('is not found in a text with more fields than any callback', () => {
    expect(readCallbackText(query + '&a=b'.repeat(1_000))).toBeNull()
  })

  it('is not found if a possible reading has more than 500 fields, empty ones included', () => {
    expect(readCallbackText(query + '&'.repeat(500 - callback.length))?.pairs).toEqual(callback)
    expect(readCallbackText(query + '&'.repeat(501 - callback.length))).toBeNull()
    expect(readCallbackText(`/x?${'&'.repeat(500)}status=1\n${query}`)).toBeNull()
  })

  it('is found in a log with many lines, unless more than 200 of them name its fields', () => {
    const other = '2026-11-20 10:15:00 INFO GET /orders?page=2&size=50\n'.repeat(2_000)
    expect(readCallbackText(`${other}/cb?${query}\n${other}`)?.pairs).toEqual(callback)
    const similar = 'GET /cb?status=approved&orderid=5 200\n'
    expect(readCallbackText(`${similar.repeat(199)}/cb?${query}`)?.pairs).toEqual(callback)
    expect(readCallbackText(`${similar.repeat(200)}/cb?${query}`)).toBeNull()
  })

  it('never fails and always ends, whatever is pasted', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => { readCallbackText(text) }))
    for (const piece of ['/', '?', '&', '"', '\n', ' ', '%', '/?', '<', 'status=', 'https://', '\n ', '&amp;', '=']) {
      readCallbackText(piece.repeat(Math.floor(262_144 / piece.length)))
    }
  }, 30_000)
})

describe('callback or redirect', () => {
  it('is recognised by the fields that only a callback has', () => {
    expect(callbackKind(callback)).toBe('callback')
    expect(callbackKind(redirect)).toBe('redirect')
    expect(readCallbackText(printForm(redirect))).toMatchObject({ form: 'body' })
  })

  it('lists the missing mandatory fields of its own kind; a space counts as missing', () => {
    expect(missingFields(redirect, 'redirect')).toEqual([])
    expect(missingFields(redirect, 'callback')).toEqual(['merchant_order', 'type', 'amount'])
    expect(missingFields(redirect.map(([name]) => [name, ' ']), 'redirect')).toEqual(['status', 'orderid', 'client_orderid', 'control'])
  })
})

describe('a callback on screen', () => {
  it('contains a token for the secret and no card number', () => {
    expect(callbackSignedText([...redirect.slice(1), ['status', '4111111111111111']])).toBe('411111XXXXXX111112{merchant_control}')
  })

  it('masks every field but the ids of orders', () => {
    for (const name of ['status', 'type', 'amount', 'phone', 'bin', 'made_up', 'processor-rrn', 'error_message']) {
      expect(describeCallbackField(name).sensitivity).toBe('free-text')
    }
    expect(describeCallbackField('control').sensitivity).toBe('digest')
    expect(describeCallbackField('cvv2').sensitivity).toBe('never')
    expect(describeCallbackField('credit_card_number').sensitivity).toBe('card-number')
    expect(describeCallbackField('last-four-digits').label).toBe('Last four digits')
  })
})
