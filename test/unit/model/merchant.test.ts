import { describe, expect, test } from 'vitest'
import { builtInMerchantKey, merchantKeyAt, merchantKeyOf, originOf } from '#shared/model/merchant.ts'

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

  test.each(['', 'gate.example', 'ftp://gate.example', 'https://'])('"%s" has none', (address) => {
    expect(originOf(address)).toBeNull()
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

  test('is one constant for the built-in gateway', () => {
    expect(merchantKeyOf({ gateway: { kind: 'built-in' }, productWord: 'gw', login: 'any' })).toBe(builtInMerchantKey)
  })
})
