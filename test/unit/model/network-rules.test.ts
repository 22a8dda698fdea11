import { describe, expect, it } from 'vitest'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { networkProblems, normaliseProxyUrl } from '#shared/model/profiles/network-rules.ts'
import type { Certificate } from '#shared/brands.ts'
import type { NetworkRoute, ProfileDraft } from '#shared/model/profiles/profile.ts'

describe('addresses of proxies', () => {
  it.each([
    [' HTTP://Proxy.Example:3128/ ', 'http://proxy.example:3128'], ['https://proxy.example:443', 'https://proxy.example:443'],
    ['http://proxy.example:80', 'http://proxy.example:80'], ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:3128', 'http://[::1]:3128'],
    ['http://proxy.example', null], ['proxy.example:3128', null], ['socks5://proxy.example:1080', null],
    ['http://proxy.example:0', null], ['http://proxy.example:99999', null], ['http://proxy.example:3128/path', null],
    ['http://proxy.example:3128?a=b', null], ['http://user:word@proxy.example:3128', null], ['http://:3128', null], ['', null],
  ])('%j is used as %j', (text, normalised) => { expect(normaliseProxyUrl(text)).toBe(normalised) })
})

describe('the route of a profile', () => {
  const proxy = (url: string): NetworkRoute => ({ kind: 'proxy', url })
  const problems = (network: Partial<ProfileDraft>, baseUrl: string | null = 'https://gate.example') => networkProblems({
    name: 'Shop', environment: 'sandbox', productWord: 'gw', login: 'shop', keyId: null,
    entryPoints: [{ kind: 'endpoint', id: '1', currency: 'USD' }], switches: structuredClone(defaultSwitches),
    gateway: baseUrl === null ? { kind: 'built-in' } : { kind: 'address', baseUrl }, ...network,
  }).map(({ field, code }) => `${field} ${code}`)

  it.each<[string, Partial<ProfileDraft>]>([
    ['the system\'s', {}], ['straight', { route: { kind: 'direct' } }], ['a proxy', { route: proxy('http://proxy.example:3128') }],
    ['the system\'s with another authority', { authorities: ['MIIB' as Certificate] }],
  ])('may be %s', (_what, network) => { expect(problems(network)).toEqual([]) })

  it('may not hold a password, whatever else is wrong with it', () => {
    expect(problems({ route: proxy('http://user:word@proxy.example:3128') })).toEqual(['route.url proxy-password'])
    expect(problems({ route: proxy('user@proxy') })).toEqual(['route.url proxy-password'])
  })

  it('to this computer goes through a proxy on this computer only', () => {
    expect(problems({ route: proxy('http://proxy.example:3128') }, 'http://127.0.0.1:8080')).toEqual(['route.url proxy-not-loopback'])
    expect(problems({ route: proxy('http://localhost:3128') }, 'http://127.0.0.1:8080')).toEqual([])
  })

  it('does not apply to the built-in gateway, and neither do authorities', () => {
    expect(problems({ route: { kind: 'direct' }, authorities: ['MIIB' as Certificate] }, null))
      .toEqual(['route not-for-built-in', 'authorities not-for-built-in'])
    expect(problems({ route: { kind: 'system' } }, null)).toEqual([])
  })
})
