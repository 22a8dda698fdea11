import { describe, expect, it } from 'vitest'
import { fields, type FieldKey, type FieldValues } from '#shared/gateway/fields/fields.ts'
import { operationIds, operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import { normaliseValues, validate } from '#shared/gateway/requests/validation.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'

const charge: FieldValues = {
  merchantOrderId: 'order-1', cardReference: '55889', orderDescription: 'Subscription', amount: '10.15', currency: 'USD',
  customerIpAddress: '203.0.113.9',
}

function problems(id: OperationId, values: FieldValues, fixedCurrency: string | null = 'USD'): string[] {
  const operation = operations[id]
  return validate(operation, normaliseValues(operation, values), { fixedCurrency, switches: defaultSwitches })
    .map(({ field, code }) => `${field} ${code}`)
}
const chargeWith = (changes: FieldValues) => problems('recurrent-payment', { ...charge, ...changes })

describe('limits of §8: the longest value is valid, one more character is not', () => {
  const longest: [FieldKey, number][] = [
    ['merchantOrderId', 128], ['cardReference', 20], ['orderDescription', 65_536], ['comment', 50], ['purpose', 128],
    ['merchantData', 65_536],
  ]
  it.each(longest)('%s: %i', (key, most) => {
    expect(chargeWith({ [key]: 'x'.repeat(most) })).toEqual([])
    expect(chargeWith({ [key]: 'x'.repeat(most + 1) })).toEqual([`${key} too-long`])
  })

  it.each(['redirectUrl', 'redirectSuccessUrl', 'redirectFailUrl', 'serverCallbackUrl'] as const)('%s: 1024', (key) => {
    const address = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
    expect(chargeWith({ [key]: address(1024) })).toEqual([])
    expect(chargeWith({ [key]: address(1025) })).toEqual([`${key} too-long`])
  })

  it('64k is in bytes of UTF-8, other limits are in characters', () => {
    expect(chargeWith({ orderDescription: 'é'.repeat(32_768) })).toEqual([])
    expect(chargeWith({ orderDescription: 'é'.repeat(32_769) })).toEqual(['orderDescription too-long'])
    expect(chargeWith({ merchantData: '😀'.repeat(16_385) })).toEqual(['merchantData too-long'])
    expect(chargeWith({ comment: '😀'.repeat(50) })).toEqual([])
    expect(chargeWith({ comment: '😀'.repeat(51) })).toEqual(['comment too-long'])
  })

  it('amount 10, enumerate_amounts 128, cvv2 3 to 4', () => {
    expect(chargeWith({ amount: '9999999.99' })).toEqual([])
    expect(chargeWith({ amount: '10000000.00' })).toEqual(['amount too-long'])
    expect(chargeWith({ enumeratedAmounts: Array(26).fill('1.00').join(',') })).toEqual(['enumeratedAmounts too-long'])
    expect(['12', '123', '1234', '12345', '12a'].map((cvv) => chargeWith({ cardVerificationValue: cvv })))
      .toEqual([['cardVerificationValue too-short'], [], [], ['cardVerificationValue too-long'], ['cardVerificationValue digits-only']])
  })
})

describe('a charge', () => {
  it('is valid with its required fields, and names each missing one', () => {
    expect(chargeWith({})).toEqual([])
    for (const key of Object.keys(charge) as FieldKey[]) {
      expect(chargeWith({ [key]: undefined })).toEqual([`${key} required`])
      expect(chargeWith({ [key]: ' \t ' })).toEqual([`${key} required`])
    }
  })

  it.each([
    ['10,15', 'amount-comma'], ['1,000', 'amount-comma'], ['10.155', 'amount-decimals'], ['0.00', 'amount-zero'],
    ['-1', 'amount-format'], ['1e3', 'amount-format'],
  ])('refuses the amount %s: %s', (amount, code) => { expect(chargeWith({ amount })).toEqual([`amount ${code}`]) })

  it('allows the decimals of the currency', () => {
    const inGroup = (amount: string, currency: string) => problems('recurrent-payment', { ...charge, amount, currency }, null)
    expect(inGroup('500', 'JPY')).toEqual([])
    expect(inGroup('500.0', 'JPY')).toEqual(['amount amount-decimals'])
    expect(inGroup('1.234', 'KWD')).toEqual([])
    expect(inGroup('1.00', 'ZZZ')).toEqual(['currency currency-unknown'])
  })

  it("has the endpoint's currency", () => { expect(chargeWith({ currency: 'EUR' })).toEqual(['currency currency-fixed']) })

  it('checks each of the amounts to try in turn', () => {
    expect(chargeWith({ enumeratedAmounts: '10.15,8.00' })).toEqual([])
    expect(chargeWith({ enumeratedAmounts: '10.15,8.001' })).toEqual(['enumeratedAmounts amount-decimals'])
    expect(chargeWith({ enumeratedAmounts: '10.15,10000000.00' })).toEqual(['enumeratedAmounts too-long'])
    expect(chargeWith({ enumeratedAmounts: '10.15,' })).toEqual(['enumeratedAmounts amount-format'])
  })

  it.each([
    ['203.0.113.9', true], ['2001:db8::1', true], ['::ffff:203.0.113.9', true], ['256.1.1.1', false], ['1.2.3', false],
    ['1.2.3.4:80', false], ['2001:db8::1::2', false], ['fe80::1%eth0', false], ['localhost', false],
  ])('customer address %s: %s', (customerIpAddress, good) => {
    expect(chargeWith({ customerIpAddress })).toEqual(good ? [] : ['customerIpAddress ip-address'])
  })

  it('refuses half a surrogate pair, control characters, and invalid addresses', () => {
    expect(chargeWith({ comment: 'a\ud800' })).toEqual(['comment not-well-formed'])
    expect(chargeWith({ comment: 'a\u0000b' })).toEqual(['comment control-character'])
    expect(chargeWith({ orderDescription: 'two\nlines' })).toEqual([])
    expect(chargeWith({ redirectUrl: 'javascript:alert(1)' })).toEqual(['redirectUrl web-address'])
    expect(chargeWith({ recurrentScenario: 'regular' })).toEqual(['recurrentScenario choice'])
  })

  it('accepts joiners, emoji and points in a description, and hidden characters nowhere', () => {
    for (const orderDescription of ['می\u200cخواهم', 'क्\u200dष', 'Thanks \u2764\ufe0f', '\u{1f469}\u200d\u{1f4bb}', 'שָּׁלוֹם']) {
      expect(chargeWith({ orderDescription }), orderDescription).toEqual([])
    }
    for (const hidden of ['a\u200db', '\u200c', 'a\ufe0f', 'שלום\u202e', '\u{e0041}', 'e\u0301\u0301\u0301']) {
      expect(chargeWith({ orderDescription: hidden }), hidden).toEqual(['orderDescription control-character'])
    }
    expect(chargeWith({ merchantOrderId: 'می\u200cخواهم' })).toEqual(['merchantOrderId control-character'])
  })

  it('refuses a card number in a field for something else', () => {
    for (const key of ['comment', 'orderDescription', 'merchantData', 'purpose', 'cardReference', 'merchantOrderId'] as const) {
      expect(chargeWith({ [key]: '4444333322221111' })).toEqual([`${key} holds-card-number`])
    }
    expect(chargeWith({ comment: 'card 4444 3333 2222 1111 of Ann' })).toEqual(['comment holds-card-number'])
    expect(chargeWith({ merchantOrderId: '1795192470000000' })).toEqual([])
    expect(chargeWith({ cardReference: '４４４４３３３３２２２２１１１１' })).toEqual(['cardReference holds-card-number'])
  })
})

describe('other operations', () => {
  it('a status query refuses a card number as a serial number', () => {
    const status = { merchantOrderId: 'a', serialNumber: '4444333322221111' }
    expect(problems('status', status)).toEqual(['serialNumber holds-card-number'])
    expect(problems('status', { ...status, serialNumber: '00000000-0000-0000-0000-000002d9b22a' })).toEqual([])
  })

  it('an order is not looked up by a card number in groups, which would be stored and shown as an id', () => {
    expect(problems('status', { merchantOrderId: '4444 3333 2222 1111' })).toEqual(['merchantOrderId holds-card-number'])
    expect(problems('status', { merchantOrderId: 'a', orderId: '4444-3333-2222-1111' })).toEqual(['orderId holds-card-number'])
    expect(problems('status', { merchantOrderId: '4444333322221111' })).toEqual([])
  })

  it('a return requires the currency only with an amount (addendum 8)', () => {
    const order = { merchantOrderId: 'a', orderId: '7' }
    expect(problems('return', order)).toEqual([])
    expect(problems('return', { ...order, amount: '1.00' })).toEqual(['currency required'])
    expect(problems('return', { ...order, amount: '1.00', currency: 'USD' })).toEqual([])
  })

  describe('a transfer', () => {
    const transfer = { ...charge, cardReference: undefined }
    const number = { destinationCardNumber: '4444 3333 2222 1111' }
    const reference = { destinationCardReference: '9' }
    const recurring = { destinationCardRecurringPaymentId: '31' }

    it.each([number, reference, recurring, {}])('accepts the destination %o', (destination) => {
      expect(problems('transfer-v4', { ...transfer, ...destination })).toEqual([])
    })

    it('refuses a card number that is longer than any telephone number as one', () => {
      for (const key of ['phone', 'cellPhone', 'receiverPhone'] as const) {
        expect(problems('transfer-v4', { ...transfer, [key]: '4444 3333 2222 1111' })).toEqual([`${key} holds-card-number`])
        // 15 digits with a correct check digit.
        expect(problems('transfer-v4', { ...transfer, [key]: '+378282246310005' })).toEqual([])
      }
    })

    it('refuses the number of the destination card as its reference', () => {
      const typed = { ...transfer, destinationCardReference: '4444 3333 2222 1111' }
      expect(problems('transfer-v4', typed)).toEqual(['destinationCardReference holds-card-number'])
      const eligibility = { merchantOrderId: 'a', sendingCardReference: '4444333322221111' }
      expect(problems('pan-eligibility-send', eligibility)).toEqual(['sendingCardReference holds-card-number'])
    })

    it('accepts one destination, not two (addendum 12)', () => {
      const to = (...destinations: FieldValues[]) => problems('transfer-v4', Object.assign({}, transfer, ...destinations))
      expect(to(number, reference)).toEqual(['destinationCardReference one-of-two'])
      expect(to(recurring, number)).toEqual(['destinationCardNumber one-of-two'])
      expect(to(recurring, reference)).toEqual(['destinationCardReference one-of-two'])
      expect(to(recurring, number, reference)).toEqual(['destinationCardNumber one-of-two', 'destinationCardReference one-of-two'])
    })

    it('requires no source: a deposit to a card has none, and the interface requires none (§4 rule 5)', () => {
      expect(problems('transfer-v4', { ...transfer, depositToCard: 'true', ...number })).toEqual([])
      expect(problems('transfer-v4', { ...transfer, cardRecurringPaymentId: '30', ...recurring })).toEqual([])
    })
  })
})

describe('normalising', () => {
  it('drops spaces in a list of amounts: only commas separate them (§2.6)', () => {
    expect(normaliseValues(operations['recurrent-payment'], { enumeratedAmounts: ' 13.13, 8.00 ,7 ' }))
      .toEqual({ enumeratedAmounts: '13.13,8.00,7' })
  })

  it('drops white space at both ends, spaces in card numbers, empty fields and fields that the operation does not have', () => {
    expect(normaliseValues(operations.sale, {
      merchantOrderId: ' a b\n', cardNumber: ' 4444 3333-2222 1111 ', comment: 'not part of a sale', email: '  ',
    })).toEqual({ merchantOrderId: 'a b', cardNumber: '4444333322221111' })
  })

  it.each(operationIds)('%s: has no further effect the second time', (id) => {
    const values = Object.fromEntries(operations[id].fields.map(({ key }) => [key, `  ${fields[key].label} 1 - 2 `]))
    const once = normaliseValues(operations[id], values)
    expect(normaliseValues(operations[id], once)).toEqual(once)
  })
})
