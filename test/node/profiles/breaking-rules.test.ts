/** A file with profiles that break rules, which no screen would save. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { draft, open, saveIn } from './support.ts'

const fixture = join(import.meta.dirname, 'breaking-rules.json')

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'profiles-'))
  path = join(folder, 'profiles.json')
  copyFileSync(fixture, path)
})
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

const kept = () => (JSON.parse(readFileSync(fixture, 'utf8')) as { profiles: object[] }).profiles

it('opens with every profile, none confirmed yet, and reading does not change the disk', () => {
  const profiles = open(path)
  expect(profiles.warnings()).toEqual([])
  expect(profiles.list()).toMatchObject(kept())
  expect(profiles.active().id).toBe('live')
  expect(profiles.list().map(({ id }) => profiles.confirmationOf(id))).toEqual(kept().map(() => null))
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(fixture, 'utf8'))
  expect(readdirSync(folder)).toEqual(['profiles.json'])
})

it('reports for each profile which rule it breaks, and for no other', () => {
  const profiles = open(path)
  const codes = (id: string) => profiles.problemsOf(id as ProfileId).map(({ code }) => code)
  expect(codes('same-origin')).toEqual(['base-url-of-other-environment', 'required'])
  // The other profile of the same contradiction: which of the two is wrong is not known.
  expect(codes('live')).toEqual(['base-url-of-other-environment', 'required'])
  expect(codes('no-https')).toEqual(['base-url-not-https', 'required'])
  // A profile without a time zone sends nothing until it has one.
  expect(profiles.problemsOf('good' as ProfileId)).toEqual([{ field: 'timeZone', code: 'required' }])
})

it('lose nothing when another profile is saved, and can be used again once one of two is corrected', () => {
  const profiles = open(path)
  expect(saveIn(profiles, { id: null, draft: draft({ name: 'New', baseUrl: 'https://other.example' }) })).toMatchObject({ ok: true })
  expect(open(path).list().slice(0, 5)).toMatchObject(kept())

  const again = open(path)
  const { id, ...wrong } = again.get('same-origin' as ProfileId)!
  const corrected = { ...wrong, gateway: { kind: 'address', baseUrl: 'https://test.gate.example' }, timeZone: 'UTC' } as const
  expect(saveIn(again, { id, draft: corrected })).toMatchObject({ ok: true })
  expect(again.problemsOf(id)).toEqual([])
  expect(again.problemsOf('live' as ProfileId).map(({ field }) => field)).toEqual(['timeZone'])
})

it('keeps a confirmation beside its profile, until the profile is removed', () => {
  const id = 'good' as ProfileId
  const confirmation = { content: '{}', number: 1, keyId: 'k', signature: 'c2ln' }
  const before = open(path)
  expect(before.keep(before.get(id)!, confirmation)).toMatchObject({ ok: true })
  const profiles = open(path)
  expect(profiles.confirmationOf(id)).toEqual(confirmation)
  expect(profiles.remove(id)).toMatchObject({ ok: true })
  expect(readFileSync(path, 'utf8')).not.toContain('c2ln')
})
