import { describe, expect, it } from 'vitest'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import {
  bodyWithControl, composeRequest, maskedBaseString, maskedControlText, maskedFields, maskedValues, maskRequest,
  operationUrl, signatureMethodOf,
} from '#shared/gateway/requests/request.ts'
import { defaultSwitches, type Switches } from '#shared/gateway/operations/switches.ts'

const card = '4111111111111111'
const sale: FieldValues = {
  merchantOrderId: 'order-1', orderDescription: 'Shoes', amount: '10.15', currency: 'USD', customerIpAddress: '203.0.113.9',
  cardNumber: card, cardHolder: 'ZOE ONEIL', expireMonth: '07', expireYear: '31', cardVerificationValue: '123',
}
const context = (switches: Partial<Switches>) => ({
  baseUrl: 'https://gateway.example', productWord: 'gw', login: 'acme',
  entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, switches: { ...defaultSwitches, ...switches },
} as const)

function compose(values: FieldValues, switches: Partial<Switches> = {}, id: OperationId = 'sale') {
  const request = composeRequest(operations[id], values, context(switches))
  if (request === null) throw new Error('could not be composed')
  return request
}
const sent = (values: FieldValues, switches: Partial<Switches> = {}, id: OperationId = 'sale') =>
  Object.fromEntries(compose(values, switches, id).pairs)

describe('names of the browser fields', () => {
  const browser: FieldValues = {
    browserInfo: 'true', browserScreenWidth: '1280', browserUserAgent: 'Mozilla/5.0', browserAccept: 'text/html',
    browserAcceptLanguage: 'en',
  }

  it('are those of the document by default (§2.10)', () => {
    expect(sent({ ...sale, ...browser })).toMatchObject({
      customer_browser_info: 'true', customer_browser_screen_width: '1280', customer_user_agent: 'Mozilla/5.0',
      customer_accept: 'text/html', customer_accept_language: 'en',
    })
  })

  it.each(['sale', 'preauth'] as const)('of a %s all begin with customer_browser_ if the switch is set (addendum 2)', (id) => {
    const names = Object.keys(sent({ ...sale, ...browser }, { browserFieldNames: 'prefixed' }, id))
    expect(names).toEqual(expect.arrayContaining(['customer_browser_info', 'customer_browser_screen_width']))
    expect(names.filter((name) => name.startsWith('customer_') && !name.startsWith('customer_browser_'))).toEqual([])
    expect(names.filter((name) => name.startsWith('customer_browser_'))).toHaveLength(Object.keys(browser).length)
  })

  it('of an upload do not depend on the switch (§2.11)', () => {
    const names = Object.keys(sent(browser, { browserFieldNames: 'prefixed' }, 'upload-method-url-result'))
    expect(names).toEqual(expect.arrayContaining(['browserUserAgent', 'browserAcceptHeader', 'browserLanguage']))
  })
})

describe('the expiry year', () => {
  it.each([['31', 2, '31'], ['2031', 2, '31'], ['31', 4, '2031'], ['2031', 4, '2031']] as const)(
    '%s, with %i digits required, is sent as %s', (expireYear, expireYearDigits, expected) => {
      for (const id of ['sale', 'preauth', 'transfer-v4'] as const) {
        expect(sent({ ...sale, expireYear }, { expireYearDigits }, id).expire_year).toBe(expected)
      }
    },
  )

  it('is not sent if none was typed', () => {
    expect(Object.keys(sent({ ...sale, expireYear: undefined }, { expireYearDigits: 4 }))).not.toContain('expire_year')
  })
})

describe('the card number', () => {
  it('is sent once by default, and under its second name too if the switch is set (addendum 12)', () => {
    expect(Object.entries(sent(sale)).filter(([, value]) => value === card)).toEqual([['credit_card_number', card]])
    expect(Object.entries(sent(sale, { sendSecondCardNumberField: true })).filter(([, value]) => value === card))
      .toEqual([['credit_card_number', card], ['cardNumber', card]])
  })

  it('has no second name in a transfer', () => {
    expect(Object.keys(sent(sale, { sendSecondCardNumberField: true }, 'transfer-v4'))).not.toContain('cardNumber')
  })

  it.each([
    ['sale', sale], ['preauth', sale],
    ['transfer-v4', { ...sale, destinationCardNumber: '5555555555554444' }],
  ] as const)('of a %s is never whole in a masked text, whatever the switches', (id, values) => {
    const request = compose(values, { sendSecondCardNumberField: true, browserFieldNames: 'prefixed', expireYearDigits: 4 }, id)
    const signed = id === 'transfer-v4'
      ? maskedBaseString(request, { consumerKey: 'acme', nonce: 'n', timestamp: '1', method: 'RSA-SHA256' })
      : maskedControlText(request)
    const shown = JSON.stringify([signed, maskedFields(request), maskedValues(request), bodyWithControl(maskRequest(request), 'x')])
    expect(shown).not.toContain(card)
    expect(shown).not.toContain('5555555555554444')
    expect(shown).not.toContain('cvv2=123')
    expect(shown).toContain('411111XXXXXX1111')
  })
})

describe('other switches', () => {
  it('pan-eligibility is signed by HMAC-SHA1 only if the profile is set so (addendum 3)', () => {
    const method = (switches: Partial<Switches>, id: OperationId = 'pan-eligibility-send') =>
      signatureMethodOf(operations[id], { ...defaultSwitches, ...switches })
    expect(method({})).toBe('RSA-SHA256')
    expect(method({ signatureMethods: { 'pan-eligibility-send': 'HMAC-SHA1' } })).toBe('HMAC-SHA1')
    // §5.2: the server requires RSA-SHA256 for what moves money; no switch changes that.
    expect(method({ signatureMethods: { 'transfer-v4': 'HMAC-SHA1' } }, 'transfer-v4')).toBe('RSA-SHA256')
  })

  it('a path of the profile replaces the catalogue\'s (addendum 1)', () => {
    const at = (id: OperationId) => operationUrl(operations[id], context({ paths: { sale: '/v2/buy/' } }))
    expect(at('sale')).toBe('https://gateway.example/gw/api/v2/buy/22903')
    expect(at('preauth')).toBe('https://gateway.example/gw/api/v2/preauth/22903')
  })
})
