/** The certificate authorities of an invitation: their contents are trusted only once a person confirms them. */
import { afterEach, beforeAll, expect, it } from 'vitest'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import type { OutsideQuestion } from '../../../electron/desk/services.ts'
import { openProtected } from '../desk/access/support.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { certificateIn, fingerprintOfPem, makeCertificates, type TestCertificates } from '../gateway/certificates.ts'

afterEach(closeAll)

let gateway: TestCertificates
let database: TestCertificates
beforeAll(() => {
  gateway = makeCertificates()
  database = makeCertificates()
})

const serverAddress = () => ({ host: '127.0.0.1', port: 1, database: 'team', authorities: database.authority })

/** A desk that reads an invitation with these profiles; its boxes are recorded and cancelled. */
async function invitedDesk(...profiles: readonly object[]) {
  const questions: OutsideQuestion[] = []
  const text = JSON.stringify({ format: 'gateway-console-invitation', version: 1, address: serverAddress(), rehearsal: false, profiles })
  const desk = await openProtected({ asksEveryBox: true, system: {
    chooseTextFile: async () => text, confirm: async (question) => { questions.push(question); return false },
  } })
  return { desk, questions }
}

const shop = (more: object) => ({
  ...builtInProfile, name: 'Invited', environment: 'production', gateway: { kind: 'address', baseUrl: 'https://gate.example' }, ...more,
})

it('are trusted neither for a gateway nor for the database just because the invitation was read', async () => {
  const { desk, questions } = await invitedDesk(shop({ authorities: [certificateIn(gateway.authority)] }))
  expect(await desk.call('team.acceptInvitation', null))
    .toEqual({ address: serverAddress(), added: ['Invited'], known: [], refused: [] })
  expect(await desk.call('team.describe', null)).toEqual({ state: 'none' })

  const { profiles } = await desk.call('profiles.list', null)
  const { profile, blocked } = profiles.find((view) => view.profile.name === 'Invited')!
  expect(profile.authorities).toEqual([certificateIn(gateway.authority)])
  expect(blocked).toEqual({ kind: 'not-confirmed', reason: 'unsigned' })
  expect(await desk.refused('cards.lookUp', { profileId: profile.id, entryPoint: endpoint, cardReference: '1000001' }))
    .toEqual({ code: 'profile-not-confirmed' })
  const fingerprint = fingerprintOfPem(gateway.authority)
  expect(await desk.call('profiles.differences', { id: profile.id })).toContainEqual({
    path: `authorities.${fingerprint}`, before: null, after: expect.stringMatching(/^CN=test authority, valid until 20/),
  })
  expect(await desk.refused('profiles.confirm', { id: profile.id })).toEqual({ code: 'not-confirmed-outside' })
  expect(questions.at(-1)!.details.join('\n')).toContain(`certificate authority added: SHA-256 ${fingerprint}, CN=test authority`)
})

it('of the database are in the box before this desk connects there', async () => {
  const { desk, questions } = await invitedDesk()
  const { address } = await desk.call('team.acceptInvitation', null)
  expect(await desk.call('certificates.describe', { text: address.authorities }))
    .toMatchObject([{ subject: 'CN=test authority', fingerprint: fingerprintOfPem(database.authority) }])
  expect(await desk.refused('team.join', { address: { ...address, user: 'anna' }, password: 'made-up', label: 'Till 1' }))
    .toEqual({ code: 'not-confirmed-outside' })
  expect(questions.at(-1)!.details).toContainEqual(
    expect.stringMatching(`^Certificate authority: SHA-256 ${fingerprintOfPem(database.authority)}, CN=test authority, valid until 20`))
  expect(await desk.call('team.describe', null)).toEqual({ state: 'none' })
})

it('that cannot be used are refused before any question', async () => {
  const { desk, questions } = await invitedDesk()
  questions.length = 0
  const join = (authorities: string) =>
    desk.refused('team.join', { address: { ...serverAddress(), user: 'anna', authorities }, password: 'made-up', label: 'Till 1' })
  expect(await join(database.good.cert)).toEqual({ code: 'authorities-refused', why: 'not-authority' })
  expect(await join(database.authority.repeat(5))).toEqual({ code: 'authorities-refused', why: 'too-many' })
  expect(questions).toEqual([])
})

it('are never a path', async () => {
  const { desk } = await invitedDesk(shop({ authorities: ['/etc/company.pem'] }), shop({ name: 'Other', login: 'other', authoritiesFile: '/etc/company.pem' }))
  expect(await desk.call('team.acceptInvitation', null)).toMatchObject({ added: ['Other'], refused: ['Invited'] })
  expect(JSON.stringify(await desk.call('profiles.list', null))).not.toContain('/etc/company.pem')
})
