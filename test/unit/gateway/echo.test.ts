import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeWithoutEcho, replyWithoutEcho, sentSecrets } from '#shared/gateway/requests/echo.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { lastValueWasCut, readReply } from '#shared/gateway/replies/reply.ts'

const control = '0123456789abcdef0123456789abcdef01234567'
const values: FieldValues = {
  cardNumber: '4111111111111111', cardVerificationValue: '101', challengeResponse: 'eyJjaGFsbGVuZ2UiOiJtYWRlIHVwIn0',
  merchantOrderId: 'order-101', amount: '1.01', accountNumber: '12345678',
}
const secrets = sentSecrets({ values }, { body: `a=1&control=${control}`, authorization: null })
const replyOf = (body: string) => readReply({ httpStatus: 200, contentType: 'text/html', body }, 'gw')
const shown = (body: string) => {
  const { fields, body: raw } = replyWithoutEcho(replyOf(body), secrets)
  return `${JSON.stringify(fields)} ${raw} ${decodeURIComponent(raw)}`
}

describe('a request value that the gateway echoes', () => {
  it.each([
    ['4111111111111111', '411111XXXXXX1111'], ['4111 1111-1111.1111', '411111XXXXXX1111'],
    ['4111--1111--1111--1111', '411111XXXXXX1111'], ['4111/1111/1111/1111', '411111XXXXXX1111'],
    ['4111_1111_1111_1111', '411111XXXXXX1111'], ['4111 - 1111 - 1111 - 1111', '411111XXXXXX1111'],
    ['eyJjaGFsbGVuZ2UiOiJtYWRlIHVwIn0', 'eyJjaGFs...'], [control, '01234567...'], [control.toUpperCase(), '01234567...'],
  ])('%s is masked in any field, name and text', (secret, masked) => {
    for (const body of [
      `type=error\n&error-message=sent ${secret}!\n`, `type=error\n&error-code=${secret}\n`, `type=async-response\n&serial-number=${secret}\n`, `<p>${secret}</p>`,
      `type=error\n&${secret}=1\n`,
    ]) {
      expect(shown(body)).not.toContain(secret)
      expect(shown(body)).toContain(masked)
    }
  })

  it.each(['cvv2 101 is wrong', 'cvv2=101&x', '"cvv2":"101"', '(101)', 'cvv2%3D101%26'])('cvv is masked in %s', (text) => {
    expect(shown(`<p>${text}</p>`)).not.toContain('101')
  })

  it('does not make the reply look cut when it is masked at the end', () => {
    const { body } = replyWithoutEcho(replyOf(`type=status-response\n&status=approved\n&control=${control}\n`), secrets)
    expect(body).toBe('type=status-response\n&status=approved\n&control=01234567...\n')
    expect(lastValueWasCut(body)).toBe(false)
  })

  it('the outcome names the masked field', () => {
    const reply = replyOf('type=async-response\n&serial-number=1\n&gw-order-id=4111111111111111\n&status=4111111111111111\n')
    const outcome = outcomeWithoutEcho(
      { kind: 'accepted', orderId: '4111111111111111' as never, serialNumber: null, status: '4111111111111111', reply }, secrets,
    )
    expect(JSON.stringify(outcome)).not.toContain('4111111111111111')
  })
})

describe('a value that only looks like an echo stays', () => {
  it('the code of a refusal that is the cvv by chance', () => {
    const body = 'type=error\n&error-code=101\n&error-message=The card has expired\n'
    expect(replyWithoutEcho(replyOf(body), secrets)).toEqual(replyOf(body))
  })

  it('ids, amounts and dates that contain a cvv or an account by chance', () => {
    const body = 'type=async-response\n&serial-number=101\n&merchant-order-id=order-101\n&gw-order-id=912345678\n&amount=101\n&initial-amount=1.01\n'
    expect(replyWithoutEcho(replyOf(body), secrets)).toEqual(replyOf(body))
  })

  it('any reply without an echo, character by character', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcxyz%+ \n-') })
    fc.assert(fc.property(fc.array(fc.tuple(word, word), { minLength: 1 }), (pairs) => {
      const reply = replyOf(pairs.map(([name, value]) => `n${name}=${value}`).join('&'))
      expect(replyWithoutEcho(reply, secrets)).toEqual(reply)
    }))
  })
})
