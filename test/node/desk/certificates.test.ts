/**
 * The certificate authorities of profiles and of the team: chosen in a dialog of the system, checked, watched for
 * expiry.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { AuthoritiesProblem } from '#shared/model/keys/certificate-authorities.ts'
import { certificateIn, fingerprintOfPem, makeCertificates, type TestCertificates } from '../gateway/certificates.ts'
import { closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

let certificates: TestCertificates
let others: TestCertificates
beforeAll(() => {
  certificates = makeCertificates()
  others = makeCertificates()
})

const day = 24 * 60 * 60_000
const deskThatChooses = (text: () => Promise<string | null>) => open({ system: { chooseTextFile: text } })

async function draftOf(desk: TestDesk, id: ProfileId) {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === id)!.profile
  return draft
}

describe('a file of certificate authorities', () => {
  it('returns only its certificates, each with subject, end and fingerprint', async () => {
    const { authority, expiredAuthority } = certificates
    const file = `# The company's own.\r\n${authority}# An older one.\n${expiredAuthority}${authority}`
    const desk = await deskThatChooses(async () => file)
    const chosen = await desk.call('certificates.choose', null)
    expect(chosen).toEqual([
      {
        certificate: certificateIn(authority), name: 'test authority', subject: 'CN=test authority', state: 'valid',
        validUntil: expect.any(String), fingerprint: fingerprintOfPem(authority),
      },
      {
        certificate: certificateIn(expiredAuthority), name: 'old authority', subject: 'CN=old authority', state: 'expired',
        validUntil: '2020-02-01T00:00:00.000Z', fingerprint: fingerprintOfPem(expiredAuthority),
      },
    ])
    expect(await desk.call('certificates.describe', { text: file })).toEqual(chosen)
  })

  it('may contain the self-signed certificate of a server', async () => {
    const desk = await deskThatChooses(async () => certificates.untrusted.cert)
    expect(await desk.call('certificates.choose', null)).toMatchObject([{ name: 'localhost', state: 'valid' }])
  })

  const refused: readonly (readonly [why: AuthoritiesProblem, file: () => string])[] = [
    ['private-key', () => certificates.authority + certificates.good.key],
    ['private-key', () => '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----'],
    ['no-certificate', () => 'not a certificate'],
    ['no-certificate', () => ''],
    ['damaged', () => certificates.authority.replace(/[A-Za-z0-9+/]{40}/, 'x')],
    ['damaged', () => certificates.authority + others.authority.slice(0, -60)],
    ['not-authority', () => certificates.authority + certificates.good.cert],
    ['too-many', () => certificates.authority.repeat(5)],
    ['too-long', () => certificates.authority.padEnd(65_537)],
  ]
  it.each(refused)('is refused if it is %s, and nothing of it is returned', async (why, file) => {
    const desk = await deskThatChooses(async () => file())
    expect(await desk.refused('certificates.choose', null)).toEqual({ code: 'authorities-refused', why })
  })

  it('is refused if it cannot be opened; choosing no file is not a failure', async () => {
    const desk = await deskThatChooses(async () => { throw new Error('EACCES: /home/anna/company.pem') })
    expect(await desk.refused('certificates.choose', null)).toEqual({ code: 'authorities-refused', why: 'unreadable' })
    const cancelled = await deskThatChooses(async () => null)
    expect(await cancelled.refused('certificates.choose', null)).toEqual({ code: 'cancelled' })
  })
})

describe('the certificate authorities of a profile', () => {
  it('are saved only if each can be read and trusted, and one has not expired', async () => {
    const desk = await open()
    const id = await desk.addProfile('staging', 'Company')
    const draft = await draftOf(desk, id)
    const problem = (...pems: readonly string[]) =>
      desk.refused('profiles.save', { id, draft: { ...draft, authorities: pems.map(certificateIn) } })
    const invalid = (code: string, more = {}) => ({ code: 'profile-invalid', problems: [{ field: 'authorities', code, ...more }] })

    expect(await problem(certificates.authority, 'MIIB')).toEqual(invalid('authorities-damaged'))
    expect(await problem(certificates.authority, certificates.good.cert)).toEqual(invalid('authorities-not-authority'))
    expect(await problem(certificates.expiredAuthority))
      .toEqual(invalid('authorities-expired', { details: { expired: 'old authority (2020-02-01)' } }))
    await desk.call('profiles.save', { id, draft: { ...draft, authorities: [certificates.expiredAuthority, others.authority].map(certificateIn) } })
    expect((await desk.call('profiles.testConnection', { id })).find((line) => line.id === 'certificate-authorities'))
      .toMatchObject({ result: 'warning', detail: expect.stringContaining('Expired of these: old authority (2020-02-01).') })
  })

  it('that change cause audit lines, with fingerprint and subject', async () => {
    const desk = await open()
    const id = await desk.addProfile('staging', 'Company')
    const draft = await draftOf(desk, id)
    await desk.call('profiles.save', { id, draft: { ...draft, authorities: [certificateIn(others.authority)] } })
    const { lines } = await desk.call('maintenance.audit', { before: null, limit: 200 })
    const { detail } = lines.find(({ action }) => action === 'profile-changed')!
    expect(detail).toMatch(new RegExp(`certificate authority added: SHA-256 ${fingerprintOfPem(others.authority)}, CN=test authority, valid until 20`))
    expect(detail).toMatch(/certificate authority removed: SHA-256 [0-9a-f:]{95}, CN=test authority, valid until 20/)
  })

  it('are reported 30 days before they expire, and once they have expired', async () => {
    const desk = await open()
    const id = await desk.addProfile('staging', 'Company')
    const [own] = (await draftOf(desk, id)).authorities!
    const ends = async () => (await desk.call('keys.lives', null)).authorityEnds
    expect(await ends()).toEqual([])
    await desk.clock.pass(31 * day)
    expect(await ends()).toMatchObject([{ profileName: 'Company', name: 'test authority', reminder: 'soon' }])
    await desk.clock.pass(30 * day)
    expect(await ends()).toMatchObject([{ profileName: 'Company', reminder: 'due' }])
    expect(own).toBeDefined()
  })
})
