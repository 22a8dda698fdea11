import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { authenticateByHand, formOf, post } from './browser.ts'
import { call, charge, orderIdOf, register, sale, statusOf, testCards, upload } from './calls.ts'
import { sandbox, type TestSandbox } from './with-sandbox.ts'

const notificationURL = 'https://shop.invalid/3-d-secure/answer'

const methodResult = (orderid: string, fields: Readonly<Record<string, string>>, threeDSCompInd = 'Y') =>
  upload('method-url', { orderid }, {
    threeDSServerTransID: fields['tds-method-url-frame-3ds-server-trans-id'] ?? '', threeDSCompInd, notificationURL,
  })

async function challenged(at: TestSandbox, card = testCards.challenge) {
  const orderid = await orderIdOf(at, sale({ credit_card_number: card, redirect_url: 'https://shop.invalid/end' }))
  expect((await call(at, methodResult(orderid, await statusOf(at, 'order-1')))).fields.type).toBe('async-response')
  return { orderid, step: await statusOf(at, 'order-1') }
}

/** Goes through the bank's page as the merchant's browser would and returns what the bank posts to the merchant. */
async function answerOfBank(step: Readonly<Record<string, string>>, answer: 'confirm' | 'refuse') {
  const question = await post({ url: step['tds-creq-form-acs-url'] ?? '', fields: { creq: step['tds-creq-form-creq'] ?? '' } })
  expect(question.body).toMatch(/Confirm.*Refuse/)
  return formOf((await post(formOf(question.body), { answer })).body)
}

const threeDSecureFields = (fields: Readonly<Record<string, string>>) => Object.keys(fields)
  .filter((name) => name.startsWith('tds-') || ['html', 'redirect-to', 'eci', 'verified-3d-status'].includes(name)).toSorted()

describe('a sale without 3-D Secure', () => {
  it('is approved with the data of the card and the customer', async () => {
    const at = await sandbox({ processingMs: 1_000 })
    await call(at, sale({ first_name: 'Carla', phone: '+1 555 0100', zip_code: '10115', merchant_data: 'basket 7' }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'processing', 'order-stage': 'sale_filtering' })
    at.pass(1_000)
    const final = await statusOf(at, 'order-1')
    expect(final).toMatchObject({
      status: 'approved', 'order-stage': 'sale_approved', 'transaction-type': 'sale', bin: '400000', 'last-four-digits': '1000',
      'card-exp-month': '07', 'card-exp-year': '2031', name: 'CARLA CARD', 'card-type': 'VISA', email: 'carla@example.com',
      'first-name': 'Carla', phone: '+1 555 0100', zip_code: '10115', merchantdata: 'basket 7',
    })
    expect(threeDSecureFields(final)).toEqual([])
  })

  it.each([
    ['123', 'approved'], ['111', 'approved'], ['217', 'unknown'], ['101', 'declined'], ['116', 'declined'], ['119', 'declined'],
    ['209', 'declined'], ['555', 'declined'], ['321', 'processing'],
  ])('follows the cvv2 %s with any valid card number: %s', async (cvv2, expected) => {
    const at = await sandbox()
    await call(at, sale({ cvv2, credit_card_number: '4111 1111 1111 1111' }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: expected, 'last-four-digits': '1111' })
  })

  it('has none for cvv2 111 whatever the card', async () => {
    const at = await sandbox()
    await call(at, sale({ cvv2: '111', credit_card_number: testCards.challenge }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'approved' })
  })

  it('has a card that can be registered and charged', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ credit_card_number: '5555555555554444' }))
    const { fields } = await call(at, register({ client_orderid: 'order-1', orderid }))
    await call(at, charge({ client_orderid: 'order-2', cardrefid: fields['card-ref-id'] ?? '' }))
    expect(await statusOf(at, 'order-2')).toMatchObject({
      status: 'approved', 'last-four-digits': '4444', 'card-type': 'MASTERCARD', name: 'CARLA CARD', 'card-exp-year': '2031',
    })
  })

  it('leaves no card number and no cvv2 in the ledger, whatever field it was typed in', async () => {
    const at = await sandbox()
    const card = testCards.frictionless
    await call(at, sale({ credit_card_number: card, cardNumber: card, cvv2: '4711', card_printed_name: card, city: card }))
    expect((await statusOf(at, 'order-1'))['last-four-digits']).toBe('2107')
    const text = readFileSync(at.ledgerPath, 'utf8')
    expect(text).not.toContain(card)
    expect(text).not.toContain('4711')
  })
})

