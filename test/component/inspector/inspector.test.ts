import { expect, test } from 'vitest'
import type { Masked } from '#shared/brands.ts'
import type { Inspection } from '#shared/model/answers/inspection.ts'
import { success } from '#shared/result.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { label, text } from '../../support/texts.ts'

const pairs = (...some: [string, string][]) => some.map(([name, value]) => ({ name, value: value as Masked }))

const control: Inspection = {
  operation: 'recurrent-payment', method: 'POST', url: 'https://gate.example/gw/api/v2/make-rebill-sale/22903',
  trimmed: [], problems: [], withheld: false, fields: pairs(['client_orderid', 'inv1']),
  signing: {
    kind: 'control', parts: [{ label: text('forms.minorUnits', { amount: 'Amount in', count: 2 }), value: '1015' as Masked }],
    text: '22903inv11015USD{merchant_control}' as Masked, control: 'c0ffee0123456789c0ffee0123456789c0ffee01',
  },
  headers: pairs(['Content-Type', 'application/x-www-form-urlencoded']), body: 'client_orderid=inv1&control=c0ffee' as Masked,
}

const oauth: Inspection = {
  ...control, operation: 'create-card-ref-v4',
  signing: {
    kind: 'oauth', signatureMethod: 'RSA-SHA256', nonce: 'abc', timestamp: '1795192470',
    parameters: pairs(['client_orderid', 'inv 1']), encoded: pairs(['client_orderid', 'inv%201']),
    sorted: pairs(['client_orderid', 'inv%201']), parameterString: 'client_orderid=inv%201' as Masked,
    baseStringUrl: 'https://gate.example/x', baseString: 'POST&https%3A%2F%2Fgate.example%2Fx&client_orderid%3Dinv%25201' as Masked,
    signature: 'c2lnbmVk', signatureHex: '7369676e6564', authorization: 'OAuth oauth_signature="c2lnbmVk"',
  },
}

const openWith = async (inspection: Inspection, path = '/inspector') => {
  const screen = await openScreen(path, {
    'inspector.build': () => success(inspection), 'inspector.fromEntry': () => success(inspection),
  })
  await flushScreen()
  return screen
}
const show = async (): Promise<void> => {
  await click(button(text('inspector.build')))
  await flushScreen()
}
const steps = (content: Element): string[] => [...content.querySelectorAll('h2')].map((heading) => words(heading))

test('shows a control step by step, the secret as a token', async () => {
  const { content } = await openWith(control)
  await show()
  expect(steps(content)).toEqual(['Values', text('inspector.step.controlText'), 'Control', 'Header', 'Body'])
  expect(words(content)).toContain('22903inv11015USD{merchant_control}')
  expect(words(content)).toContain('Amount in minor units1015')
})

test('shows an OAuth signature step by step, and warns of the hexadecimal form', async () => {
  const { content } = await openWith(oauth)
  await show()
  expect(steps(content)).toEqual([
    'Values', 'Encoded', 'Sorted', text('inspector.step.parameterString'), text('inspector.step.baseString'), 'Signature', 'Header', 'Body',
  ])
  expect(words(content)).toContain('Hexadecimal formfor debugging, never send')
})

test('a text is copied whole', async () => {
  const { inputsOf } = await openWith(oauth)
  await show()
  await click(button('Copy Base string'))
  await click(button(text('inspector.copyPairs', { step: 'Copy Sorted' })))
  expect(inputsOf('app.copy').map(({ text }) => text)).toEqual([
    'POST&https%3A%2F%2Fgate.example%2Fx&client_orderid%3Dinv%25201', 'client_orderid=inv%201',
  ])
})

test('method, nonce and timestamp can be fixed by hand; empty ones get a fresh value', async () => {
  const { inputsOf } = await openWith(oauth)
  await type(field('Operation'), 'pan-eligibility-send')
  await click(button(/Fix method/))
  await type(field(text('inspector.method')), 'HMAC-SHA1')
  await type(field('Nonce'), 'abc')
  await show()
  await type(field('Timestamp'), '1795192470')
  await show()
  expect(inputsOf('inspector.build').map(({ signatureMethod, nonce, timestamp }) => [signatureMethod, nonce, timestamp])).toEqual([
    ['HMAC-SHA1', 'abc', null], ['HMAC-SHA1', 'abc', '1795192470'],
  ])
})

test('an invalid timestamp is not sent', async () => {
  const { inputsOf } = await openWith(oauth)
  await type(field('Operation'), 'create-card-ref-v4')
  await click(button(/Fix method/))
  await type(field('Timestamp'), 'yesterday')
  await show()
  expect(descriptionOf(field('Timestamp'))).toContain(text('inspector.timestampProblem'))
  expect(inputsOf('inspector.build')).toEqual([])
})

test('values are sent as typed, with spaces at their ends, and omitted fields are listed', async () => {
  const { content, inputsOf } = await openWith({ ...control, trimmed: [{ field: text('openOutcomes.merchantOrderId'), typed: ' inv1 ' as Masked }] })
  await type(field(label('merchantOrderId')), ' inv1 ')
  await show()
  expect(inputsOf('inspector.build')[0]!.values.merchantOrderId).toBe(' inv1 ')
  expect(words(content)).toContain(text('inspector.trimmedTitle'))
  expect(words(content)).toContain('“ inv1 ”')
})

test('a request that the form would refuse is shown anyway', async () => {
  const { content } = await openWith({ ...control, problems: [{ field: 'amount', code: 'amount-comma', details: {} }] })
  await type(field(label('amount')), '10,15')
  await show()
  expect(words(content)).toContain(text('inspector.problemsTitle'))
  expect(steps(content)).toContain(text('inspector.step.controlText'))
})

test('a withheld control is explained and not shown anywhere', async () => {
  const { content } = await openWith({
    ...control, withheld: true, body: 'client_orderid=inv1&control={control}' as Masked,
    signing: { ...control.signing, control: null } as Inspection['signing'],
  })
  await show()
  expect(words(content)).toContain(text('inspector.withheldTitle'))
  expect(words(content)).toContain('{control} is shown instead.')
  expect(words(content)).not.toContain('c0ffee')
})

test('without a secret the text is shown and the control is reported as missing', async () => {
  const { content } = await openWith({ ...control, signing: { ...control.signing, control: null } as Inspection['signing'] })
  await show()
  expect(words(content)).toContain('this profile has no control secret yet')
})

test('opens an entry of the history without a form', async () => {
  const { content, inputsOf } = await openWith({ ...control, withheld: true }, '/inspector?entry=entry-7')
  expect(inputsOf('inspector.fromEntry')).toEqual([{ entryId: 'entry-7' }])
  expect(steps(content)).toContain(text('inspector.step.controlText'))
  expect(() => button(text('inspector.build'))).toThrow()
  await click(button(text('inspector.byHand')))
  expect(button(text('inspector.build'))).toBeTruthy()
})

test('an operation that accepts no group shows that beside the endpoint', async () => {
  await openWith(oauth)
  await type(field('Endpoint'), 'group:117')
  await type(field('Operation'), 'payout-v2')
  expect(descriptionOf(field('Endpoint'))).toContain(text('forms.endpointOnly'))
})
