import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../electron/team/connecting.ts'
import { createTeamClientKey } from '../../../electron/vault/team/client-key.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { open, type OpenOptions } from '../desk/support.ts'
import { makeCertificates, type TestCertificates } from '../gateway/certificates.ts'
import { lastingStores } from './lasting-stores.ts'
import { admit, loginOf, missing, newTeam, passwordOf, sql, type Cluster } from './support.ts'
import { startTlsCluster } from './tls-cluster.ts'

const access = `hostssl all anna 127.0.0.1/32 cert clientcert=verify-full
hostssl all ben 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
hostssl postgres anybody 127.0.0.1/32 trust`

describe.skipIf(missing !== null)('a desk with a client certificate', () => {
  let certificates: TestCertificates
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    certificates = makeCertificates()
    cluster = await startTlsCluster(certificates, access)
    database = await newTeam(cluster)
    return () => cluster.stop()
  })
  const addressOf = (user: string, clientCertificate?: string) => ({
    host: '127.0.0.1', port: cluster.port, database, user, authorities: certificates.authority,
    ...clientCertificate !== undefined && { clientCertificate },
  })
  /** A desk whose person agrees to every box and chooses these files in turn. */
  const deskThatChooses = (texts: readonly string[], questions: string[][] = [], options: OpenOptions = {}) => {
    const rest = [...texts]
    const system = {
      confirm: async ({ details }: { readonly details: readonly string[] }) => questions.push([...details]) > 0,
      chooseTextFile: async () => rest.shift() ?? null,
    }
    return open({ ...options, teams: createTeams(), system })
  }

  it('joins without a password; the key reaches neither the page nor a file, and is deleted once the desk leaves', async () => {
    const questions: string[][] = []
    const desk = await deskThatChooses([certificates.anna.cert, certificates.anna.key], questions)
    const chosen = await desk.call('team.chooseClientCertificate', null)
    expect(chosen.facts).toMatchObject({ name: 'anna', state: 'valid' })
    const address = addressOf('anna', chosen.clientCertificate)
    const steps = await desk.call('team.test', { address, password: null })
    expect(steps.find(({ step }) => step === 'login')).toMatchObject({ result: 'ok', detail: expect.stringContaining('client certificate') as string })
    const joined = await desk.call('team.join', { address, password: null, label: 'Desk of anna' })
    expect(joined).toMatchObject({ state: 'member', connection: { kind: 'not-admitted' } })
    if (joined.state !== 'member') return
    await admit({ host: '127.0.0.1', port: cluster.port, database }, joined.deskId)
    expect(await desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' } })
    expect(questions[0]!.join('\n')).toContain(`Client certificate of this desk: SHA-256 ${chosen.facts.fingerprint}`)

    const secret = certificates.anna.key.split('\n')[1]!
    const kept = readFileSync(join(desk.folder, 'team.json'), 'utf8')
    expect(kept).toContain('BEGIN CERTIFICATE')
    for (const visible of [chosen, joined, kept, desk.events]) expect(JSON.stringify(visible)).not.toContain(secret)
    await desk.call('team.leave', { reason: 'end of a test' })
    expect(await desk.call('team.test', { address, password: null })).toContainEqual(expect.objectContaining({ step: 'login', result: 'failed' }))
  })

  it('sends both if the server requires both', async () => {
    const desk = await deskThatChooses([`${certificates.anna.key}\n${certificates.anna.cert}`])
    const { clientCertificate } = await desk.call('team.chooseClientCertificate', null)
    const failed = (await desk.call('team.test', { address: addressOf('ben'), password: passwordOf('ben') })).at(-1)
    expect(failed).toMatchObject({ step: 'login', result: 'failed' })
    const steps = await desk.call('team.test', { address: addressOf('ben', clientCertificate), password: passwordOf('ben') })
    expect(steps.at(-1)).toMatchObject({ step: 'clock', result: 'ok' })
  })

  it('refuses a key that is encrypted, of another certificate, missing, or without authorities for the server', async () => {
    const { cert, key } = certificates.anna
    const encrypted = createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'of a test' }).toString()
    for (const [texts, why] of [
      [[cert, encrypted], 'key-encrypted'], [[cert, certificates.good.key], 'key-of-another'], [[cert, cert], 'no-key'],
      [[cert, `${key}${key}`], 'several-keys'], [[key, key], 'no-certificate'], [[certificates.formerAnna.cert], 'expired'],
      [[cert, key.replace(/\n.{8}/, '\nAAAAAAAA')], 'key-unreadable'],
    ] as const) {
      const desk = await deskThatChooses(texts)
      expect(await desk.refused('team.chooseClientCertificate', null), why).toEqual({ code: 'client-certificate-refused', why })
    }
    const desk = await deskThatChooses([])
    expect(await desk.refused('team.chooseClientCertificate', null)).toEqual({ code: 'cancelled' })
    const address = { ...addressOf('anna', cert), authorities: '' }
    expect(await desk.refused('team.join', { address, password: null, label: 'Desk' })).toEqual({ code: 'client-certificate-refused', why: 'no-authorities' })
  })

  it('reports that the server refuses its certificate, and trusts no server without its own authorities', async () => {
    const login = (user: string, { cert, key } = certificates.anna, authorities = [certificates.authority]) => loginOf(cluster, user === 'anybody' ? 'postgres' : database, user, {
      authorities, password: () => Promise.reject(new Error('none')),
      clientCertificate: { certificate: cert, key: () => Promise.resolve(key) },
    })
    expect(await connect(login('anna'))).toMatchObject({ ok: true })
    for (const [where, code] of [
      [login('anna', certificates.formerAnna), 'client-certificate-refused'],
      [login('anna', certificates.untrusted), 'client-certificate-refused'],
      [login('anna', certificates.good), 'login-refused'], [login('ben'), 'password-missing'],
      [{ ...login('anna'), clientCertificate: { certificate: '', key: () => Promise.reject(new Error('locked')) } }, 'client-key-missing'],
    ] as const) expect(await connect(where), code).toMatchObject({ ok: false, failure: { code } })
    // A server that requires nothing is trusted by its certificate; not one that only this system trusts.
    await sql(cluster, 'postgres', 'CREATE ROLE anybody LOGIN')
    expect(await connect(login('anybody'))).toMatchObject({ ok: true })
    const ca = [certificates.authority]
    const trusting = { context: async () => createSecureContext({ ca }), system: async () => [] }
    expect(await connect({ ...login('anybody', certificates.anna, []), host: 'LOCALHOST' }, {}, trusting))
      .toMatchObject({ ok: false, failure: { code: 'login-unsafe' } })
  })
})

it('keeps its imported keys in the keychain, each returned only for its own certificate and server', async () => {
  const keys = [
    generateKeyPairSync('rsa', { modulusLength: 4_096 }), generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  ].map(({ privateKey }) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const [certificate, server] = ['ab:'.repeat(32), 'https://'.padEnd(200, 'x')]
  for (const key of keys) {
    const vault = createTeamClientKey(lastingStores())
    expect(await vault.takeTeamClientKey({ certificate, key })).toMatchObject({ ok: true })
    expect(await vault.teamClientKey({ certificate, server })).toMatchObject({ ok: false })
    expect(await vault.keepTeamClientKey({ certificate, server })).toMatchObject({ ok: true })
    expect(await vault.teamClientKey({ certificate, server })).toEqual({ ok: true, value: key })
    for (const [other, where] of [['cd', server], [certificate, 'other'], [certificate, null]] as const) {
      expect(await vault.teamClientKey({ certificate: other, server: where })).toEqual({ ok: false, failure: { code: 'no-such-secret' } })
    }
    await vault.removeTeamClientKey()
    expect(await vault.teamClientKey({ certificate, server })).toMatchObject({ ok: false })
  }
})
