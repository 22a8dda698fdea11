/** The certificate authorities of a team, as a person chooses them in a dialog of the system. */
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { AuthoritiesProblem } from '#shared/model/team-authorities.ts'
import { closeAll, open } from '../desk/support.ts'
import { makeCertificates, type TestCertificates } from '../gateway/certificates.ts'

afterEach(closeAll)

let certificates: TestCertificates
beforeAll(() => { certificates = makeCertificates() })

const deskThatChooses = (text: () => Promise<string | null>) => open({ system: { chooseTextFile: text } })

it('are the certificates of the file alone, and each is named with the day until which it is valid', async () => {
  const { authority, expired } = certificates
  const file = `# The company's own.\r\n${authority}# An older one.\n${expired.cert}`
  const desk = await deskThatChooses(async () => file)
  const { authorities } = await desk.call('team.chooseAuthorities', null)
  expect(authorities).not.toContain('#')
  const found = await desk.call('team.describeAuthorities', { authorities })
  expect(found).toMatchObject([
    { state: 'valid' }, { name: 'test gateway', state: 'expired', validUntil: expect.stringMatching(/^2020-02-01T/) },
  ])
  expect(found![1]!.subject).toContain('CN=test gateway')
})

const refused: readonly (readonly [why: AuthoritiesProblem, file: () => string])[] = [
  ['private-key', () => certificates.authority + certificates.good.key],
  ['no-certificate', () => 'not a certificate'],
  ['damaged', () => certificates.authority.replace(/[A-Za-z0-9+/]{40}/, 'x')],
  ['too-long', () => certificates.authority.repeat(200)],
]
it.each(refused)('are refused where the file is %s', async (why, file) => {
  const desk = await deskThatChooses(async () => file())
  expect(await desk.refused('team.chooseAuthorities', null)).toEqual({ code: 'authorities-refused', why })
})

it('are not taken from a file that cannot be opened, nor where nothing was chosen', async () => {
  const desk = await deskThatChooses(async () => { throw new Error('EACCES') })
  expect(await desk.refused('team.chooseAuthorities', null)).toEqual({ code: 'authorities-refused', why: 'unreadable' })
  const cancelled = await deskThatChooses(async () => null)
  expect(await cancelled.refused('team.chooseAuthorities', null)).toEqual({ code: 'cancelled' })
})

it('that were pasted with a certificate that cannot be read are not described', async () => {
  const desk = await open()
  const authorities = certificates.authority.replace(/[A-Za-z0-9+/]{40}/, 'x')
  expect(await desk.call('team.describeAuthorities', { authorities })).toBeNull()
})
