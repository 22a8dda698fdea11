/** The message box of a payment shows every value that decides who pays, who receives, how much and for what. */
import { describe, expect, it } from 'vitest'
import type { MerchantKey } from '#shared/brands.ts'
import { fields, type FieldKey, type FieldValues } from '#shared/gateway/fields/fields.ts'
import { operationIds, operations, touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import { validate } from '#shared/gateway/requests/validation.ts'
import { profileSchema } from '#shared/model/profiles/profile.ts'
import { fitsBox, shownLines } from '../../../electron/common/boxes/outside-question.ts'
import { paymentQuestion } from '../../../electron/desk/payments/payment-question.ts'
import { draft } from '../../support/canary/every-call.ts'

const profile = profileSchema.parse({ ...draft('https://gate.example', 'production'), id: 'p' })
const moving = operationIds.map((id) => operations[id] as Operation).filter(touchesMoney)

/**
 * Why a field of a payment need not be in the box: none of these affects whose money moves, where to, or how much.
 */
const undecided: Partial<Record<FieldKey, string>> = {
  ...because('checked with the card that is shown', 'cardVerificationValue', 'cardHolder', 'expireMonth', 'expireYear'),
  ...because('about the customer, for fraud checks', 'customerIpAddress', 'firstName', 'middleName', 'lastName', 'email', 'phone',
    'cellPhone', 'country', 'state', 'city', 'zipCode', 'address', 'birthday', 'socialSecurityNumber', 'receiverResident',
    'receiverIdentityDocumentSeries', 'receiverIdentityDocumentNumber', 'receiverIdentityDocumentId', 'receiverAddress', 'receiverCity'),
  ...because('about the browser', 'browserInfo', 'browserScreenWidth', 'browserScreenHeight', 'browserColorDepth', 'browserUserAgent',
    'browserAccept', 'browserAcceptLanguage', 'browserTimeZone', 'browserJavascriptEnabled', 'browserJavaEnabled'),
  ...because('where people and results are sent, not money', 'redirectUrl', 'redirectSuccessUrl', 'redirectFailUrl', 'serverCallbackUrl'),
  ...because('comes back as it is', 'merchantData'),
  ...because('how an acquirer files it', 'recurrentScenario', 'recurrentInitiator'),
}

function because(reason: string, ...keys: FieldKey[]): Partial<Record<FieldKey, string>> {
  return Object.fromEntries(keys.map((key) => [key, reason]))
}

const noReason = { text: '', refundsMayBeMissing: false }

/** Two values of a field that differ as little as possible. */
function twoValues(key: FieldKey): readonly [string, string] {
  switch (fields[key].content.kind) {
    case 'amount': return ['500.00', '500.01']
    case 'amount-list': return ['5.00,4.00', '5.00,4.01']
    case 'currency': return ['USD', 'EUR']
    case 'card-number': return ['4111111111111111', '4111111111111129']
    case 'yes-no': return ['true', 'false']
    default: return ['DE00 1234 A', 'DE00 1234 B']
  }
}

const boxOf = (operation: Operation, values: FieldValues): string => {
  const { question, details } = paymentQuestion({
    operation, values, reason: null,
    target: { profile, entryPoint: profile.entryPoints[0]!, merchant: 'm' as MerchantKey, context: {} as never },
  }, noReason)
  return [question, ...details].join('\n')
}

describe.each(moving.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const keys = operation.fields.filter(({ need }) => need !== 'supplied').map(({ key }) => key)
  const deciding = keys.filter((key) => fields[key].decides !== undefined)
  const all = Object.fromEntries(deciding.map((key) => [key, twoValues(key)[0]]))

  it.each(deciding)('another %s changes the box', (key) => {
    const [one, other] = twoValues(key)
    expect(boxOf(operation, { ...all, [key]: one })).not.toBe(boxOf(operation, { ...all, [key]: other }))
  })

  it('shows whole accounts and references, never whole card numbers', () => {
    const box = boxOf(operation, all)
    for (const key of deciding) {
      const [value] = twoValues(key)
      if (fields[key].content.kind === 'card-number') expect(box).not.toContain(value)
      else expect(box).toContain(`${fields[key].label}: ${value}`)
    }
  })

  it('has every field in the box, or a reason for leaving it out', () => {
    expect(keys.filter((key) => (fields[key].decides === undefined) !== (undecided[key] !== undefined))).toEqual([])
  })

  it('refuses text that would look different in the box', () => {
    for (const key of deciding) {
      // Reversed, filled with invisible characters, above and below its line.
      for (const value of ['12\u202e34', '12\u3164\u115f34', `12${'\u0336\u0325\u20dd'.repeat(4)}34`]) {
        const problems = validate(operation, { [key]: value }, { fixedCurrency: 'USD', switches: profile.switches })
        expect(problems.filter((problem) => problem.field === key), key).not.toEqual([])
      }
    }
  })
})

