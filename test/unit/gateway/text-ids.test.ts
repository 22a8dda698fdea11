import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import { idsInText, withoutCardNumbers } from '#shared/gateway/fields/text-ids.ts'

const serialNumber = '00000000-0000-0000-0000-000002d9b22a'
const of = (text: string): string[] => idsInText(text).map(({ kind, value }) => `${kind} ${value}`)

describe('ids of any text', () => {
  it.each<[what: string, text: string, ids: string[]]>([
    ['a line of a log', `2026-11-21 10:15:07.123 WARN [pay-7] orderid=6768788 client_orderid=inv-40977 sn=${serialNumber} from 127.0.0.1:8443`,
      ['orderId 6768788', 'merchantOrderId inv-40977', `serialNumber ${serialNumber}`]],
    ['a reply of the gateway', `type=status-response\n&serial-number=${serialNumber}\n&gw-order-id=6768788\n&processor-rrn=631700000017\n&approval-code=A1B2C3\n&processor-tx-id=PTX-9\n&receipt-id=rcp-77&name=ADA+BYRON&last-four-digits=0001`,
      [`serialNumber ${serialNumber}`, 'orderId 6768788', 'bankReference 631700000017', 'approvalCode A1B2C3', 'acquirerId PTX-9', 'receiptId rcp-77', 'cardholder ADA BYRON', 'lastFour 0001']],
    ['JSON', '{"orderId": "6768788", "merchant-order-id":"inv/1", "card-ref-id": 55889, "amount": 10.15, "cardholder-name": "Ada Byron", "x": null}',
      ['orderId 6768788', 'merchantOrderId inv', 'cardReference 55889', 'amount 10.15', 'cardholder Ada Byron']],
    ['an address', 'https://shop7.example/return?client_orderid=inv%2D40977&orderid=6768788&status=approved', ['merchantOrderId inv-40977', 'orderId 6768788']],
    ['the address of a receipt', 'https://gw.example/gw/view-receipt/1144/3f2a9b/', ['receiptId 3f2a9b']],
    ['a mail', 'Hello, my order no. INV40977 of 1,250.00 EUR was declined.\nRRN: 631700000017, approval code 123456.\nCard ending in 4242. Regards, Ada',
      ['bankReference 631700000017', 'approvalCode 123456', 'lastFour 4242', 'amount 1250.00']],
    ['XML', '<order-id>6768788</order-id><last-four-digits>0001</last-four-digits>', ['orderId 6768788', 'lastFour 0001']],
    ['a bare id', ' inv-40977 ', ['id inv-40977']],
    ['a serial number', serialNumber.toUpperCase(), [`serialNumber ${serialNumber.toUpperCase()}`]],
    ['an amount with a comma', '10,15', ['amount 10.15']],
    ['an amount with spaces', 'Bitte 1 234,56 EUR erstatten', ['amount 1234.56']],
    ['an amount with its currency attached', 'charged USD49.90 today', ['amount 49.90']],
    ['a masked card', '411111XXXXXX1111 and •••• 4242', ['lastFour 1111', 'lastFour 4242']],
    ['prose', 'The order is late and the customer is angry.', []],
    ['dates, times and digests', '2026-11-21T10:15:07.120Z 21.11.2026 127.0.0.1 0123456789abcdef0123456789abcdef01234567', []],
  ])('finds them in %s', (_what, text, ids) => {
    expect(of(text)).toEqual(expect.arrayContaining(ids))
    if (ids.length === 0) expect(of(text)).toEqual([])
  })

  it('named ids come first, and no id occurs twice', () => {
    expect(of('abc-123 zz9876 orderid=6768788 abc-123')).toEqual(['orderId 6768788', 'id abc-123', 'id zz9876'])
  })

  it('a value named as a secret or a digest is not searched for', () => {
    expect(of('merchant_control=s3cr3t-value-1&control=abcdef12345&cvv2=98765&password: hunter22&oauth_signature="aB12345"')).toEqual([])
  })
})

describe('card numbers in a searched text', () => {
  it.each([
    '4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111', '4111.1111.1111.1111', 'card%204111%201111%201111%201111',
    'credit_card_number=4111111111111111', '{"pan":"4111111111111111"}', 'paid with 3782 822463 10005 yesterday', 'x4111111111111111y',
    '2026-11-21 4111111111111111',
  ])('a pasted one is masked at once: %s', (text) => {
    const shown = withoutCardNumbers(text)
    expect(shown).not.toMatch(/1111\D{0,3}1111\D{0,3}1111|822463/)
    expect(shown).toMatch(/X{5,6}|X{4}/)
  })

  it('only its last four digits are searched for', () => {
    expect(of('4111 1111 1111 1111')).toEqual(['lastFour 1111'])
    expect(of('card 4111111111111111 of order 6768788')).toEqual(['orderId 6768788', 'lastFour 1111'])
  })

  it('a serial number and a date beside an order id are not masked', () => {
    const text = `2026-11-21 6768788 ${serialNumber} 2026-11-20`
    expect(withoutCardNumbers(text)).toBe(text)
  })

  it('a long id is searched for whole, though a part of it has the check digit of a card', () => {
    for (const id of ['17958058889520001', '90071992547409934', '8224634111111111111111007']) {
      expect(withoutCardNumbers(`orderid=${id} of 2026-11-21`)).toBe(`orderid=${id} of 2026-11-21`)
      expect(of(id)).toEqual([`id ${id}`])
    }
  })

  it('a card number that is padded with zeros is masked', () => {
    expect(withoutCardNumbers('0004111111111111111')).toBe('000411111XXXXXX1111')
  })

  it('none is ever left in an id, whatever surrounds it', () => {
    const digit = fc.integer({ min: 0, max: 9 })
    const card = fc.array(digit, { minLength: 14, maxLength: 14 }).map((digits) => {
      const body = [4, ...digits]
      const sum = body.reduceRight((total, one, index) => {
        const doubled = (body.length - index) % 2 === 1 ? one * 2 : one
        return total + (doubled > 9 ? doubled - 9 : doubled)
      }, 0)
      return [...body, (10 - (sum % 10)) % 10].join('')
    })
    const around = fc.constantFrom(
      '', ' ', '\n', 'orderid=', '"pan":"', 'invoice ', '&', '}', ',', ' 2026-11-21 ', ` ${serialNumber} `,
    )
    fc.assert(fc.property(card, around, around, fc.constantFrom('', ' ', '-'), (number, before, after, separator) => {
      const written = separator === '' ? number : (number.match(/.{1,4}/g) ?? []).join(separator)
      const text = before + written + after
      expect(withoutCardNumbers(text)).not.toContain(written)
      for (const { value } of idsInText(text)) expect(holdsCardNumber(value)).toBe(false)
    }))
  })

  it('any text is accepted, and every found id is part of it', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const ids = idsInText(text)
      expect(ids.length).toBeLessThanOrEqual(12)
      for (const { value } of ids) expect(value.length).toBeLessThanOrEqual(128)
    }))
  })
})
