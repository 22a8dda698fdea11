import { afterEach, describe, expect, it } from 'vitest'
import { calls, type ParsedInput } from '#shared/ipc/contract.ts'
import { effectOf, operationIds, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { refusesCardEntry } from '../../../electron/desk/requests/form.ts'
import { performOperation } from '../../../electron/desk/operations/perform.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

type Input = ParsedInput<'operations.perform'>

const form = (desk: TestDesk, operation: Input['operation'], values: Input['values'], confidential: Input['confidential'] = {}): Input =>
  ({ profileId: desk.profileId, entryPoint: endpoint, operation, values, confidential })

describe('an operation that is sent from its form', () => {
  it.each(['RSA-SHA256', 'HMAC-SHA1'] as const)('checks whether a card can receive, signed with %s according to the profile', async (method) => {
    const desk = await open()
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === desk.profileId)!.profile
    const switches = { ...draft.switches, signatureMethods: { 'pan-eligibility-send': method } }
    await desk.call('profiles.save', { id, draft: { ...draft, switches } })
    const answer = await desk.call('operations.perform', form(desk, 'pan-eligibility-send', {
      merchantOrderId: 'eligible-1', sendingCardReference: '1000001',
    }))
    expect(answer).toMatchObject({ operation: 'pan-eligibility-send', money: 'not-concerned' })
    expect(answer.signedText).toContain(`oauth_signature_method%3D${method}`)
    // This sandbox accepts RSA-SHA256; a 403 to a version 2 operation is never attributed to the signature
    // (addendum 5).
    expect(answer.outcome).toMatchObject(method === 'RSA-SHA256' ? { kind: 'answered' } : { kind: 'unknown', fault: 'http-status' })
  })

  it('is one entry in the journal, whatever its kind', async () => {
    const desk = await open()
    const { orderId, merchantOrderId } = await charge(desk)
    const ids = { orderId: orderId!, merchantOrderId: merchantOrderId! }
    for (const [operation, values, confidential] of [
      ['status', ids, {}],
      ['create-card-ref-v2', ids, {}],
      ['get-card-info', { cardReference: '1000001' }, {}],
      ['upload-method-url-result', { ...ids, threeDSecureServerTransactionId: 'trans-1', methodCompletion: 'Y' }, {}],
      ['upload-cres-result', ids, { challengeResponse: 'e30' }],
      ['upload-pares-result', ids, { authenticationResponse: 'e30', authenticationMerchantData: 'bWQ' }],
    ] as const) {
      const answer = await desk.call('operations.perform', form(desk, operation, values, confidential))
      const { row } = await desk.call('history.entry', { entryId: answer.entryId })
      expect(row).toMatchObject({ operation, effect: effectOf(operations[operation]) })
      // The approved charge waits for no upload.
      expect(answer.outcome.kind).toBe(operation.startsWith('upload-') ? 'refused' : 'answered')
    }
  })

  it('uploads nothing in production: there the cardholder authenticates', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('production', 'Production')
    const before = desk.ledger().length
    for (const operation of ['upload-method-url-result', 'upload-cres-result', 'upload-pares-result'] as const) {
      const upload = { ...form(desk, operation, { orderId: '1', merchantOrderId: 'a' }), profileId }
      expect(await desk.refused('operations.perform', upload)).toEqual({ code: 'not-on-production' })
    }
    expect(desk.ledger()).toHaveLength(before)
  })

  it('reports problems by field, and sends nothing', async () => {
    const desk = await open()
    const before = desk.ledger().length
    expect(await desk.refused('operations.perform', form(desk, 'upload-cres-result', { merchantOrderId: 'a' })))
      .toMatchObject({ code: 'form-invalid', problems: [{ field: 'challengeResponse', code: 'required' }, { field: 'orderId' }] })
    expect(desk.ledger()).toHaveLength(before)
  })

  it('is not sent to a group if the interface has none', async () => {
    const desk = await open()
    const input = form(desk, 'pan-eligibility-send', { merchantOrderId: 'a', sendingCardReference: '1' })
    const group = { kind: 'group' as const, id: '2001' }
    const { profiles } = await desk.call('profiles.list', null)
    const known = profiles.find(({ profile }) => profile.id === desk.profileId)!.profile.entryPoints.find(({ kind }) => kind === 'group')
    expect(await desk.refused('operations.perform', { ...input, entryPoint: known ?? group })).toEqual({ code: 'group-not-possible' })
  })
})

describe('an operation that touches money', () => {
  const moneyMovers = operationIds.filter((id) => touchesMoney(operations[id]))

  it.each(moneyMovers)('%s passes neither the contract nor the desk behind it', async (operation: OperationId) => {
    const input = { profileId: 'p', entryPoint: endpoint, operation, values: {}, confidential: {} }
    expect(calls['operations.perform'].input.safeParse(input).success).toBe(false)
    const never = (): never => expect.fail('the desk went on')
    const sender = { sendOperation: never, ask: never, sending: () => null, close: async () => undefined }
    expect(await performOperation({ sender, findTarget: never } as never, input as never)).toEqual({ ok: false, failure: { code: 'bridge-refused' } })
  })
})

describe('card numbers', () => {
  it('are refused if an operation would send one and the profile does not allow typing it', async () => {
    const desk = await open()
    const { profiles } = await desk.call('profiles.list', null)
    const { profile } = profiles[0]!
    const typed = { cardNumber: '4111111111111111' }
    const production = { ...profile, environment: 'production' as const }
    expect(refusesCardEntry(production, operations.sale, typed)).toBe(true)
    expect(refusesCardEntry(production, operations['transfer-v4'], { destinationCardNumber: '4111111111111111' })).toBe(true)
    expect(refusesCardEntry({ ...production, cardEntry: 'allowed' }, operations.sale, typed)).toBe(false)
    expect(refusesCardEntry({ ...profile, cardEntry: 'refused' }, operations.sale, typed)).toBe(true)
    expect(refusesCardEntry(profile, operations.sale, typed)).toBe(false)
    // A value that is not sent is not refused.
    expect(refusesCardEntry(production, operations.status, typed)).toBe(false)
  })
})