describe('a sale with 3-D Secure', () => {
  it('without a challenge is approved after the method result', async () => {
    const at = await sandbox({ processingMs: 1_000 })
    const orderid = await orderIdOf(at, sale({ credit_card_number: testCards.frictionless }))
    expect(threeDSecureFields(await statusOf(at, 'order-1'))).toEqual([])
    at.pass(1_000)
    const waiting = await statusOf(at, 'order-1')
    expect(waiting).toMatchObject({ status: 'processing', 'order-stage': 'sale_3d_validating', 'tds-status': 'MethodUrlFrame' })
    expect(threeDSecureFields(waiting)).toEqual([
      'html', 'redirect-to', 'tds-method-url-frame-3ds-method-url', 'tds-method-url-frame-3ds-server-trans-id', 'tds-status',
    ])
    expect((await call(at, methodResult(orderid, waiting))).fields).toMatchObject({
      type: 'async-response', 'gw-order-id': orderid, 'merchant-order-id': 'order-1',
    })
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'processing', 'order-stage': 'sale_processing' })
    at.pass(1_000)
    expect(await statusOf(at, 'order-1')).toMatchObject({
      status: 'approved', 'order-stage': 'sale_approved', 'verified-3d-status': 'AUTHENTICATED', eci: '05',
      'processor-tx-id': expect.stringMatching(/^PNTEST-/), descriptor: expect.any(String),
      'transaction-date': '2026-11-20 09:41:09 UTC',
    })
  })

  it.each(['Y', 'N', 'U'])('accepts the method completion %s', async (completion) => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ credit_card_number: testCards.frictionless }))
    await call(at, methodResult(orderid, await statusOf(at, 'order-1'), completion))
    expect((await statusOf(at, 'order-1')).status).toBe('approved')
  })

  it.each([
    [testCards.challenge, 'confirm', 'approved', 'AUTHENTICATED', '05'],
    [testCards.challenge, 'refuse', 'declined', 'NOT_AUTHENTICATED', '07'],
    [testCards.failedChallenge, 'confirm', 'declined', 'NOT_AUTHENTICATED', '07'],
  ] as const)('challenges card %s; %s ends %s', async (card, answer, expected, verified, eci) => {
    const at = await sandbox()
    const { orderid, step } = await challenged(at, card)
    expect(step).toMatchObject({ status: 'processing', 'order-stage': 'sale_3d_validating', 'tds-status': 'CReqForm' })
    expect(threeDSecureFields(step)).toEqual([
      'eci', 'html', 'redirect-to', 'tds-creq-form-acs-url', 'tds-creq-form-creq', 'tds-status',
    ])
    const bank = await answerOfBank(step, answer)
    expect(bank.url).toBe(notificationURL)
    expect((await call(at, upload('cres', { orderid }, { cres: bank.fields.cres ?? '' }))).fields.type).toBe('async-response')
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: expected, 'verified-3d-status': verified, eci })
  })

  it.each([
    [testCards.version1, 'confirm', 'approved'], [testCards.version1, 'refuse', 'declined'],
    [testCards.failedVersion1, 'confirm', 'declined'],
  ] as const)('of version 1 with card %s; %s ends %s', async (card, answer, expected) => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ credit_card_number: card }))
    const step = await statusOf(at, 'order-1')
    expect(threeDSecureFields(step)).toEqual([
      'html', 'redirect-to', 'tds-pareq-form-acs-url', 'tds-pareq-form-md', 'tds-pareq-form-pareq', 'tds-status',
    ])
    expect(step['tds-status']).toBe('PaReqForm')
    const MD = step['tds-pareq-form-md'] ?? ''
    const question = await post({
      url: step['tds-pareq-form-acs-url'] ?? '', fields: { PaReq: step['tds-pareq-form-pareq'] ?? '', MD, TermUrl: notificationURL },
    })
    const bank = formOf((await post(formOf(question.body), { answer })).body)
    expect(bank).toMatchObject({ url: notificationURL, fields: { MD } })
    await call(at, upload('pares', { orderid }, { paRes: bank.fields.PaRes ?? '', md: MD }))
    expect((await statusOf(at, 'order-1')).status).toBe(expected)
  })

  it('of a preauthorisation and of a card on file has the same steps', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ credit_card_number: testCards.frictionless }, '/v2/preauth/'))
    const waiting = await statusOf(at, 'order-1')
    expect(waiting).toMatchObject({ 'order-stage': 'preauth_3d_validating', 'transaction-type': 'preauth' })
    await call(at, methodResult(orderid, waiting))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'approved', 'order-stage': 'preauth_approved' })
    await call(at, charge({ client_orderid: 'order-2', cardrefid: '1000007' }))
    expect(await statusOf(at, 'order-2')).toMatchObject({ 'order-stage': 'sale_3d_validating', 'tds-status': 'MethodUrlFrame' })
  })

  it.each([
    ['cvv2', sale({ credit_card_number: testCards.version1, cvv2: '116' })],
    ['amount, of a card on file', charge({ cardrefid: '1000007', amount: '13.13' })], ['amount', sale({ cvv2: '321', amount: '13.13' })],
  ])('is still declined for its %s, after the cardholder has authenticated', async (_name, made) => {
    const at = await sandbox()
    await call(at, made)
    await authenticateByHand((await statusOf(at, 'order-1'))['redirect-to'] ?? '', 'confirm')
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'declined', 'error-code': '116', 'verified-3d-status': 'AUTHENTICATED' })
  })
})

