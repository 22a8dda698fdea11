import { describe, expect, test } from 'vitest'
import type { Masked } from '#shared/brands.ts'
import { isConfidential, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { catalogue, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { describeReplyField } from '#shared/gateway/fields/reply-fields.ts'
import { failed, success } from '#shared/result.ts'
import { anAnswer, aStatus } from '../screen-support/data.ts'
import { aProfile } from '../support/data.ts'
import { button, descriptionOf, words } from '../support/mount.ts'
import { control, fill, filled, openOperation, submit } from './operation-screen.ts'
import { text } from '../../support/texts.ts'

const uploads = ['upload-method-url-result', 'upload-cres-result', 'upload-pares-result'] as const
const ids = catalogue.filter((operation) => operation.menu !== null && !touchesMoney(operation)).map(({ id }) => id)

describe.each(ids)('%s', (id) => {
  test('is sent without a review, with confidential values apart', async () => {
    const { inputsOf } = await openOperation(id)
    await fill(filled[id])
    await submit()
    const [{ operation, values, confidential }] = inputsOf('operations.perform') as [ReturnType<typeof inputsOf<'operations.perform'>>[0]]
    expect(operation).toBe(id)
    expect({ ...values, ...confidential }).toMatchObject(filled[id])
    expect((Object.keys(values) as FieldKey[]).filter((key) => isConfidential(key))).toEqual([])
    expect((Object.keys(confidential) as FieldKey[]).filter((key) => !isConfidential(key))).toEqual([])
    expect(inputsOf('payments.review')).toEqual([])
  })

  test('asks for missing fields before anything is sent', async () => {
    const { inputsOf } = await openOperation(id)
    await submit()
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
    expect(inputsOf('operations.perform')).toEqual([])
  })

  test('shows the whole answer and moves the focus to it', async () => {
    const { content } = await openOperation(id)
    await fill(filled[id])
    await submit()
    expect(document.activeElement?.hasAttribute('data-result-heading')).toBe(true)
    expect(words(content)).toContain(text('answer.rawReply'))
    expect(button(text('answer.openInspector'))).toBeTruthy()
  })
})

describe('uploads by hand', () => {
  test.each(uploads)('%s: explains that the order\'s page usually does it, with a link', async (id) => {
    const { content } = await openOperation(id)
    expect(words(content)).toContain(text('moreOperations.upload.title'))
    expect(button(text('moreOperations.upload.findOrder')).getAttribute('href')).toContain('/order-status')
    await fill({ orderId: '6768788' })
    expect(button(text('moreOperations.upload.openOrder')).getAttribute('href')).toContain('orderId=6768788')
  })

  test('the completion is chosen by a text', async () => {
    await openOperation('upload-method-url-result')
    const options = [...(control('methodCompletion') as unknown as HTMLSelectElement).options].map((option) => words(option))
    expect(options.slice(1)).toEqual([
      'Y: the method page ended', 'N: it did not end in time', 'U: there was no method page',
    ])
  })

  test('a pasted payload is deleted once it was sent, and is asked for again', async () => {
    const { content, inputsOf } = await openOperation('upload-pares-result')
    await fill(filled['upload-pares-result'])
    await submit()
    expect([control('authenticationResponse').value, control('authenticationMerchantData').value]).toEqual(['', ''])
    expect(control('orderId').value).toBe('6768788')
    expect(words(content)).toContain('Not stored: Authentication response, Authentication merchant data.')
    await submit()
    expect(inputsOf('operations.perform')).toHaveLength(1)
  })

  test('a payload that was not sent is kept', async () => {
    const { content } = await openOperation('upload-cres-result', { 'operations.perform': () => failed({ code: 'vault-locked' }) })
    await fill(filled['upload-cres-result'])
    await submit()
    expect(words(content)).toContain(text('failure.what.vault-locked'))
    expect(control('challengeResponse').value).toBe('eyJhbGciOiJub25lIn0')
  })

  test('an upload without an answer is not to be repeated blindly', async () => {
    const { content } = await openOperation('upload-cres-result', {
      'operations.perform': () => success(anAnswer({}, {
        operation: 'upload-cres-result', outcome: { kind: 'unknown', fault: 'answer-timeout' }, reply: null,
      })),
    })
    await fill(filled['upload-cres-result'])
    await submit()
    expect(words(content)).toContain(text('moreOperations.upload.unknown'))
    expect(button(text('answer.openPayment'))).toBeTruthy()
  })

  test('main’s problem is shown beside the field', async () => {
    await openOperation('upload-cres-result', {
      'operations.perform': () => failed({
        code: 'form-invalid', problems: [{ field: 'orderId', code: 'too-long', details: { most: '128' } }],
      }),
    })
    await fill(filled['upload-cres-result'])
    await submit()
    expect(descriptionOf(control('orderId'))).toContain('Too long: at most 128.')
  })
})

describe('eligibility', () => {
  test('each check gets its own id', async () => {
    const { inputsOf } = await openOperation('pan-eligibility-send')
    await fill(filled['pan-eligibility-send'])
    await submit()
    await submit()
    expect(inputsOf('operations.perform').map(({ values }) => values.merchantOrderId)).toEqual(['gc-1', 'gc-2'])
  })

  test('without a key it needs the other signature of the profile', async () => {
    const keyless = aProfile({ keyId: null }, { key: null })
    const { content } = await openOperation('pan-eligibility-send', {}, keyless)
    expect(words(content)).toContain(text('moreOperations.obstacle.no-key.title', { name: 'Acme Shop' }))
  })

  test('with the built-in gateway it can be used before that has a key', async () => {
    const keyless = aProfile({ keyId: null, gateway: { kind: 'built-in' } }, { key: null })
    const { content } = await openOperation('pan-eligibility-send', {}, keyless)
    expect(words(content)).not.toContain('has no key')
    expect(control('sendingCardReference')).toBeTruthy()
  })

  test('by HMAC-SHA1 it needs no key', async () => {
    const { switches } = aProfile().profile
    const keyless = aProfile({ keyId: null, switches: { ...switches, signatureMethods: { 'pan-eligibility-send': 'HMAC-SHA1' } } }, { key: null })
    const { content } = await openOperation('pan-eligibility-send', {}, keyless)
    expect(words(content)).not.toContain('has no key')
    expect(control('sendingCardReference')).toBeTruthy()
  })
})

describe('replies that are not documented', () => {
  const shown = (pairs: readonly (readonly [string, string])[]): Answer['reply'] => ({
    httpStatus: 200,
    fields: pairs.map(([name, value]) => {
      const { label, group, hint } = describeReplyField(name)
      return { name, label, group, value: value as Masked, ...(hint !== undefined && { hint }) }
    }),
    raw: pairs.map(([name, value]) => `${name}=${value}`).join('&') as Masked,
  })
  const long = 'x'.repeat(60_000)

  test.each<[string, readonly (readonly [string, string])[]]>([
    ['no type', [['eligible', 'yes']]],
    ['names that nobody knows', [['type', 'pan-eligibility-response'], ['Ünheard-of', '<b>1</b>'], ['a.b[c]', '{0} | {x}']]],
    ['an empty value', [['type', 'x'], ['eligible', '']]],
    ['an empty name', [['', 'nameless']]],
    ['a name twice', [['eligible', 'yes'], ['eligible', 'no']]],
    ['a value of 60 kB', [['blob', long]]],
    ['names of objects', [['constructor', 'a'], ['__proto__', 'b'], ['toString', 'c']]],
  ])('%s: every field is shown unchanged', async (_, pairs) => {
    const { content } = await openOperation('pan-eligibility-send', {
      'operations.perform': () => success(anAnswer({}, {
        operation: 'pan-eligibility-send', outcome: { kind: 'answered' }, reply: shown(pairs), orderId: null,
      })),
    })
    await fill(filled['pan-eligibility-send'])
    await submit()
    expect(words(content)).toContain(text('answer.headline.answered', { operation: text('operation.pan-eligibility-send.name') }))
    const values = [...content.querySelectorAll('dd')].map((value) => words(value))
    for (const [, value] of pairs) expect(values.some((one) => one.includes(value === '' ? 'empty' : value))).toBe(true)
    expect(content.querySelector('dd b')).toBeNull()
  })

  test('a status in the reply is in the heading', async () => {
    const { content } = await openOperation('pan-eligibility-send', {
      'operations.perform': () => success(anAnswer({}, {
        operation: 'pan-eligibility-send', outcome: { kind: 'answered' }, reply: shown([['status', 'declined']]), orderId: null,
      })),
    })
    await fill(filled['pan-eligibility-send'])
    await submit()
    const heading = content.querySelector<HTMLElement>('[data-result-heading]')!
    expect(words(heading)).toBe(text('answer.status.declined', { type: text('operation.pan-eligibility-send.name') }))
    expect(heading.dataset.kind).toBe('bad')
  })

  test('no fields at all', async () => {
    const { content } = await openOperation('pan-eligibility-send', {
      'operations.perform': () => success(anAnswer({}, {
        operation: 'pan-eligibility-send', outcome: { kind: 'unknown', fault: 'unreadable-body' }, reply: shown([]),
      })),
    })
    await fill(filled['pan-eligibility-send'])
    await submit()
    expect(words(content)).toContain(text('answer.unknownFault.unreadable-body'))
  })
})

test('an order\'s status by version 4 is shown like any status, with a link to the order', async () => {
  const { content } = await openOperation('status-v4', {
    'operations.perform': () => success(aStatus('approved', {}, { operation: 'status-v4' })),
  })
  await fill(filled['status-v4'])
  await submit()
  expect(words(content)).toContain(text('answer.status.approved', { type: 'Sale' }))
  expect(button(text('answer.openPayment')).getAttribute('href')).toContain('merchantOrderId=inv4097763')
})
