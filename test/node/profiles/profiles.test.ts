import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { builtInProfileId } from '#shared/model/profiles/profile-rules.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { builtInDraft, draft, open, saveIn } from './support.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'profiles-'))
  path = join(folder, 'profiles.json')
})
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

const names = () => open(path).list().map(({ name }) => name)

/** Saves a draft; returns its id, or the problems for which it was refused. */
function save(profileDraft: ProfileDraft, id: ProfileId | null = null, profiles = open(path)) {
  const saved = saveIn(profiles, { id, draft: profileDraft })
  if (saved.ok) return saved.value.id
  return saved.failure.code === 'profile-invalid'
    ? saved.failure.problems.map(({ field, code }) => `${field} ${code}`)
    : saved.failure.code
}

describe('the built-in profile', () => {
  it('exists at the first start, is active, and nothing is written for it', () => {
    const profiles = open(path)
    expect(profiles.list()).toEqual([{ ...builtInDraft, id: builtInProfileId }])
    expect(profiles.active().name).toBe('Sandbox')
    expect(profiles.warnings()).toEqual([])
    expect(existsSync(path)).toBe(false)
  })

  it('cannot be removed or pointed elsewhere, but renamed', () => {
    expect(open(path).remove(builtInProfileId)).toMatchObject({ ok: false })
    const elsewhere = { ...builtInDraft, gateway: { kind: 'address', baseUrl: 'http://127.0.0.1:9' } } as const
    expect(save(elsewhere, builtInProfileId)).toEqual(['gateway.kind built-in-stays'])
    expect(save({ ...builtInDraft, name: 'Playground' }, builtInProfileId)).toBe(builtInProfileId)
    expect(names()).toEqual(['Playground'])
  })

  it('is restored if it was removed from the file, with a name that is not taken', () => {
    save(draft({ name: 'Mine' }))
    const file = JSON.parse(readFileSync(path, 'utf8'))
    file.profiles = file.profiles.filter(({ id }: { id: string }) => id !== builtInProfileId)
    file.profiles[0].name = 'sandbox'
    writeFileSync(path, JSON.stringify(file))
    expect(names()).toEqual(['Sandbox 2', 'sandbox'])
  })
})