describe('an upload', () => {
  const refused = { type: 'validation-error', 'error-code': '1' }

  it('out of turn is refused and changes nothing', async () => {
    const at = await sandbox({ processingMs: 1_000 })
    const orderid = await orderIdOf(at, sale({ credit_card_number: testCards.challenge }))
    const early = { 'tds-method-url-frame-3ds-server-trans-id': 'x' }
    expect((await call(at, methodResult(orderid, early))).fields).toMatchObject(refused)
    at.pass(1_000)
    const waiting = await statusOf(at, 'order-1')
    expect((await call(at, upload('cres', { orderid }, { cres: 'eyJ9' }))).fields).toMatchObject(refused)
    expect((await call(at, upload('pares', { orderid }, { paRes: 'eyJ9', md: 'x' }))).fields).toMatchObject(refused)
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'tds-status': 'MethodUrlFrame' })
    await call(at, methodResult(orderid, waiting))
    expect((await call(at, methodResult(orderid, waiting))).fields).toMatchObject(refused)
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'tds-status': 'CReqForm' })
  })

  it('of another transaction or of invalid data is refused, and the order keeps waiting', async () => {
    const at = await sandbox()
    const { orderid, step } = await challenged(at)
    const { cres = '' } = (await answerOfBank(step, 'confirm')).fields
    const other = await orderIdOf(at, sale({ client_orderid: 'order-2', credit_card_number: testCards.challenge }))
    const wrong = upload('method-url', { orderid: other, client_orderid: 'order-2' }, { threeDSServerTransID: 'wrong', threeDSCompInd: 'Y' })
    expect((await call(at, wrong)).fields).toMatchObject(refused)
    const waiting = (await statusOf(at, 'order-2'))['tds-method-url-frame-3ds-server-trans-id'] ?? ''
    await call(at, upload('method-url', { orderid: other, client_orderid: 'order-2' }, { threeDSServerTransID: waiting, threeDSCompInd: 'U' }))
    for (const text of [cres, 'nonsense', 'eyJ9', '%%%']) {
      const reply = await call(at, upload('cres', { orderid: other, client_orderid: 'order-2' }, { cres: text }))
      expect(reply.fields).toMatchObject(refused)
    }
    expect(await statusOf(at, 'order-2')).toMatchObject({ status: 'processing', 'tds-status': 'CReqForm' })
    await call(at, upload('cres', { orderid }, { cres }))
    expect((await statusOf(at, 'order-1')).status).toBe('approved')
  })

  it('of version 1 with another md is refused', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ credit_card_number: testCards.version1 }))
    const paRes = Buffer.from(JSON.stringify({ message: 'PaRes', status: 'Y' })).toString('base64')
    const md = (await statusOf(at, 'order-1'))['tds-pareq-form-md'] ?? ''
    expect((await call(at, upload('pares', { orderid }, { paRes, md: 'x' }))).fields).toMatchObject(refused)
    expect((await call(at, upload('pares', { orderid }, { paRes, md }))).fields).toMatchObject(refused)
    expect((await statusOf(at, 'order-1')).status).toBe('processing')
  })

  it('that claims success for a card whose bank refuses has no effect', async () => {
    const at = await sandbox()
    const { orderid, step } = await challenged(at, testCards.failedChallenge)
    const { cres = '' } = (await answerOfBank(step, 'confirm')).fields
    const claimed = { ...JSON.parse(Buffer.from(cres, 'base64url').toString()), transStatus: 'Y' }
    await call(at, upload('cres', { orderid }, { cres: Buffer.from(JSON.stringify(claimed)).toString('base64url') }))
    expect((await statusOf(at, 'order-1')).status).toBe('declined')
  })

  it('forged: a challenge response written by hand, or with a changed answer, authenticates nobody', async () => {
    const forgeries: readonly ((honest: Readonly<Record<string, unknown>>) => object)[] = [
      ({ threeDSServerTransID, acsTransID, messageVersion }) =>
        ({ threeDSServerTransID, acsTransID, messageVersion, messageType: 'CRes', challengeCompletionInd: 'Y', transStatus: 'Y' }),
      (refusal) => ({ ...refusal, transStatus: 'Y' }),
      (refusal) => ({ ...refusal, transStatus: 'Y', seal: null }),
      (refusal) => ({ ...refusal, transStatus: 'Y', seal: 'ä'.repeat(43) }),
    ]
    for (const forge of forgeries) {
      const at = await sandbox()
      const { orderid, step } = await challenged(at)
      const { cres = '' } = (await answerOfBank(step, 'refuse')).fields
      const forged = forge(JSON.parse(Buffer.from(cres, 'base64url').toString()))
      const reply = await call(at, upload('cres', { orderid }, { cres: Buffer.from(JSON.stringify(forged)).toString('base64url') }))
      expect(reply.fields.type).toBe('async-response')
      expect(await statusOf(at, 'order-1')).toMatchObject({
        status: 'declined', 'error-code': '1003', 'verified-3d-status': 'NOT_AUTHENTICATED', eci: '07',
      })
    }
  })

  it('forged: the seal of another order, or of another sandbox, is refused', async () => {
    const at = await sandbox()
    const first = await challenged(at)
    const passed = JSON.parse(Buffer.from((await answerOfBank(first.step, 'confirm')).fields.cres ?? '', 'base64url').toString())
    for (const victim of [at, await sandbox()]) {
      const { orderid, step } = await challenged(victim)
      const own = JSON.parse(Buffer.from((await answerOfBank(step, 'refuse')).fields.cres ?? '', 'base64url').toString())
      const cres = Buffer.from(JSON.stringify({ ...own, transStatus: 'Y', seal: passed.seal })).toString('base64url')
      await call(victim, upload('cres', { orderid }, { cres }))
      expect((await statusOf(victim, 'order-1')).status).toBe('declined')
    }
  })

  it('forged: an authentication response of version 1 written by hand authenticates nobody', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ credit_card_number: testCards.version1 }))
    const step = await statusOf(at, 'order-1')
    const { xid } = JSON.parse(Buffer.from(step['tds-pareq-form-pareq'] ?? '', 'base64').toString())
    const paRes = Buffer.from(JSON.stringify({ message: 'PaRes', xid, status: 'Y' })).toString('base64')
    await call(at, upload('pares', { orderid }, { paRes, md: step['tds-pareq-form-md'] ?? '' }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'declined', 'verified-3d-status': 'NOT_AUTHENTICATED' })
  })

  it('names a group by its bare id, and its status can be requested by serial number', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ credit_card_number: testCards.frictionless }, '/v2/sale/', '2001'))
    const fields = { threeDSServerTransID: (await statusOf(at, 'order-1'))['tds-method-url-frame-3ds-server-trans-id'] ?? '', threeDSCompInd: 'U' }
    expect((await call(at, upload('method-url', { orderid }, fields, '2001'))).fields.type).toBe('async-response')
    expect((await statusOf(at, 'order-1')).status).toBe('approved')
  })
})

describe('a restart', () => {
  it('in the middle of a challenge changes nothing', async () => {
    const first = await sandbox()
    const { orderid, step } = await challenged(first)
    await first.close()
    const second = await sandbox({ ledgerPath: first.ledgerPath })
    const still = await statusOf(second, 'order-1')
    expect(still['tds-creq-form-creq']).toBe(step['tds-creq-form-creq'])
    const bank = await answerOfBank(still, 'confirm')
    expect(bank.url).toBe(notificationURL)
    await second.close()
    const uploading = await sandbox({ ledgerPath: first.ledgerPath })
    await call(uploading, upload('cres', { orderid }, { cres: bank.fields.cres ?? '' }))
    await uploading.close()
    const third = await sandbox({ ledgerPath: first.ledgerPath })
    expect(await statusOf(third, 'order-1')).toMatchObject({ status: 'approved', 'verified-3d-status': 'AUTHENTICATED' })
  })
})
