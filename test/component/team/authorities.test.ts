// The certificate authorities of a team: pasted, or chosen from a file, and the certificates read from them.
import { expect, it } from 'vitest'
import type { Certificate, UtcTime } from '#shared/brands.ts'
import { pemOf, type CertificateFacts } from '#shared/model/keys/certificate-authorities.ts'
import { failed, success } from '#shared/result.ts'
import { descriptionOf, field, type, words } from '../support/mount.ts'
import { aFingerprint, fillJoin, openTeam, press } from './team-screen.ts'
import { text } from '../../support/texts.ts'

const none = { state: 'none' } as const
const certificate = 'MIIB' as Certificate
const pem = pemOf([certificate])
const input = () => field(text('team.field.authorities'))
const company: CertificateFacts = {
  certificate, fingerprint: aFingerprint('c1'), name: 'Company Root', subject: 'O=Company, CN=Company Root', validUntil: '2031-05-02T12:00:00.000Z' as UtcTime, state: 'valid',
}

it('are chosen from a file; each certificate is listed with its end and its fingerprint', async () => {
  const { inputsOf, content } = await openTeam(none, {
    'certificates.choose': () => success([company]), 'certificates.describe': () => success([company]),
    'team.test': () => success([]),
  })
  await press(text('certificates.choose'))
  expect(input().value).toBe(pem)
  const notice = words(content.querySelector('[role="status"]')!)
  expect(notice).toContain(text('team.field.authoritiesRead', { count: 1 }))
  for (const fact of ['O=Company, CN=Company Root', text('certificates.until.valid', { until: '2 May 2031' })]) expect(notice).toContain(fact)
  expect(notice.replaceAll(' ', '')).toContain(aFingerprint('c1'))
  await fillJoin()
  await press(text('team.test.action'))
  expect(inputsOf('team.test')).toMatchObject([{ address: { authorities: pem.trim() } }])
})

it('of which one has expired cause a warning, and are used anyway', async () => {
  const expired: CertificateFacts = { ...company, fingerprint: aFingerprint('c2'), state: 'expired', validUntil: '2020-02-01T12:00:00.000Z' as UtcTime }
  const { content } = await openTeam(none, { 'certificates.describe': () => success([company, expired]) })
  await type(input(), pem)
  const notice = words(content.querySelector('[role="alert"]')!)
  expect(notice).toContain(text('certificates.until.expired', { until: '1 Feb 2020' }))
  expect(notice).toContain(text('certificates.expired'))
})

it('from a file that main refused do not change the field and show the reason; choosing no file is not a failure', async () => {
  const answers = [failed({ code: 'cancelled' } as const), failed({ code: 'authorities-refused', why: 'private-key' } as const)]
  const { content } = await openTeam(none, { 'certificates.choose': () => answers.shift()! })
  await press(text('certificates.choose'))
  expect(content.querySelector('[role="alert"]')).toBeNull()
  await press(text('certificates.choose'))
  expect(words(content.querySelector('[role="alert"]')!)).toContain(text('failure.refusedAuthorities.private-key'))
  expect(input().value).toBe('')
})

it.each(['damaged', 'not-authority'] as const)('with a certificate that is %s are not used to connect', async (why) => {
  const { inputsOf } = await openTeam(none, { 'certificates.describe': () => failed({ code: 'authorities-refused', why }) })
  await fillJoin({ authorities: pem })
  await press(text('team.test.action'))
  expect(descriptionOf(field(text('team.field.authorities')))).toBe(text(`team.problem.authorities.${why}`))
  expect(inputsOf('team.test')).toEqual([])
})
