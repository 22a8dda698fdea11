import { createHash, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { baseString } from '#shared/gateway/signing/oauth.ts'
import { diagnose, known, oauthOf, random, rightRequest, secret, signedHttp, testKey } from '../../support/inspector/random-requests.ts'

describe('the test vector', () => {
  it('of a control can be recomputed from its own values, and has nothing of the merchant', async () => {
    const body = 'client_orderid=A1&login=shop&cardrefid=1000001&amount=10.15&currency=USD&cvv2=123'
    const wrong = createHash('sha1').update(`22903shopA1100000110.15USD${secret}`).digest('hex')
    const text = `POST https://gate.example/gw/api/v2/make-rebill-sale/22903\n\n${body}&control=${wrong}`
    const { vector } = await diagnose({ ...known(null), text })
    const read = JSON.parse(vector!) as Record<string, string> & { fields: Record<string, string> }
    expect(read.controlText).toBe(`22903shopA110000011015USD${read.merchant_control!}`)
    expect(createHash('sha1').update(read.controlText!).digest('hex')).toBe(read.control)
    expect(read.fields).toMatchObject({ amount: '10.15', cvv2: 'XXX' })
    expect(vector).not.toContain(secret)
  })

  it('has the fields as they should have been sent', async () => {
    const body = JSON.stringify({ login: 'shop', cardrefid: '1000001', control: createHash('sha1').update(`shop1000001${secret}`).digest('hex') })
    const text = `POST https://gate.example/gw/api/v2/get-card-info/22903\nContent-Type: application/json\n\n${body}`
    const { vector, corrected } = await diagnose({ ...known(null), text })
    expect(JSON.parse(vector!)).toMatchObject({ fields: { login: 'shop', cardrefid: '1000001' }, controlText: expect.stringMatching(/^shop1000001/) })
    expect(corrected).toContain('--data-raw \'login=shop&cardrefid=1000001&control={control}\'')
  })

  it('of a signature verifies with its own throwaway key, and differs each time', async () => {
    const key = testKey()
    const next = random(23)
    const request = rightRequest('payout-v4', next)
    const oauth = oauthOf(next)
    const wrong = baseString('GET', request.url, [...request.pairs, ...oauth])
    const text = signedHttp(request, oauth, wrong, key)
    const [one, other] = await Promise.all([diagnose({ ...known(key), text }), diagnose({ ...known(key), text })])
    const read = JSON.parse(one.vector!) as Record<string, string>
    expect(verify('sha256', Buffer.from(read.baseString!), read.publicKey!, Buffer.from(read.signature!, 'base64'))).toBe(true)
    expect(other.vector).not.toBe(one.vector)
  })

  it('exists only if something was wrong', async () => {
    const key = testKey()
    const next = random(29)
    const request = rightRequest('status-v4', next)
    const oauth = oauthOf(next)
    const right = baseString('POST', request.url, [...request.pairs, ...oauth])
    expect(await diagnose({ ...known(key), text: signedHttp(request, oauth, right, key) }))
      .toMatchObject({ verdict: 'valid', vector: null, corrected: null })
  })
})
