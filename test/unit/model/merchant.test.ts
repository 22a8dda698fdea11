import { describe, expect, test } from 'vitest'
import { issuerAddress } from '#shared/gateway/orders/issuer-address.ts'
import { normaliseBaseUrl } from '#shared/model/values/base-url.ts'
import { builtInMerchantKey, merchantKeyAt, merchantKeyOf, originOf } from '#shared/model/profiles/merchant.ts'

describe('the origin of an address', () => {
  test.each([
    'https://gate.example', 'https://gate.example/', 'https://gate.example/x', 'HTTPS://GATE.EXAMPLE:443',
    'https://gate.example.', 'https://gate.example.:443/v2', '  https://gate.example  ',
  ])('%s is one address', (address) => {
    expect(originOf(address)).toBe('https://gate.example')
  })

  test.each([
    ['http://gate.example', 'http://gate.example'],
    ['https://gate.example:8443', 'https://gate.example:8443'],
    ['http://gate.example:443', 'http://gate.example:443'],
    ['https://pay.gate.example', 'https://pay.gate.example'],
  ])('%s is another one', (address, origin) => {
    expect(originOf(address)).toBe(origin)
  })

  test.each([
    'http://localhost:8080', 'http://LocalHost.:8080', 'http://gate.localhost:8080', 'http://127.0.0.1:8080', 'http://127.1:8080',
    'http://2130706433:8080', 'http://0x7f.0.0.1:8080', 'http://127.0.0.2:8080', 'http://127.255.255.254.:8080', 'http://[::1]:8080',
    'http://[0:0::0:1]:8080', 'http://[::ffff:127.0.0.1]:8080', 'http://[::FFFF:7f00:2]:8080', 'http://[::127.0.0.1]:8080',
    'http://0.0.0.0:8080', 'http://0:8080', 'http://[::]:8080', 'http://[::ffff:0.0.0.0]:8080',
  ])('%s is this computer', (address) => {
    expect(originOf(address)).toBe('http://localhost:8080')
  })

  test.each([
    'http://localhost:8081', 'https://localhost:8080', 'http://128.0.0.1:8080', 'http://10.0.0.1:8080', 'http://[::2]:8080',
    'http://[::ffff:10.0.0.1]:8080', 'http://[::ffff:128.0.0.1]:8080', 'http://[2001:db8::7f00:1]:8080', 'http://localhost.example:8080',
    'http://notlocalhost:8080', 'http://127.0.0.1.example:8080',
  ])('%s is not the gateway at port 8080 of this computer', (address) => {
    expect(originOf(address)).not.toBe('http://localhost:8080')
  })

  test.each(['', 'gate.example', 'ftp://gate.example', 'https://'])('"%s" has no origin', (address) => {
    expect(originOf(address)).toBeNull()
  })

  test('a host of the greatest length has no origin, and causes no defect', () => {
    const host = `X${'control='.repeat(8_192)}`
    expect(originOf(`https://${host}`)).toBeNull()
    expect(normaliseBaseUrl(`https://${host}`)).toBeNull()
    expect(issuerAddress(`https://${host}`, false)).toEqual({ kind: 'refused' })
  })
})

describe('the merchant key', () => {
  const gateway = { kind: 'address', baseUrl: 'https://gate.example' } as const

  test('is the same for every spelling of one address, whatever the path', () => {
    const other = { kind: 'address', baseUrl: 'HTTPS://gate.example.:443/x' } as const
    expect(merchantKeyOf({ gateway: other, productWord: 'gw', login: 'acme ' }))
      .toBe(merchantKeyOf({ gateway, productWord: 'gw', login: 'acme' }))
  })

  test('differs by product word and by login', () => {
    const keys = [['gw', 'acme'], ['pay', 'acme'], ['gw', 'acme2']]
      .map(([word = '', login = '']) => merchantKeyAt('https://gate.example', word, login))
    expect(new Set(keys).size).toBe(3)
  })

  test('is a constant for the built-in gateway', () => {
    expect(merchantKeyOf({ gateway: { kind: 'built-in' }, productWord: 'gw', login: 'any' })).toBe(builtInMerchantKey)
  })
})
