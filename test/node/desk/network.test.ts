/** The route of a profile, from the profile to the wire and into the history. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { certificateIn, makeCertificates, type TestCertificates } from '../gateway/certificates.ts'
import { startTunnel } from '../gateway/proxies.ts'
import { answering, reply, startServer } from '../gateway/servers.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'

let certificates: TestCertificates
beforeAll(() => { certificates = makeCertificates() })

const others: { close(): Promise<void> }[] = []
afterEach(async () => {
  await closeAll()
  await Promise.all(others.splice(0).map((one) => one.close()))
})

async function change(desk: TestDesk, id: ProfileId, changes: Partial<ProfileDraft>) {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === id)!.profile
  return { id, draft: { ...draft, ...changes } }
}

const cardInfo = reply(200, 'type=get-card-info-response\n&last-four-digits=1111\n&bin=411111\n')

describe('a profile with its own proxy', () => {
  it('charges through it, once, and has it in the connection test', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Proxied')
    const { baseUrl } = (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)!
    const proxy = await startTunnel(() => Number(new URL(baseUrl!).port))
    others.push(proxy)
    await desk.call('profiles.save', await change(desk, id, { route: { kind: 'proxy', url: `${proxy.url}/` } }))

    const lines = await desk.call('profiles.testConnection', { id })
    expect(lines.find((line) => line.id === 'proxy')?.detail).toContain(proxy.url)
    const firstLines = proxy.firstLines.length
    expect(firstLines).toBeGreaterThan(0)
    const answer = await charge({ ...desk, profileId: id })
    expect(answer.outcome.kind).toBe('accepted')
    expect(proxy.firstLines.length).toBeGreaterThan(firstLines)
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('sends nothing by another route if it is missing', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Proxied')
    const proxy = await startTunnel(() => 1)
    await proxy.close()
    await desk.call('profiles.save', await change(desk, id, { route: { kind: 'proxy', url: proxy.url } }))
    const answer = await desk.call('cards.lookUp', { profileId: id, entryPoint: endpoint, cardReference: '1000001' })
    expect(answer.outcome).toEqual({ kind: 'not-sent', fault: 'proxy-refused' })
  })

  it('never stores a password: it is refused, and neither file nor failure has it', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Proxied')
    const input = await change(desk, id, { route: { kind: 'proxy', url: 'http://user:pass-word@127.0.0.1:3128' } })
    const failure = await desk.refused('profiles.save', input)
    expect(failure).toEqual({ code: 'profile-invalid', problems: [{ field: 'route.url', code: 'proxy-password' }] })
    await desk.end()
    const files = readdirSync(desk.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const file of files) expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain('pass-word')
  })
})

it('a profile with its own certificate authorities reaches its gateway with them', async () => {
  const desk = await open()
  const server = await startServer(answering(cardInfo), { tls: certificates.good })
  others.push(server)
  const id = await desk.addProfile('staging', 'Company')
  const gateway = { kind: 'address', baseUrl: `https://localhost:${server.port}` } as const
  const authorities = [certificateIn(certificates.authority)]
  await desk.call('profiles.save', await change(desk, id, { gateway, authorities }))
  await desk.call('profiles.storeSecret', { id, secret: desk.secret })
  const lookUp = () => desk.call('cards.lookUp', { profileId: id, entryPoint: endpoint, cardReference: '1000001' })
  expect((await lookUp()).outcome).toEqual({ kind: 'answered' })
  expect((await desk.call('profiles.testConnection', { id })).find((line) => line.id === 'certificate-authorities')?.detail)
    .toContain('The profile adds 1.')

  await desk.call('profiles.save', await change(desk, id, { authorities: undefined }))
  const untrusted = await lookUp()
  expect(untrusted.outcome).toEqual({ kind: 'not-sent', fault: 'certificate-untrusted' })
  expect((await desk.call('history.entry', { entryId: untrusted.entryId })).row.state).toBe('not-sent')
  expect((await desk.call('profiles.testConnection', { id })).find((line) => line.id === 'status')?.detail)
    .toMatch(/not sent\..*authority that this computer does not trust.*Ask your network administrator for the certificate file/)
})
