import { describe, expect, it } from 'vitest'
import { loosensPerson } from '#shared/model/loosening/person.ts'
import { loosensProfile, redirectsStaging } from '#shared/model/loosening/profile.ts'
import { loosensSettings } from '#shared/model/loosening/settings.ts'
import { profileDraftSchema, type CurrencyLimits, type ProfileDraft } from '#shared/model/profiles/profile.ts'
import { defaultSettings, settingsSchema, type SentSettings, type Settings } from '#shared/model/application/settings.ts'

const limit = (charge: string | null): CurrencyLimits => ({
  currency: 'USD', charge, refund: '100', payout: '100', batch: '100', chargesOfADay: '100', refundsOfADay: '100', payoutsOfADay: '100',
}) as CurrencyLimits

const strict: ProfileDraft = profileDraftSchema.parse({
  name: 'Shop', environment: 'production', gateway: { kind: 'address', baseUrl: 'https://gate.example' }, productWord: 'gw',
  login: 'shop', entryPoints: [{ kind: 'endpoint', id: '1', currency: 'USD' }], keyId: null, switches: {}, limits: [limit('100')], cardEntry: 'refused',
  timeZone: 'Europe/Berlin',
})

/** A change that loosens, and one that does not; null if there is none. */
type Cases<Change> = readonly [looser: Change | null, harmless: Change | null]

/** For every field a change that loosens or redirects requests, and one that does neither; null if there is none. */
const changes: Required<Record<keyof ProfileDraft, Cases<Partial<ProfileDraft>>>> = {
  name: [{ name: 'Another shop' }, null],
  environment: [{ environment: 'staging' }, null],
  gateway: [{ gateway: { kind: 'address', baseUrl: 'https://evil.example' } }, null],
  productWord: [{ productWord: 'other' }, null],
  login: [{ login: 'other' }, null],
  entryPoints: [{ entryPoints: [{ kind: 'group', id: '2' }] }, null],
  keyId: [null, { keyId: 'another' as never }],
  switches: [{ switches: { ...strict.switches, paths: { status: '/v2/other/' } } }, null],
  route: [{ route: { kind: 'proxy', url: 'http://127.0.0.1:1' } }, { route: { kind: 'system' } }],
  authorities: [{ authorities: ['MIIB' as never] }, { authorities: undefined }],
  cardEntry: [{ cardEntry: 'allowed' }, { cardEntry: 'refused' }],
  timeZone: [{ timeZone: 'Pacific/Kiritimati' }, null],
  limits: [{ limits: [limit('101')] }, { limits: [limit('99')] }],
  batches: [{ batches: { perSecond: 3, atOnce: 4 } }, { batches: { perSecond: 1, atOnce: 4 } }],
  stepUp: [{ stepUp: 'off' }, null],
  outsideConfirmation: [{ outsideConfirmation: 'off' }, null],
  letterhead: [{ letterhead: { name: 'Other', address: '', contact: 'lure.example', logo: null } }, null],
}

describe('a production profile', () => {
  it('has a case for every field of the schema', () => {
    expect(Object.keys(changes).toSorted()).toEqual(Object.keys(profileDraftSchema.shape).toSorted())
  })

  it.each(Object.entries(changes))('%s: a change that loosens is found, and no other', (field, [looser, harmless]) => {
    if (looser !== null) expect(loosensProfile(strict, { ...strict, ...looser })).toEqual([field])
    if (harmless !== null) expect(loosensProfile(strict, { ...strict, ...harmless })).toEqual([])
  })

  it('is compared with the strictest profile if it is new, or was not for production', () => {
    const fields = Object.keys(profileDraftSchema.shape).toSorted()
    expect(loosensProfile(null, strict).toSorted()).toEqual(fields)
    expect(loosensProfile({ ...strict, environment: 'staging' }, strict).toSorted()).toEqual(fields)
    expect(loosensProfile(null, { ...strict, environment: 'staging' })).toEqual([])
  })

  it.each([
    ['no limits any more', []], ['no limit of one kind', [limit(null)]],
    ['another currency beside', [limit('100'), { ...limit('1'), currency: 'EUR' }]],
  ] as const)('is looser with %s', (_what, limits) => {
    expect(loosensProfile(strict, { ...strict, limits: [...limits] as CurrencyLimits[] })).toEqual(['limits'])
  })

  it.each(['charge', 'refund', 'payout', 'batch', 'chargesOfADay', 'refundsOfADay', 'payoutsOfADay'] as const)(
    'is looser with a higher limit of a kind, or without one: %s', (kind) => {
      for (const [amount, expected] of [['101', ['limits']], [null, ['limits']], ['99', []]] as const) {
        const limits = [{ ...limit('100'), [kind]: amount }] as CurrencyLimits[]
        expect(loosensProfile(strict, { ...strict, limits })).toEqual(expected)
      }
    },
  )

  it.each([[2, 5, true], [null, 4, true], [2, 4, false], [2, 3, false]] as const)(
    'whose batches send %s a second, %s at once, is looser than the usual: %s', (perSecond, atOnce, looser) => {
      expect(loosensProfile(strict, { ...strict, batches: { perSecond, atOnce } })).toEqual(looser ? ['batches'] : [])
    },
  )

  it('is not looser with limits if it had none', () => {
    const { limits: _limits, ...unlimited } = strict
    expect(loosensProfile(unlimited, strict)).toEqual([])
  })
})

