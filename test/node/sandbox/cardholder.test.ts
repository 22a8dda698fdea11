import { describe, expect, it } from 'vitest'
import { authenticateByHand, formOf, open, post } from './browser.ts'
import { call, orderIdOf, sale, statusOf, testCards } from './calls.ts'
import { sandbox } from './with-sandbox.ts'

describe('the page at redirect-to', () => {
  it.each([
    [testCards.frictionless, 'confirm', 'approved'], [testCards.challenge, 'confirm', 'approved'],
    [testCards.challenge, 'refuse', 'declined'], [testCards.failedChallenge, 'confirm', 'declined'],
    [testCards.version1, 'confirm', 'approved'], [testCards.failedVersion1, 'confirm', 'declined'],
  ] as const)('leads card %s to the end; %s: %s', async (card, answer, expected) => {
    const at = await sandbox()
    await call(at, sale({ credit_card_number: card }))
    const end = await authenticateByHand((await statusOf(at, 'order-1'))['redirect-to'] ?? '', answer)
    expect(end.body).toContain(`The payment is ${expected}.`)
    expect((await statusOf(at, 'order-1')).status).toBe(expected)
  })

  it('waits while the acquirer is processing, and does not exist for an unknown order', async () => {
    const at = await sandbox({ processingMs: 1_000 })
    const orderid = await orderIdOf(at, sale())
    expect((await open(`${at.url}/gw/cardholder/${orderid}`)).body).toContain('http-equiv="refresh"')
    expect((await open(`${at.url}/gw/cardholder/1`)).status).toBe(404)
  })

  it('accepts an answer of the bank once, and only its own', async () => {
    const at = await sandbox()
    await call(at, sale({ credit_card_number: testCards.challenge }))
    const page = (await statusOf(at, 'order-1'))['redirect-to'] ?? ''
    expect((await post({ url: `${page}/challenge`, fields: { cres: 'eyJ9' } })).status).toBe(400)
    await authenticateByHand(page, 'refuse')
    expect((await post({ url: `${page}/method`, fields: {} })).status).toBe(400)
    expect((await statusOf(at, 'order-1')).status).toBe('declined')
  })
})

describe('the pages of the bank', () => {
  it('return to web addresses only, whatever they are given', async () => {
    const at = await sandbox()
    await call(at, sale({ credit_card_number: testCards.challenge }))
    const waiting = await statusOf(at, 'order-1')
    const method = (threeDSMethodNotificationURL: string) => post({
      url: waiting['tds-method-url-frame-3ds-method-url'] ?? '', fields: {
        threeDSMethodData: Buffer.from(JSON.stringify({
          threeDSServerTransID: waiting['tds-method-url-frame-3ds-server-trans-id'], threeDSMethodNotificationURL,
        })).toString('base64url'),
      },
    })
    expect(formOf((await method('https://shop.invalid/?a="><script>')).body).url).toBe('https://shop.invalid/?a="><script>')
    expect((await method('javascript:alert(1)')).status).toBe(400)
    expect((await post({ url: `${at.url}/gw/issuer/challenge`, fields: { creq: 'eyJ9' } })).status).toBe(400)
    expect((await open(`${at.url}/gw/issuer/challenge`)).status).toBe(405)
  })

  it('of the method in the reply does not replace the merchant’s step', async () => {
    const at = await sandbox()
    await call(at, sale({ credit_card_number: testCards.frictionless }))
    const page = await post(formOf((await statusOf(at, 'order-1')).html ?? ''))
    expect((await post(formOf(page.body))).body).toContain('The method ended.')
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'processing', 'tds-status': 'MethodUrlFrame' })
  })
})
