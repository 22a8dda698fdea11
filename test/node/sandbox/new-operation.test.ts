/** An operation that is only an entry in the catalogue is signed, answered, checked, masked and described. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { catalogue } from '#shared/gateway/operations/operations.ts'
import { judgeReply } from '#shared/gateway/replies/outcome.ts'
import { readReply } from '#shared/gateway/replies/reply.ts'
import {
  bodyWithControl, composeRequest, controlTextOf, maskedControlText, maskedFields, maskRequest, type RequestContext,
} from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { operationRow } from '../../../resources/scripts/operations-page.ts'
import { accountVerification, cardOnFileVerification } from '../../support/fixtures/account-verification.ts'
import { login, statusOf } from './calls.ts'
import { send } from './wire.ts'
import { sandbox, secret, type TestSandbox } from './with-sandbox.ts'

const values: FieldValues = {
  merchantOrderId: 'verify-1', orderDescription: 'New customer', customerIpAddress: '203.0.113.9', email: 'zoe@example.com',
  cardNumber: '4111111111111111', cardHolder: 'ZOE ONEIL', expireMonth: '07', expireYear: '31', cardVerificationValue: '123',
}

const tried: readonly string[] = [accountVerification.id, cardOnFileVerification.id]
/** The catalogue without them, also while they are in it as a trial. */
const others = catalogue.filter(({ id }) => !tried.includes(id))
const ofCardOnFile: FieldValues = {
  merchantOrderId: 'verify-2', cardReference: '1000001', customerIpAddress: '203.0.113.9',
}

const serving = () => sandbox({ operations: [...others, accountVerification] })

const contextOf = (at: Pick<TestSandbox, 'url'>): RequestContext => ({
  baseUrl: at.url, productWord: 'gw', login, entryPoint: { kind: 'endpoint', id: '1001', currency: 'USD' },
  switches: defaultSwitches,
})

function requestTo(at: Pick<TestSandbox, 'url'>) {
  return composeRequest(accountVerification, values, contextOf(at))!
}

it('is signed by the recipe of its entry, and shown with a token instead of the secret', () => {
  const request = requestTo({ url: 'https://gate.example' })
  expect(request.url).toBe('https://gate.example/gw/api/v2/account-verification/1001')
  expect(controlTextOf(request)).toBe('1001verify-1zoe@example.com')
  expect(maskedControlText(request)).toBe('1001verify-1zoe@example.com{merchant_control}')
  expect(request.minorAmount).toBeNull()
})

it('is carried out by the sandbox, followed to its end, and refused with a wrong control', async () => {
  const at = await serving()
  const request = requestTo(at)
  const control = createHash('sha1').update(controlTextOf(request) + secret).digest('hex')
  const refused = await send(request.url, bodyWithControl(request, control.toUpperCase()))
  expect(refused.fields).toMatchObject({ type: 'validation-error', 'error-message': 'INVALID_CONTROL_CODE' })
  const taken = await send(request.url, bodyWithControl(request, control))
  const reply = readReply({ httpStatus: taken.status, contentType: taken.contentType, body: taken.body, delimited: true }, 'gw')
  expect(judgeReply(accountVerification, reply, { merchantOrderId: 'verify-1', orderId: null })).toMatchObject({ kind: 'accepted' })
  const status = await statusOf(at, 'verify-1')
  expect(status).toMatchObject({
    status: 'approved', 'transaction-type': 'verification', 'order-stage': 'verification_approved', 'last-four-digits': '1111',
  })
  expect(status).not.toHaveProperty('amount')
  expect(readFileSync(at.ledgerPath, 'utf8')).not.toContain(values.cardNumber)
})

it('is carried out for a card on file too, by the fields of its entry', async () => {
  const at = await sandbox({ operations: [...others, cardOnFileVerification] })
  const request = composeRequest(cardOnFileVerification, ofCardOnFile, contextOf(at))!
  expect(controlTextOf(request)).toBe(`${login}verify-21000001`)
  const control = createHash('sha1').update(controlTextOf(request) + secret).digest('hex')
  expect((await send(request.url, bodyWithControl(request, control))).fields).toMatchObject({ type: 'async-response' })
  expect(await statusOf(at, 'verify-2')).toMatchObject({ status: 'approved', 'transaction-type': 'verification' })
})

it('is not served by a gateway that does not have it', async () => {
  const at = await sandbox({ operations: others })
  expect((await send(requestTo(at).url, '')).status).toBe(404)
})

it('keeps only six and four digits of the card', () => {
  const kept = Object.fromEntries(maskedFields(requestTo({ url: 'https://gate.example' })).map(({ name, value }) => [name, value]))
  expect(kept).toMatchObject({ credit_card_number: '411111XXXXXX1111', cvv2: 'XXX', client_orderid: 'verify-1' })
  expect(JSON.stringify(maskRequest(requestTo({ url: 'https://gate.example' })))).not.toContain(values.cardNumber)
})

it('has its row in the page of operations', () => {
  expect(operationRow(accountVerification, 'test/e2e/operations.test.ts')).toBe(
    '| Account verification `account-verification` | `/v2/account-verification/` | `group/{id}` | control, SHA-1 | '
    + 'endpoint or group id, client_orderid, email, secret | `hold-without-amount`: holds money, creates an order | test | '
    + '`/more-operations/account-verification` | `test/e2e/operations.test.ts` |',
  )
})
