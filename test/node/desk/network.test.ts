/** The way into the network that a profile names, from the profile to the wire and back into the history. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { ProfileDraft } from '#shared/model/profile.ts'
import { makeCertificates, type TestCertificates } from '../gateway/certificates.ts'
import { startTunnel } from '../gateway/proxies.ts'
import { answering, reply, startServer } from '../gateway/servers.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'

let certificates: TestCertificates
beforeAll(() => { certificates = makeCertificates() })

let folder: string
const others: { close(): Promise<void> }[] = []
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'network-')) })
afterEach(async () => {
  await closeAll()
  await Promise.all(others.splice(0).map((one) => one.close()))
  rmSync(folder, { recursive: true, force: true })
})

async function change(desk: TestDesk, id: ProfileId, changes: Partial<ProfileDraft>) {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === id)!.profile
  return { id, draft: { ...draft, ...changes } }
}

const cardInfo = reply(200, 'type=get-card-info-response\n&last-four-digits=1111\n&bin=411111\n')

describe('a profile with a proxy of its own', () => {
  it('charges through it, once, and tells of it when the connection is tested', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Proxied')
    const { baseUrl } = (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)!
    const proxy = await startTunnel(() => Number(new URL(baseUrl!).port))
    others.push(proxy)
    await desk.call('profiles.save', await change(desk, id, { route: { kind: 'proxy', url: `${proxy.url}/` } }))

    const lines = await desk.call('profiles.testConnection', { id })
    expect(lines.find((line) => line.id === 'proxy')?.detail).toContain(proxy.url)
    const asked = proxy.asked.length
    expect(asked).toBeGreaterThan(0)
    const answer = await charge({ ...desk, profileId: id })
    expect(answer.outcome.kind).toBe('accepted')
    expect(proxy.asked.length).toBeGreaterThan(asked)
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('sends nothing by another way when it is gone', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Proxied')
    const proxy = await startTunnel(() => 1)
    await proxy.close()
    await desk.call('profiles.save', await change(desk, id, { route: { kind: 'proxy', url: proxy.url } }))
    const answer = await desk.call('cards.lookUp', { profileId: id, entryPoint: endpoint, cardReference: '1000001' })
    expect(answer.outcome).toEqual({ kind: 'not-sent', fault: 'proxy-refused' })
  })

  it('never keeps a password: it is refused, and neither file nor failure holds it', async () => {
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

describe('a profile with a file of certificate authorities', () => {
  it('reaches its gateway with it, and says why nothing is sent when the file is gone', async () => {
    const desk = await open()
    const server = await startServer(answering(cardInfo), { tls: certificates.good })
    others.push(server)
    const file = join(folder, 'company.pem')
    writeFileSync(file, certificates.authority)
    const id = await desk.addProfile('staging', 'Company')
    const gateway = { kind: 'address', baseUrl: `https://localhost:${server.port}` } as const
    await desk.call('profiles.save', await change(desk, id, { gateway, authoritiesFile: file }))
    await desk.call('profiles.storeSecret', { id, secret: desk.secret })
    const lookUp = () => desk.call('cards.lookUp', { profileId: id, entryPoint: endpoint, cardReference: '1000001' })

    expect((await lookUp()).outcome).toEqual({ kind: 'answered' })
    renameSync(file, `${file}.away`)
    const lost = await lookUp()
    expect(lost.outcome).toEqual({ kind: 'not-sent', fault: 'authorities-unreadable' })
    const { row } = await desk.call('history.entry', { entryId: lost.entryId })
    expect(row.state).toBe('not-sent')
    expect((await desk.call('profiles.testConnection', { id })).find((line) => line.id === 'certificate-authorities'))
      .toMatchObject({ result: 'bad', detail: expect.stringContaining('cannot be read') })
    renameSync(`${file}.away`, file)
    expect((await lookUp()).outcome).toEqual({ kind: 'answered' })
    expect(server.received).toHaveLength(2)
  })

  it('is saved only with a file that can be used; what has expired in it is named', async () => {
    const desk = await open()
    const id = await desk.addProfile('staging', 'Company')
    const file = join(folder, 'company.pem')
    const save = async () => change(desk, id, { authoritiesFile: file })
    const problem = (code: string, expired = '') =>
      ({ code: 'profile-invalid', problems: [{ field: 'authoritiesFile', code, details: { expired } }] })

    expect(await desk.refused('profiles.save', await save())).toEqual(problem('authorities-unreadable'))
    writeFileSync(file, certificates.authority + certificates.good.key)
    expect(await desk.refused('profiles.save', await save())).toEqual(problem('authorities-private-key'))
    writeFileSync(file, certificates.expired.cert)
    expect(await desk.refused('profiles.save', await save())).toEqual(problem('authorities-expired', 'test gateway (2020-02-01)'))
    writeFileSync(file, certificates.expired.cert + certificates.authority)
    expect(await desk.call('profiles.save', await save())).toEqual({ id, expiredAuthorities: ['test gateway (2020-02-01)'] })
  })

  it('gets the path that the person chose, or is told that nothing was chosen', async () => {
    const chosen = await open({ system: { choosePath: async () => '/etc/company.pem' } })
    expect(await chosen.call('profiles.chooseAuthoritiesFile', null)).toEqual({ path: '/etc/company.pem' })
    const cancelled = await open()
    expect(await cancelled.refused('profiles.chooseAuthoritiesFile', null)).toEqual({ code: 'cancelled' })
  })
})