describe('saving', () => {
  it('outlasts a restart, with the active profile and a normalised address', () => {
    const profiles = open(path)
    const id = save(draft({ baseUrl: ' HTTPS://Gate.Example:443/ ' }), null, profiles) as ProfileId
    expect(profiles.choose(id)).toMatchObject({ ok: true })

    const again = open(path)
    expect(again.active()).toMatchObject({ id, gateway: { kind: 'address', baseUrl: 'https://gate.example' } })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('replaces a whole profile and keeps the others', () => {
    const id = save(draft()) as ProfileId
    save(draft({ name: 'Other' }))
    expect(save(draft({ name: 'Renamed', login: 'new' }), id)).toBe(id)
    expect(names()).toEqual(['Sandbox', 'Renamed', 'Other'])
    expect(open(path).get(id)?.login).toBe('new')
  })

  it('falls back to the built-in profile if the active one is removed', () => {
    const profiles = open(path)
    const id = save(draft(), null, profiles) as ProfileId
    profiles.choose(id)
    expect(profiles.remove(id)).toMatchObject({ ok: true })
    expect(open(path).active().id).toBe(builtInProfileId)
    expect(profiles.remove(id)).toMatchObject({ failure: { code: 'no-such-profile' } })
    expect(profiles.choose(id)).toMatchObject({ failure: { code: 'no-such-profile' } })
    expect(save(draft(), id, profiles)).toBe('no-such-profile')
  })
})

describe('rules', () => {
  it.each([
    ['http://gate.example', 'production', 'gateway.baseUrl base-url-not-https'],
    ['http://192.168.1.9', 'staging', 'gateway.baseUrl base-url-not-https'],
    ['http://127.0.0.1.evil.example', 'production', 'gateway.baseUrl base-url-not-https'],
    ['https://gate.example', 'sandbox', 'gateway.baseUrl base-url-not-loopback'],
    ['https://user@gate.example', 'production', 'gateway.baseUrl base-url-format'],
    ['ftp://gate.example', 'production', 'gateway.baseUrl base-url-format'],
  ] as const)('%s in %s: %s', (baseUrl, environment, problem) => {
    expect(save(draft({ baseUrl, environment }))).toEqual([problem])
    expect(existsSync(path)).toBe(false)
  })

  it.each(['staging', 'production'] as const)('%s is https on this computer too', (environment) => {
    expect(save(draft({ baseUrl: 'http://127.0.0.1:8080', environment }))).toEqual(['gateway.baseUrl base-url-not-https'])
    expect(typeof save(draft({ baseUrl: 'https://127.0.0.1:8080', environment }))).toBe('string')
  })

  it('plain http is only for a sandbox on loopback', () => {
    expect(typeof save(draft({ name: 'A', baseUrl: 'http://127.0.0.1:8080', environment: 'sandbox' }))).toBe('string')
    expect(typeof save(draft({ name: 'B', baseUrl: 'http://[::1]:8080', environment: 'sandbox' }))).toBe('string')
  })

  it.each(['https://GATE.example:443//', 'https://gate.example.', 'https://gate.example/x', 'HTTPS://GATE.EXAMPLE.:443/x/y'])(
    'one origin belongs to one environment: staging at https://gate.example excludes production at %s',
    (baseUrl) => {
      save(draft({ environment: 'staging' }))
      expect(save(draft({ name: 'Live', baseUrl }))).toEqual(['gateway.baseUrl base-url-of-other-environment'])
      expect(typeof save(draft({ name: 'Live', baseUrl: 'https://gate.example:8443' }))).toBe('string')
    },
  )

  it('two logins may share an address within one environment', () => {
    save(draft({ environment: 'staging' }))
    expect(typeof save(draft({ name: 'Second', environment: 'staging' }))).toBe('string')
  })

  it('a name belongs to one profile', () => {
    save(draft())
    expect(save(draft({ name: 'SHOP' }))).toEqual(['name name-taken'])
  })

  it('the environment of a saved profile does not change', () => {
    const id = save(draft({ environment: 'staging' })) as ProfileId
    expect(save(draft({ environment: 'production' }), id)).toEqual(['environment environment-fixed'])
  })
})

describe('the time zone of a profile', () => {
  it('is required for every staging and production profile, and must be a name in the database', () => {
    for (const environment of ['staging', 'production'] as const) {
      expect(save(draft({ environment, timeZone: undefined }))).toEqual(['timeZone required'])
    }
    for (const timeZone of ['Berlin', '+02:00', 'Europe/Atlantis']) expect(save(draft({ timeZone }))).toEqual(['timeZone time-zone-unknown'])
    expect(typeof save(draft({ timeZone: 'Asia/Beirut' }))).toBe('string')
    expect(typeof save(draft({ name: 'Local', environment: 'sandbox', baseUrl: 'http://127.0.0.1:1', timeZone: undefined }))).toBe('string')
  })

  it('that no database has may be in the file: every profile is loaded, and the wrong one is reported', () => {
    const id = save(draft({ timeZone: 'Asia/Beirut' })) as ProfileId
    writeFileSync(path, readFileSync(path, 'utf8').replace('Asia/Beirut', 'Asia/Atlantis'))
    const profiles = open(path)
    expect(profiles.list().map(({ name }) => name)).toEqual(['Sandbox', 'Shop'])
    expect(profiles.problemsOf(id)).toEqual([{ field: 'timeZone', code: 'time-zone-unknown' }])
  })
})

describe('a path that leads to another operation', () => {
  const withPath = (status: string) => draft({ switches: { ...draft().switches, paths: { status } } })

  it.each([
    ['/v2/return/', 'path-of-other-operation'], ['/V2/Void/', 'path-of-other-operation'], ['/v2/', 'path-of-other-operation'],
    ['/x/v2/return/', 'path-of-other-operation'],
    ['/v2/status/../return/', 'path-dots'],
  ])('%s is not saved', (written, code) => {
    expect(save(withPath(written))).toEqual([`switches.paths.status ${code}`])
    expect(existsSync(path)).toBe(false)
  })

  it('may be in the file: every profile is loaded, the problem is reported, and it can be corrected', () => {
    const id = save(withPath('/v2/order-status/')) as ProfileId
    save(draft({ name: 'Other' }))
    writeFileSync(path, readFileSync(path, 'utf8').replace('/v2/order-status/', '/v2/return/'))
    const profiles = open(path)
    expect(profiles.list().map(({ name }) => name)).toEqual(['Sandbox', 'Shop', 'Other'])
    expect(profiles.problemsOf(id)).toMatchObject([{ field: 'switches.paths.status', code: 'path-of-other-operation' }])
    expect(readdirSync(folder)).toEqual(['profiles.json'])

    expect(save(draft({ name: 'Third' }), null, profiles)).toEqual(expect.any(String))
    expect(profiles.get(id)?.switches.paths).toEqual({ status: '/v2/return/' })
    expect(save(withPath('/v2/order-status/'), id, profiles)).toBe(id)
    expect(profiles.problemsOf(id)).toEqual([])
  })

  it('does not hide another broken rule', () => {
    const id = save(withPath('/v2/order-status/')) as ProfileId
    const broken = readFileSync(path, 'utf8').replace('/v2/order-status/', '/v2/return/').replace('https://gate.example', 'http://gate.example')
    writeFileSync(path, broken)
    expect(open(path).problemsOf(id).map(({ code }) => code)).toEqual(['base-url-not-https', 'path-of-other-operation'])
  })
})

describe('a file that cannot be used', () => {
  const withOneId = JSON.stringify({
    schema: 1, activeId: 'a', profiles: [{ ...draft(), id: 'a' }, { ...draft({ name: 'Other' }), id: 'a' }],
  })
  it.each([
    ['no JSON', '{"schema": 1, "profi'], ['empty', ''], ['another file', '[]'], ['incomplete', '{"schema":1,"activeId":"a","profiles":[{}]}'],
    ['two profiles with one id', withOneId],
  ])('%s: it is quarantined, reported, and never overwritten', (_what, text) => {
    writeFileSync(path, text)
    const profiles = open(path)
    expect(profiles.list().map(({ id }) => id)).toEqual([builtInProfileId])
    expect(profiles.warnings()).toHaveLength(1)
    expect(profiles.warnings()[0]).toContain('profiles.json.unreadable-1')
    expect(readFileSync(`${path}.unreadable-1`, 'utf8')).toBe(text)

    expect(typeof save(draft(), null, profiles)).toBe('string')
    writeFileSync(path, 'broken again')
    open(path)
    expect(readFileSync(`${path}.unreadable-1`, 'utf8')).toBe(text)
    expect(readFileSync(`${path}.unreadable-2`, 'utf8')).toBe('broken again')
  })

  it('of a newer version: it is not changed, nothing is saved, and that is reported', () => {
    const text = JSON.stringify({ schema: 99, everything: 'new' })
    writeFileSync(path, text)
    const profiles = open(path)
    expect(profiles.warnings()[0]).toMatch(/newer version/)
    expect(save(draft(), null, profiles)).toBe('profiles-unwritable')
    expect(profiles.choose(builtInProfileId)).toMatchObject({ failure: { code: 'profiles-unwritable' } })
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['profiles.json'])
  })

  it('that cannot be read is not treated as empty', () => {
    mkdirSync(path)
    const profiles = open(path)
    expect(profiles.warnings()[0]).toMatch(/nothing can be saved/)
    expect(save(draft(), null, profiles)).toBe('profiles-unwritable')
  })

  it('in a folder that cannot be written: the reason is reported, and the profiles do not change', () => {
    const profiles = open(join(folder, 'missing', 'profiles.json'))
    expect(saveIn(profiles, { id: null, draft: draft() })).toEqual({
      ok: false, failure: { code: 'profiles-unwritable', detail: 'The profiles cannot be saved: the folder is missing.' },
    })
    expect(profiles.list()).toHaveLength(1)
  })
})

describe('killed in the middle of writing', () => {
  it('leaves the complete old or new profiles, every time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const file = join(folder, `round-${round}.json`)
      const writer = spawn('node', [join(import.meta.dirname, 'endless-writer.ts'), file], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = new Promise((resolve) => { writer.once('exit', resolve) })
      await new Promise((resolve) => { writer.stdout.once('data', resolve) })
      await new Promise((resolve) => { setTimeout(resolve, 7 * round + 1) })
      writer.kill('SIGKILL')
      await ended
      const profiles = open(file)
      expect(profiles.warnings()).toEqual([])
      expect(profiles.list().map(({ name }) => name)).toEqual(['Sandbox', 'Shop'])
    }
  })
})
