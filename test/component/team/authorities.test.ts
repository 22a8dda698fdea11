// The certificate authorities of a team: pasted, or chosen from a file, and what was read in them.
import { expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { CertificateFacts } from '#shared/model/team-authorities.ts'
import { failed, success } from '#shared/result.ts'
import { descriptionOf, field, type, words } from '../support/mount.ts'
import { fillJoin, openTeam, press } from './team-screen.ts'
import { text } from '../../texts.ts'

const none = { state: 'none' } as const
const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const input = () => field(text('team.field.authorities'))
const company: CertificateFacts = {
  name: 'Company Root', subject: 'O=Company, CN=Company Root', validUntil: '2031-05-02T12:00:00.000Z' as UtcTime, state: 'valid',
}

it('are chosen from a file; each certificate is named with the day until which it is valid', async () => {
  const { inputsOf, content } = await openTeam(none, {
    'team.chooseAuthorities': () => success({ authorities: pem }), 'team.describeAuthorities': () => success([company]),
    'team.test': () => success([]),
  })
  await press(text('team.field.authoritiesChoose'))
  expect(input().value).toBe(pem)
  const said = words(content.querySelector('[role="status"]')!)
  expect(said).toContain(text('team.field.authoritiesRead', { count: 1 }))
  expect(said).toContain(`Company Root, ${text('team.field.authoritiesUntil.valid', { until: '2 May 2031' })}`)
  await fillJoin()
  await press(text('team.test.action'))
  expect(inputsOf('team.test')).toMatchObject([{ address: { authorities: pem.trim() } }])
})

it('of which one has expired are a warning, and are used all the same', async () => {
  const expired: CertificateFacts = { ...company, state: 'expired', validUntil: '2020-02-01T12:00:00.000Z' as UtcTime }
  const { content } = await openTeam(none, { 'team.describeAuthorities': () => success([company, expired]) })
  await type(input(), pem)
  const said = words(content.querySelector('[role="alert"]')!)
  expect(said).toContain(text('team.field.authoritiesUntil.expired', { until: '1 Feb 2020' }))
  expect(said).toContain(text('team.field.authoritiesExpired'))
})

it('from a file that main refused leave the field as it was, with the reason; no file is no failure', async () => {
  const answers = [failed({ code: 'cancelled' } as const), failed({ code: 'authorities-refused', why: 'private-key' } as const)]
  const { content } = await openTeam(none, { 'team.chooseAuthorities': () => answers.shift()! })
  await press(text('team.field.authoritiesChoose'))
  expect(content.querySelector('[role="alert"]')).toBeNull()
  await press(text('team.field.authoritiesChoose'))
  expect(words(content.querySelector('[role="alert"]')!)).toContain(text('failure.refusedAuthorities.private-key'))
  expect(input().value).toBe('')
})

it('with a certificate that cannot be read connect to nothing', async () => {
  const { inputsOf } = await openTeam(none, { 'team.describeAuthorities': () => success(null) })
  await fillJoin({ authorities: pem })
  await press(text('team.test.action'))
  expect(descriptionOf(field(text('team.field.authorities')))).toBe(text('team.problem.authorities.damaged'))
  expect(inputsOf('team.test')).toEqual([])
})
