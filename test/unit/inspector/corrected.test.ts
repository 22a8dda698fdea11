import { describe, expect, it } from 'vitest'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { correctedRequest } from '#shared/inspector/corrected-request.ts'
import { correctedCurl } from '#shared/inspector/corrected.ts'
import { readGiven } from '#shared/inspector/given.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'

const nobody = { operation: null, endpointId: null }
const corrected = (text: string) =>
  correctedCurl(readGiven(readPasted(text)!, nobody, defaultSwitches), defaultSwitches)

describe('the corrected request', () => {
  it('of a control: trimmed, form-encoded, without the control that was sent', () => {
    const control = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'
    const url = 'https://gate.example/gw/api/v2/status/22903'
    expect(corrected(`curl '${url}?x=1' -d 'login=shop+&client_orderid=A+1&orderid=77&control=${control}'`)).toBe([
      `curl -X POST '${url}' \\`,
      '  -H \'Content-Type: application/x-www-form-urlencoded\' \\',
      '  --data-raw \'login=shop&client_orderid=A%201&orderid=77&control={control}\'',
    ].join('\n'))
  })

  it('of a signature: OAuth parameters in body and header, the signature only as a placeholder', () => {
    const command = corrected('POST https://gate.example/gw/api/v4/status/22903\n'
      + 'Authorization: OAuth oauth_consumer_key="shop", oauth_nonce="n", oauth_signature="c2VjcmV0"\n\nclient_orderid=A1')
    expect(command).toContain('oauth_consumer_key="shop", oauth_nonce="n", oauth_signature="{oauth_signature}"')
    expect(command).toContain('--data-raw \'client_orderid=A1&oauth_consumer_key=shop&oauth_nonce=n\'')
    expect(command).not.toContain('c2VjcmV0')
  })

  it('shows neither card number nor cvv, and can be pasted into a shell', () => {
    const command = corrected('POST https://gate.example/gw/api/v2/sale/22903\n\n'
      + 'client_orderid=o\'neil&credit_card_number=4111111111111111&cvv2=123&order_desc=it\'s&control=1')
    expect(command).not.toMatch(/4111111111111111|cvv2=123/)
    expect(readPasted(command!)).toMatchObject({
      form: 'curl', method: 'POST', url: 'https://gate.example/gw/api/v2/sale/22903',
      body: 'client_orderid=o%27neil&credit_card_number=411111XXXXXX1111&cvv2=XXX&order_desc=it%27s&control={control}',
    })
  })

  it('does not exist for a text without an address', () => {
    expect(corrected('login=shop&control=1')).toBeNull()
  })
})

describe('a request is corrected in more than its signature', () => {
  const right = (text: string) =>
    correctedRequest(readGiven(readPasted(text)!, nobody, defaultSwitches), defaultSwitches)
  const charge = 'https://gate.example/gw/api/v2/make-rebill-sale/22903'
  const fields = { client_orderid: 'A1', login: 'shop', cardrefid: '7', amount: '10.15', currency: 'USD', control: '1' }
  const form = (changes: Readonly<Record<string, string>>) => new URLSearchParams({ ...fields, ...changes }).toString()
  const bodyOf = (text: string) => Object.fromEntries(right(text)?.body ?? [])

  it.each([
    ['an amount with a comma', `POST ${charge}\n\n${form({ amount: '10,15' })}`],
    ['a currency in small letters', `POST ${charge}\n\n${form({ currency: 'usd' })}`],
    ['an id under the name of another operation', `POST ${charge}\n\n${form({}).replace('client_orderid', 'client-order-id')}`],
    ['a body as JSON', `POST ${charge}\nContent-Type: application/json\n\n${JSON.stringify(fields)}`],
    ['fields in the URL', `POST ${charge}?${form({})} HTTP/1.1\nHost: gate.example\nContent-Length: 0\n\n`],
  ])('%s', (_, text) => {
    expect(bodyOf(text)).toEqual(fields)
  })

  it('a signature has the five parameters, in their form and with the method of the operation', () => {
    const sent = 'oauth_consumer_key="shop", oauth_nonce="n", oauth_signature_method="RSA-SHA1", oauth_timestamp="1795250000123", '
      + 'oauth_version="1.0a", oauth_token="", oauth_signature="c2Vj"'
    const text = `POST https://gate.example/gw/api/v4/status/22903\nAuthorization: OAuth ${sent}\n\nclient_orderid=A1`
    expect(Object.fromEntries(right(text)?.oauth ?? [])).toEqual({
      oauth_consumer_key: 'shop', oauth_nonce: 'n', oauth_signature_method: 'RSA-SHA256', oauth_timestamp: '1795250000', oauth_version: '1.0',
    })
  })

  it.each([
    ['an amount that may have thousands', form({ amount: '1,015' })], ['decimals beyond the currency\'s', form({ amount: '10.155' })],
    ['a field that was not sent', form({ login: '' })], ['letters that cannot be read', `${form({})}&order_desc=caf%E9&client_orderid=%E9`],
  ])('%s: what is right is not known', (_, body) => {
    expect(right(`POST ${charge}\n\n${body}`)).toBeNull()
  })
})
