import { describe, expect, it } from 'vitest'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
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