describe('a staging profile', () => {
  const staging: ProfileDraft = { ...strict, environment: 'staging' }
  const elsewhere = ['authorities', 'gateway', 'route']

  it.each(Object.entries(changes))('%s: a change of the requests’ target is found, and no other', (field, [changed, other]) => {
    const expected = elsewhere.includes(field) ? [field] : []
    if (changed !== null) expect(redirectsStaging(staging, { ...staging, ...changed })).toEqual(expected)
    if (other !== null) expect(redirectsStaging(staging, { ...staging, ...other })).toEqual([])
  })

  it('sends to an unconfirmed address if it is new, or was a sandbox profile', () => {
    expect(redirectsStaging(null, staging).toSorted()).toEqual(elsewhere)
    expect(redirectsStaging({ ...strict, environment: 'sandbox' }, staging).toSorted()).toEqual(elsewhere)
    expect(redirectsStaging(null, { ...strict, environment: 'sandbox' })).toEqual([])
  })
})

describe('settings', () => {
  const before: Settings = { ...defaultSettings, auditFile: '/var/log/a.jsonl' }
  const sent = (change: Partial<SentSettings>): SentSettings => ({ ...before, auditFile: 'keep', ...change })
  const cases: Record<keyof Settings, Cases<Partial<SentSettings>>> = {
    operatorName: [null, { operatorName: 'Ada' }],
    notFoundAfterMinutes: [{ notFoundAfterMinutes: 15 }, { notFoundAfterMinutes: 240 }],
    lockAfterMinutes: [{ lockAfterMinutes: 15 }, { lockAfterMinutes: 1 }],
    contentProtection: [{ contentProtection: false }, { contentProtection: true }],
    replaceAfterDays: [{ replaceAfterDays: 1_000 }, { replaceAfterDays: 30 }],
    notices: [null, { notices: false }],
    auditFile: [{ auditFile: 'off' }, { auditFile: 'keep' }],
  }

  it('have a case each', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  })

  it.each(Object.entries(cases))('%s: a change that loosens is found, and no other', (field, [looser, harmless]) => {
    if (looser !== null) expect(loosensSettings(before, sent(looser))).toEqual([field])
    expect(loosensSettings(before, sent(harmless ?? {}))).toEqual([])
  })

  it('all count as changed if the old ones are not known', () => {
    expect(loosensSettings(null, sent({}))).toEqual(Object.keys(cases))
  })

  it('without an audit file get one without a confirmation: a person chose its folder', () => {
    expect(loosensSettings(defaultSettings, sent({ auditFile: { handle: 'h' } }))).toEqual([])
    expect(loosensSettings(before, sent({ auditFile: { handle: 'h' } }))).toEqual(['auditFile'])
  })
})

describe('a person', () => {
  const otto = { id: 'a'.repeat(16) as never, name: 'Otto', role: 'operator' } as const
  it.each([
    ['a new one', null, { role: 'operator', passphrase: 'x' }, ['new-person']],
    ['a higher role', otto, { role: 'administrator', passphrase: null }, ['higher-role']],
    ['a passphrase that somebody else knows', otto, { role: 'operator', passphrase: 'x' }, ['new-passphrase']],
    ['another name', otto, { name: 'Otto B', role: 'operator', passphrase: null }, ['other-name']],
    ['a lower role', { ...otto, role: 'administrator' }, { role: 'operator', passphrase: null }, []],
  ] as const)('%s', (_what, before, after, expected) => {
    expect(loosensPerson(before, { id: before?.id ?? null, name: 'Otto', ...after })).toEqual(expected)
  })
})
