import { describe, expect, it } from 'vitest'
import { isLoopback, normaliseBaseUrl } from '#shared/model/profiles/profile-rules.ts'

describe('base URLs', () => {
  it.each([
    [' HTTPS://Gate.Example:443/ ', 'https://gate.example'], ['https://gate.example/pay//', 'https://gate.example/pay'],
    ['https://gate.example/Pay', 'https://gate.example/Pay'], ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://gate.example:8443', 'https://gate.example:8443'],
    ['https://u:p@gate.example', null], ['https://gate.example/?a=b', null], ['https://gate.example/#a', null],
    ['gate.example', null], ['file:///etc/passwd', null], ['https://', null],
  ])('%j is compared as %j', (text, normalised) => { expect(normaliseBaseUrl(text)).toBe(normalised) })

  it('does not change if it is normalised twice', () => {
    const once = normaliseBaseUrl('HTTPS://Gate.Example:443/a/')
    expect(normaliseBaseUrl(once ?? '')).toBe(once)
  })

  it.each([
    ['http://127.0.0.1', true], ['http://127.255.0.9:1', true], ['http://localhost:3000', true], ['http://[::1]', true],
    ['http://localhost.example', false], ['http://127.0.0.1.example', false], ['http://10.0.0.1', false],
    ['http://0.0.0.0', false], ['http://2130706433', true], ['http://[::ffff:10.0.0.1]', false],
  ])('%s is this computer: %s', (url, local) => { expect(isLoopback(url)).toBe(local) })
})
