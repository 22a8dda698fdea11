import { expect, it } from 'vitest'
import type { Certificate } from '#shared/brands.ts'
import type { CertificateFacts } from '#shared/model/keys/certificate-authorities.ts'
import { failed, success } from '#shared/result.ts'
import { descriptionOf, field, words } from '../support/mount.ts'
import { aMember, dialog, fillJoin, openTeam, press } from './team-screen.ts'
import { text } from '../../support/texts.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const facts = {
  certificate: 'MIIB' as Certificate, name: 'anna', subject: 'CN=anna', validUntil: '2031-05-02T00:00:00.000Z', state: 'valid', fingerprint: 'ab:cd',
} as CertificateFacts
const answers = {
  'team.chooseClientCertificate': () => success({ clientCertificate: certificate, facts }),
  'certificates.describe': () => success([]), 'team.test': () => success([]),
}

it('a client certificate replaces the password, with the authority that proves the server', async () => {
  const { content, inputsOf } = await openTeam({ state: 'none' }, answers)
  await fillJoin({ password: '' })
  await press(text('team.field.clientCertificateChoose'))
  expect(words(content)).toContain('CN=anna')
  await press(text('team.test.action'))
  expect(descriptionOf(field(text('team.field.authorities')))).toBe(text('team.problem.authorities.with-certificate'))
  expect(descriptionOf(field(text('team.field.password')))).not.toContain(text('team.problem.password'))
  await fillJoin({ password: '', authorities: certificate })
  await press(text('team.test.action'))
  expect(inputsOf('team.test')).toEqual([{
    address: { host: 'db.example', port: 5_432, database: 'team', user: 'anna', authorities: certificate.trim(), clientCertificate: certificate },
    password: null,
  }])
  await press(text('team.field.clientCertificateRemove'))
  await press(text('team.test.action'))
  expect(descriptionOf(field(text('team.field.password')))).toContain(text('team.problem.password'))
})

it('the reason for refusing a key is shown in a sentence, and nothing is used', async () => {
  const refused = () => failed({ code: 'client-certificate-refused', why: 'key-encrypted' } as const)
  const { content } = await openTeam({ state: 'none' }, { ...answers, 'team.chooseClientCertificate': refused })
  await press(text('team.field.clientCertificateChoose'))
  expect(words(content)).toContain(text('failure.refusedClientCertificate.key-encrypted'))
  expect(words(content)).not.toContain(text('team.field.clientCertificateRemove'))
})

it('a desk that logs in by certificate shows that, and keeps it when the address is changed', async () => {
  const { address } = aMember()
  const member = aMember({ address: { ...address, authorities: certificate, clientCertificate: certificate } })
  const { content } = await openTeam(member, answers)
  expect(words(content)).toContain(text('team.connection.loginBy.certificate'))
  await press(text('team.desk.change'))
  expect(words(dialog())).toContain(text('team.field.clientCertificateKept'))
})
