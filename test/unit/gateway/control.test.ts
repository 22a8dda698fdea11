import { describe, expect, it } from 'vitest'
import { callbackTextBeforeSecret, digestMatches, missingFields } from '#shared/gateway/callbacks/callback.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { operationIds, operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import { composeRequest, controlTextOf, type RequestContext } from '#shared/gateway/requests/request.ts'
import { defaultSwitches, type Switches } from '#shared/gateway/operations/switches.ts'
import { normaliseValues } from '#shared/gateway/requests/validation.ts'

const values: FieldValues = {
  merchantOrderId: ' <client> ', orderId: '<order>', cardReference: '<card>', amount: '10.5', currency: 'USD',
  email: '<email>', serialNumber: '<serial>', comment: '<comment>', orderDescription: '<description>',
}

function text(
  id: OperationId, without: readonly (keyof FieldValues)[] = [], changes: Partial<Switches> = {}, group = false,
) {
  const operation = operations[id]
  const given = { ...values, ...Object.fromEntries(without.map((key) => [key, undefined])) }
  const context: RequestContext = {
    baseUrl: 'https://gateway.example', productWord: 'gw', login: '<login>',
    entryPoint: group ? { kind: 'group', id: '<group>' } : { kind: 'endpoint', id: '<endpoint>', currency: 'USD' },
    switches: { ...defaultSwitches, ...changes },
  }
  const request = composeRequest(operation, normaliseValues(operation, given), context)
  if (request === null) throw new Error('this operation takes no group')
  return controlTextOf(request)
}

describe('the text that each control hashes, before the secret (§5.1, addendum 4)', () => {
  const texts: { readonly [Id in OperationId]?: string } = {
    'create-card-ref-v2': '<login><client><order>',
    'get-card-info': '<login><card>',
    'status': '<login><client><order>',
    'recurrent-payment': '<endpoint><login><client><card>1050USD',
    'recurrent-preauthorisation': '<endpoint><login><client><card>1050USD',
    'sale': '<endpoint><client>1050<email>',
    'preauth': '<endpoint><client>1050<email>',
    'return': '<login><client><order>1050USD',
    'capture': '<login><client><order>1050USD',
    'void': '<login><client><order>',
    'upload-method-url-result': '<login><client><order>',
    'upload-cres-result': '<login><client><order>',
    'upload-pares-result': '<login><client><order>',
  }

  it.each(Object.entries(texts) as [OperationId, string][])('%s: %s', (id, expected) => { expect(text(id)).toBe(expected) })

  it('covers every operation that is signed with a control', () => {
    const uncovered = operationIds.filter((id) => operations[id].authentication.kind === 'control' && texts[id] === undefined)
    expect(uncovered, 'write down above, from the interface document, what the control of these hashes').toEqual([])
    expect(() => text('transfer-v4')).toThrow(TypeError)
  })

  it('uses the group id instead of the endpoint id', () => {
    expect(text('recurrent-payment', [], {}, true)).toBe('<group><login><client><card>1050USD')
    expect(text('sale', [], {}, true)).toBe('<group><client>1050<email>')
  })

  it('omits the entry point from the recurrent text if the profile is set so, and only there', () => {
    const off = { recurrentControlStartsWithEntryPoint: false }
    expect(text('recurrent-payment', [], off)).toBe('<login><client><card>1050USD')
    expect(text('sale', [], off)).toBe('<endpoint><client>1050<email>')
  })

  it('counts an absent email or order id as empty', () => {
    expect(text('sale', ['email'])).toBe('<endpoint><client>1050')
    expect(text('status', ['orderId'])).toBe('<login><client>')
  })

  it('includes amount and currency of a return only if they are sent', () => {
    expect(text('return', ['amount', 'currency'])).toBe('<login><client><order>')
    expect(text('return', ['currency'])).toBe('<login><client><order>1050')
    expect(text('return', ['amount'])).toBe('<login><client><order>USD')
  })

  it("shifts the amount by its currency's own digits, or by two if the profile is set so", () => {
    const operation = operations['recurrent-payment']
    const request = (switches: Switches) => composeRequest(operation, { ...values, amount: '500', currency: 'JPY' }, {
      baseUrl: 'https://gateway.example', productWord: 'gw', login: 'l', entryPoint: { kind: 'group', id: '1' }, switches,
    })
    expect(request(defaultSwitches)?.minorAmount).toBe('500')
    expect(request({ ...defaultSwitches, minorUnitDigits: 'always-two' })?.minorAmount).toBe('50000')
  })
})

describe('callbacks (addendum 9)', () => {
  const complete = [
    ['status', 'approved'], ['merchant_order', 'c'], ['client_orderid', 'c'], ['orderid', '7'], ['type', 'sale'],
    ['amount', '10.15'], ['control', 'x'],
  ] as const

  it('the control hashes status, order id and merchant order id, in this order, and nothing else', () => {
    expect(callbackTextBeforeSecret(complete)).toBe('approved7c')
    expect(callbackTextBeforeSecret([])).toBe('')
  })

  it('a callback is complete only if every mandatory field is present and not empty', () => {
    expect(missingFields(complete, 'callback')).toEqual([])
    for (const [name] of complete) {
      expect(missingFields(complete.filter(([other]) => other !== name), 'callback')).toEqual([name])
      expect(missingFields(complete.map(([other, value]) => [other, other === name ? '' : value]), 'callback')).toEqual([name])
    }
  })

  it('digests are compared: equal, differing in one character, shorter, longer', () => {
    const digest = '652ace404c4dfe8bba069ecee594ec23a89340e1'
    expect(digestMatches(digest, digest)).toBe(true)
    for (const other of [digest.replace(/.$/, '0'), digest.replace(/^./, '0'), digest.slice(1), `${digest}0`, '', digest.toUpperCase()]) {
      expect(digestMatches(other, digest)).toBe(false)
    }
  })
})
