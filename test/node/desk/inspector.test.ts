import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { operationIds, operations } from '#shared/gateway/operations/operations.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import { charge, chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

function inspect(desk: TestDesk, changes: Partial<ParsedInput<'inspector.build'>>): ParsedInput<'inspector.build'> {
  return {
    profileId: desk.profileId, entryPoint: endpoint, operation: 'recurrent-payment', values: {}, confidential: {},
    signatureMethod: null, nonce: null, timestamp: null, ...changes,
  }
}

describe('the inspector', () => {
  it('shows the control text of a charge and, in the sandbox, its control', async () => {
    const desk = await open()
    const { values } = chargeForm(desk, { merchantOrderId: 'inv4097763' })
    const shown = await desk.call('inspector.build', inspect(desk, { values }))
    expect(shown.signing).toMatchObject({ kind: 'control', text: '1001sandbox-merchantinv409776310000011015USD{merchant_control}' })
    const control = createHash('sha1').update(`1001sandbox-merchantinv409776310000011015USD${desk.secret}`).digest('hex')
    expect(shown.signing).toMatchObject({ control })
    expect(shown.body).toContain(`control=${control}`)
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('outside the sandbox withholds every control, including a card lookup’s, and still shows the text', async () => {
    const desk = await open()
    const withControl = operationIds.filter((id) => operations[id].authentication.kind === 'control')
    for (const environment of ['staging', 'production'] as const) {
      const profileId = await desk.addProfile(environment, environment)
      for (const operation of withControl) {
        // The text that a void of the order inv4097763 signs, written as a card reference.
        const values = { ...chargeForm(desk).values, orderId: '6768788', cardReference: 'inv40977636768788' }
        const shown = await desk.call('inspector.build', inspect(desk, { profileId, operation, values }))
        expect(shown.withheld).toBe(true)
        expect(shown.signing).toMatchObject({ control: null, text: expect.stringMatching(/.\{merchant_control\}$/) as string })
        expect(shown.body).toContain('control=%7Bcontrol%7D')
        expect(JSON.stringify(shown)).not.toMatch(/[0-9a-f]{40}/)
      }
      await desk.call('profiles.remove', { id: profileId })
    }
  })

  it('signs a version 4 request so that the exported public key verifies it, with nonce and time fixed by hand', async () => {
    const desk = await open()
    const shown = await desk.call('inspector.build', inspect(desk, {
      operation: 'create-card-ref-v4', values: { merchantOrderId: 'inv 4097763', orderId: '6768788' }, nonce: 'n0nce-1', timestamp: '1700000000',
    }))
    if (shown.signing.kind !== 'oauth') expect.fail('not OAuth')
    expect(shown.signing.parameterString).toBe('client_orderid=inv%204097763&oauth_consumer_key=sandbox-merchant&oauth_nonce=n0nce-1'
      + '&oauth_signature_method=RSA-SHA256&oauth_timestamp=1700000000&oauth_version=1.0&orderid=6768788')
    const [key] = (await desk.call('keys.list', null))
    const { pem } = await desk.call('keys.publicKey', { keyId: key!.id })
    const { baseString, signature } = shown.signing
    expect(verify('sha256', Buffer.from(baseString), createPublicKey(pem), Buffer.from(signature ?? '', 'base64'))).toBe(true)
  })

  it('never trims white space without a note', async () => {
    const desk = await open()
    const shown = await desk.call('inspector.build', inspect(desk, { operation: 'get-card-info', values: { cardReference: ' 55889\n' } }))
    expect(shown.trimmed).toEqual([{ field: 'Card reference id', typed: ' 55889\n' }])
    expect(shown.signing).toMatchObject({ text: 'sandbox-merchant55889{merchant_control}' })
  })

  it('shows no card number and no cvv, not even of what was typed', async () => {
    const desk = await open()
    const card = '4000000000000002'
    const shown = await desk.call('inspector.build', inspect(desk, {
      operation: 'transfer-v4', values: chargeForm(desk).values, confidential: { cardNumber: ` ${card} `, cardVerificationValue: '987' },
    }))
    const text = JSON.stringify(shown)
    expect(text).toContain('400000XXXXXX0002')
    expect(text).not.toContain(card)
    expect(text).not.toMatch(/\b987\b/)
  })

  it('accepts no card number if the profile does not allow typing one', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('production', 'Production')
    const sale = inspect(desk, { profileId, operation: 'sale', values: chargeForm(desk).values })
    const typed = { ...sale, confidential: { cardNumber: '4111111111111111' } }
    expect(await desk.refused('inspector.build', typed)).toEqual({ code: 'card-entry-refused' })
    expect((await desk.call('inspector.build', sale)).problems).toContainEqual({ field: 'cardNumber', code: 'required', details: {} })
  })

  it('opens an entry of the history: the signed text, and never a control', async () => {
    const desk = await open()
    const answer = await charge(desk)
    const shown = await desk.call('inspector.fromEntry', { entryId: answer.entryId })
    expect(shown.signing).toMatchObject({ kind: 'control', text: answer.signedText, control: null })
    if (shown.signing.kind !== 'control') expect.fail('not a control')
    expect(`${shown.signing.parts.map((part) => part.value).join('')}{merchant_control}`).toBe(answer.signedText)
    expect(JSON.stringify(shown)).not.toMatch(/[0-9a-f]{40}/)
  })

  it('opens a signed version 4 entry with its nonce and time', async () => {
    const desk = await open()
    const answer = await desk.call('cards.register', {
      profileId: desk.profileId, entryPoint: endpoint, version: 'v4', values: { merchantOrderId: 'a b+c', orderId: '6' },
    })
    const shown = await desk.call('inspector.fromEntry', { entryId: answer.entryId })
    if (shown.signing.kind !== 'oauth') expect.fail('not OAuth')
    expect(shown.signing.baseString).toBe(answer.signedText)
  })
})