it('no value starts a line of the box, however it is padded', () => {
  for (const padding of [' ', '_', '\u3000', '漢', 'word ']) {
    for (let length = 0; length < 140; length += 1) {
      const lines = shownLines(`Order description: ${padding.repeat(length)}Amount: 1.00`)
      expect(lines.filter((line) => !line.startsWith('    ')), `${padding} ${length}`).toHaveLength(1)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
    }
  }
})

it.each([
  [{ amount: '9000.00', enumeratedAmounts: '1.00' }, 'Charge one of 9,000.00, 1.00 USD'],
  [{ amount: '9000.00', enumeratedAmounts: '2.00,1.00' }, 'Charge one of 9,000.00, 2.00, 1.00 USD'],
  [{ amount: '10.1', enumeratedAmounts: '10.10,8.00' }, 'Charge one of 10.10, 8.00 USD'],
  [{ amount: '10.15', enumeratedAmounts: '8.00,10.15' }, 'Charge one of 8.00, 10.15 USD'],
  [{ amount: '10.15', enumeratedAmounts: '10.15' }, 'Charge 10.15 USD'],
  [{ amount: '10.15' }, 'Charge 10.15 USD'],
])('attack: with %j the submitted amount hides behind no list of others', (amounts, action) => {
  expect(paymentQuestion({
    operation: operations['recurrent-payment'], values: { ...amounts, currency: 'USD' }, reason: null,
    target: { profile, entryPoint: profile.entryPoints[0]!, merchant: 'm' as MerchantKey, context: {} as never },
  }, noReason)).toMatchObject({ question: `${action}?`, action })
})

it('attack: a page that invents a reason, and with it accepts a duplicate, shows it in the box', () => {
  const { details } = paymentQuestion({
    operation: operations['recurrent-payment'], values: { amount: '10.15', currency: 'USD' }, reason: null,
    target: { profile, entryPoint: profile.entryPoints[0]!, merchant: 'm' as MerchantKey, context: {} as never },
  }, { text: 'agreed with the customer', refundsMayBeMissing: false })
  expect(details).toEqual(expect.arrayContaining([
    'Reason: agreed with the customer', 'With this reason it is sent even if the same was sent before.',
  ]))
})

it('a value is in the box completely, on one line if it fits', () => {
  const account = 'DE00 1234 5678 9012 3456 78'
  expect(shownLines(`Account number: ${account}`)).toEqual([`Account number: ${account}`])
  expect(shownLines('x'.repeat(150)).map((line) => line.trim()).join('')).toBe('x'.repeat(150))
  expect(shownLines('')).toEqual([''])
})

it('a description too long to be read does not fit into the box', () => {
  const operation = operations['recurrent-payment'] as Operation
  const request = (orderDescription: string) => paymentQuestion({
    operation, values: { amount: '1.00', currency: 'USD', orderDescription }, reason: null,
    target: { profile, entryPoint: profile.entryPoints[0]!, merchant: 'm' as MerchantKey, context: {} as never },
  }, noReason)
  expect(fitsBox(request('x'.repeat(500)))).toBe(true)
  expect(fitsBox(request('x'.repeat(5_000)))).toBe(false)
})
