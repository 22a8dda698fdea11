/** Attempts by an attacker on the network or in the page to send production requests to another server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { calls } from '#shared/ipc/contract.ts'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import { certificateIn, fingerprintOfPem, makeCertificates, type TestCertificates } from '../../gateway/certificates.ts'
import { answering, reply, startServer } from '../../gateway/servers.ts'
import { closeAll, endpoint } from '../support.ts'
import { openProtected, type ProtectedDesk } from './support.ts'

let company: TestCertificates
let evil: TestCertificates
beforeAll(() => {
  company = makeCertificates()
  evil = makeCertificates()
})

let folder: string
let file: string
const others: { close(): Promise<void> }[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authorities-'))
  file = join(folder, 'company.pem')
  writeFileSync(file, company.authority)
})
afterEach(async () => {
  await closeAll()
  await Promise.all(others.splice(0).map((one) => one.close()))
  rmSync(folder, { recursive: true, force: true })
})

const cardInfo = reply(200, 'type=get-card-info-response\n&last-four-digits=1111\n&bin=411111\n')

/** A production profile that trusts the authority of `file`, at the address of the given server. */
async function production(tls: TestCertificates['good']) {
  const questions: OutsideQuestion[] = []
  let answer = true
  const desk = await openProtected({ asksEveryBox: true, system: {
    confirm: async (question) => {
      questions.push(question)
      return answer
    },
    chooseTextFile: async () => readFileSync(file, 'utf8'),
  } })
  const server = await startServer(answering(cardInfo), { tls })
  others.push(server)
  const id = await desk.addProfile('production', 'Acme')
  const authorities = (await desk.call('certificates.choose', null)).map(({ certificate }) => certificate)
  const gateway = { kind: 'address', baseUrl: `https://localhost:${server.port}` } as const
  await desk.call('profiles.save', { id, draft: { ...await draftOf(desk, id), gateway, authorities } })
  await desk.call('profiles.storeSecret', { id, secret: desk.secret })
  questions.length = 0
  return {
    desk, server, id, questions, refuse: () => { answer = false },
    lookUp: () => desk.call('cards.lookUp', { profileId: id, entryPoint: endpoint, cardReference: '1000001' }),
  }
}

async function draftOf(desk: ProtectedDesk, id: ProfileId) {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === id)!.profile
  return draft
}

it('the file that the authorities came from is replaced: the other server still receives nothing', async () => {
  const { lookUp, server } = await production(evil.good)
  expect((await lookUp()).outcome).toEqual({ kind: 'not-sent', fault: 'certificate-untrusted' })
  writeFileSync(file, evil.authority)
  expect((await lookUp()).outcome).toEqual({ kind: 'not-sent', fault: 'certificate-untrusted' })
  expect(server.received).toEqual([])
})

it('the file is removed: the profile keeps the authorities that a person confirmed', async () => {
  const { lookUp, server } = await production(company.good)
  rmSync(file)
  expect((await lookUp()).outcome).toEqual({ kind: 'answered' })
  expect(server.received).toHaveLength(1)
})

it('the page replaces the authorities: a box names the old and the new one, and without it nothing changes', async () => {
  const { desk, id, questions, refuse, lookUp, server } = await production(evil.good)
  refuse()
  const draft = await draftOf(desk, id)
  const theirs = certificateIn(evil.authority)
  for (const authorities of [[theirs], [...draft.authorities!, theirs], undefined]) {
    expect(await desk.refused('profiles.save', { id, draft: { ...draft, authorities } })).toEqual({ code: 'not-confirmed-outside' })
  }
  expect(questions).toHaveLength(3)
  const box = questions[0]!.details.join('\n')
  expect(box).toMatch(new RegExp(`authority removed: SHA-256 ${fingerprintOfPem(company.authority)}, CN=test authority, valid until 20`))
  expect(box).toMatch(new RegExp(`authority added: SHA-256 ${fingerprintOfPem(evil.authority)}, CN=test authority, valid until 20`))
  expect(questions[1]!.details.join('\n')).not.toContain('removed')
  expect(await draftOf(desk, id)).toEqual(draft)
  expect((await lookUp()).outcome).toEqual({ kind: 'not-sent', fault: 'certificate-untrusted' })
  expect(server.received).toEqual([])
})

it('the page chooses a file: that alone makes nothing trusted', async () => {
  const { desk, id } = await production(evil.good)
  const draft = await draftOf(desk, id)
  writeFileSync(file, evil.authority)
  await desk.call('certificates.choose', null)
  expect(await draftOf(desk, id)).toEqual(draft)
})

it('the page cannot put a path into a profile', () => {
  const input = (more: object) => ({ id: null, draft: {
    name: 'Acme', environment: 'production', gateway: { kind: 'address', baseUrl: 'https://gate.example' }, productWord: 'gw', login: 'acme',
    entryPoints: [{ kind: 'endpoint', id: '1', currency: 'USD' }], keyId: null, switches: {}, ...more,
  } })
  const parse = (more: object) => calls['profiles.save'].input.safeParse(input(more))
  expect(parse({ authorities: [file] }).success).toBe(false)
  expect(parse({ authorities: file }).success).toBe(false)
  expect(JSON.stringify(parse({ authoritiesFile: file }).data)).not.toContain(file)
  expect(parse({}).success).toBe(true)
  for (const name of ['certificates.choose', 'certificates.describe'] as const) {
    expect(calls[name].input.safeParse({ path: file }).success, name).toBe(false)
  }
})
