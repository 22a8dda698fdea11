import { describe, expect, it } from 'vitest'
import type { KeyId } from '#shared/brands.ts'
import { profileDraftSchema, type ProfileDraft } from '#shared/model/profiles/profile.ts'
import { profileLine } from '../../../electron/desk/profiles/changes.ts'
import { unlimited } from '../../support/fixtures/limits.ts'

const draft: ProfileDraft = profileDraftSchema.parse({
  name: 'Acme', environment: 'staging', gateway: { kind: 'address', baseUrl: 'https://one.gateway.example' },
  productWord: 'gw', login: 'acme', entryPoints: [{ kind: 'endpoint', id: '1001', currency: 'USD' }], keyId: null, switches: {},
})
const keyName = (id: KeyId) => `Desk ${id} (fingerprint ab:cd)`
const changed = (changes: Partial<ProfileDraft>, before: Partial<ProfileDraft> = {}) =>
  profileLine({ ...draft, ...before, id: 'acme' as never }, { ...draft, ...before, ...changes }, keyName)?.detail
const withSwitches = (switches: object) => ({ switches: profileDraftSchema.shape.switches.parse(switches) })

describe('the audit line of a changed profile has the old and the new value', () => {
  it.each<[string, Partial<ProfileDraft>, string]>([
    ['the proxy', { route: { kind: 'proxy', url: 'http://proxy.example:3128' } },
      'route to the gateway: system → proxy http://proxy.example:3128'],
    ['the route', { route: { kind: 'direct' } }, 'route to the gateway: system → direct'],
    ['the key', { keyId: '7' as KeyId }, 'signing key: (none) → Desk 7 (fingerprint ab:cd)'],
    ['a path', withSwitches({ paths: { status: '/v2/order/' } }), 'path of status: as documented → /v2/order/'],
    ['a signature method', withSwitches({ signatureMethods: { 'pan-eligibility-send': 'HMAC-SHA1' } }),
      'signature method of pan-eligibility-send: as documented → HMAC-SHA1'],
    ['a switch', withSwitches({ oauthParametersInBody: false }), 'OAuth parameters in the body: yes → no'],
    ['two switches', withSwitches({ expireYearDigits: 4, recurrentPath: 'make-rebill' }),
      'name of the recurrent path: make-rebill-sale → make-rebill; digits of the expiry year: 2 → 4'],
    ['entry points', { entryPoints: [{ kind: 'group', id: '5' }] },
      'entry points: added group 5, removed endpoint 1001 (USD)'],
    ['the currency of an entry point', { entryPoints: [{ kind: 'endpoint', id: '1001', currency: 'EUR' }] },
      'entry points: endpoint 1001 (USD) → endpoint 1001 (EUR)'],
    ['the time zone', { timeZone: 'Europe/Berlin' }, 'time zone: (none) → Europe/Berlin'],
    ['the rate of batches', { batches: { perSecond: 20, atOnce: 8 } },
      'requests per second in a batch: 2 → 20; requests at the same time in a batch: 4 → 8'],
    ['card entry', { cardEntry: 'refused' }, 'card entry allowed: yes (by environment) → no'],
    ['the base URL', { gateway: { kind: 'address', baseUrl: 'HTTPS://Two.gateway.example:443/' } },
      'base URL: https://one.gateway.example → https://two.gateway.example'],
  ])('of %s', (_what, changes, detail) => { expect(changed(changes)).toBe(detail) })

  it('of limits, also of one that is removed', () => {
    const limits = (charge: string | null) =>
      [{ currency: 'USD', ...unlimited, charge }] as ProfileDraft['limits']
    expect(changed({ limits: limits('2000000') }, { limits: limits('1015') })).toBe('limit of USD, charge: 10.15 USD → 20,000.00 USD')
    expect(changed({ limits: limits(null) }, { limits: limits('1015') })).toBe('limit of USD, charge: 10.15 USD → unlimited')
    expect(changed({ limits: undefined }, { limits: limits('1015') })).toContain('limit of USD, charge: 10.15 USD → (none)')
  })

  it('of limits, as amounts in the profile’s own minor units, whose change changes them', () => {
    const ofDay = [{ currency: 'JPY', ...unlimited, refundsOfADay: '500000' }] as ProfileDraft['limits']
    expect(changed({ limits: ofDay })).toContain('limit of JPY, refunds of a day: (none) → 500,000 JPY')
    expect(changed(withSwitches({ minorUnitDigits: 'always-two' }), { limits: ofDay }))
      .toContain('limit of JPY, refunds of a day: 500,000 JPY → 5,000 JPY')
  })

  it('also in reverse, and for the production environment with its default', () => {
    expect(changed({ keyId: null }, { keyId: '7' as KeyId })).toBe('signing key: Desk 7 (fingerprint ab:cd) → (none)')
    expect(changed({ cardEntry: 'allowed' }, { environment: 'production' })).toBe('card entry allowed: no (by environment) → yes')
  })

  it('is not written if the typed values are the stored ones', () => {
    const typed = { gateway: { kind: 'address', baseUrl: 'HTTPS://one.gateway.example/' }, route: { kind: 'system' } } as const
    expect(changed(typed)).toBeUndefined()
  })

  it('covers every part of a profile: a difference in one part alone gets a line', () => {
    const other = profileDraftSchema.parse({
      name: 'Other', environment: 'production', gateway: { kind: 'built-in' }, productWord: 'word', login: 'other',
      entryPoints: [{ kind: 'group', id: '5' }], keyId: '7', cardEntry: 'refused', route: { kind: 'direct' },
      authorities: ['MIIB'], stepUp: 'off', outsideConfirmation: 'off', timeZone: 'UTC',
      letterhead: { name: 'Acme', address: '', contact: '', logo: null },
      limits: [{ currency: 'USD', ...unlimited, charge: '1015', payout: '0' }], batches: { perSecond: 5, atOnce: 4 },
      switches: {
        recurrentControlStartsWithEntryPoint: false, recurrentPath: 'make-rebill', oauthParametersInBody: false,
        browserFieldNames: 'prefixed', expireYearDigits: 4, minorUnitDigits: 'always-two', statusAmountIs: 'current',
        statusOfVersion4Orders: 'v4', sendSecondCardNumberField: true, signatureMethods: { 'payout-v2': 'HMAC-SHA1' },
        paths: { void: '/v2/cancel/' },
      },
    })
    expect(Object.keys(other).sort()).toEqual(Object.keys(profileDraftSchema.shape).sort())
    expect(Object.keys(other.switches).sort()).toEqual(Object.keys(profileDraftSchema.shape.switches.shape).sort())
    for (const part of Object.keys(other) as (keyof ProfileDraft)[]) {
      if (part !== 'switches') expect(changed({ [part]: other[part] }), part).toMatch(/→|added/)
    }
    for (const [name, value] of Object.entries(other.switches)) {
      expect(changed({ switches: { ...draft.switches, [name]: value } }), name).toContain(' → ')
    }
  })

  it('hides the login of a proxy or an address, even if it cannot be saved with one', () => {
    const secret = ['user', 'pass/word']
    for (const address of ['http://user:pass/word@proxy.example:3128', 'user:pass/word@proxy.example', 'http://user:pass/word@a@b:1']) {
      const details = [
        changed({ route: { kind: 'proxy', url: address } }), changed({ gateway: { kind: 'address', baseUrl: address } }),
        profileLine(null, { ...draft, gateway: { kind: 'address', baseUrl: address } }, keyName)?.detail,
      ].join()
      for (const part of secret) expect(details).not.toContain(part)
      expect(details).toContain('XXX@')
    }
  })
})

it('the audit line of a new profile has its main data and its deviations from the defaults', () => {
  const made = profileLine(null, { ...draft, cardEntry: 'refused', ...withSwitches({ statusAmountIs: 'current' }) }, keyName)
  expect(made).toEqual({
    action: 'profile-made', subject: 'Acme',
    detail: 'staging, login acme, https://one.gateway.example; card entry allowed: yes (by environment) → no; '
      + 'entry points: added endpoint 1001 (USD); amount of a status reply: initial → current',
  })
})
