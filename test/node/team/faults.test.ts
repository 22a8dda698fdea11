import { chownSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import type { Result } from '#shared/result.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { isThisComputer } from '../../../electron/team/connection.ts'
import type { ClaimVerdict, Joined, TeamFailure, TeamLogin } from '../../../electron/team/port.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { testConnection } from '../../../electron/team/test-connection.ts'
import { onTestEnd } from '../clean-up.ts'
import { makeCertificates, type TestCertificates } from '../gateway/certificates.ts'
import { smallDisk } from '../journal/small-disk.ts'
import {
  authentication, droppingServer, muteServer, relayTo, replyingServer, tlsServer, webServer, type FakeServer,
} from './fake-servers.ts'
import { teamFaults, type TeamFault } from './fault-table.ts'
import {
  charge, deskOf, loginOf, missing, must, newId, newRehearsal, newTeam, outcome, secretOf, sharedCluster, sql,
  type Cluster,
} from './support.ts'

type FaultName = keyof typeof teamFaults

describe.skipIf(missing !== null)('a fault between a desk and its team', () => {
  let cluster: Cluster
  let database: string
  let certificates: TestCertificates
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
    certificates = makeCertificates()
  })
  const login = (more: Partial<TeamLogin> = {}, user = 'anna') => loginOf(cluster, database, user, more)
  /** The claim of a desk that the server may not know yet. */
  const claimAt = async (
    where: TeamLogin, { id, position } = { id: newId<DeskId>(), position: { number: 0, link: firstLink } },
  ): Promise<Result<ClaimVerdict, TeamFailure>> => {
    const port = createTeams().open(where, secretOf(id))
    onTestEnd(() => port.close())
    return await port.claim(id, position, charge())
  }
  const expectFault = (name: FaultName, answer: Result<ClaimVerdict | Joined, TeamFailure>) => {
    const { code, mayExist }: TeamFault = teamFaults[name]
    if (code === null) expect(answer, name).toMatchObject({ ok: true, value: { kind: 'won' } })
    else expect(answer, name).toMatchObject({ ok: false, failure: { code, mayHaveHappened: mayExist } })
  }
  const expectNothingReceived = (server: FakeServer) => {
    expect(server.received().toString('latin1')).not.toMatch(/anna/)
  }

  it('before a connection fails with its message, and sends a person\'s name and password to no server', async () => {
    const [mute, web, plain] = [await muteServer(), await webServer(), await replyingServer('N')]
    const authorities = [certificates.authority]
    const encrypted = (server: FakeServer, more: Partial<TeamLogin> = {}) =>
      claimAt(login({ port: server.port, authorities, ...more }))
    const [late, refused, other, unencrypted] = await Promise.all([
      encrypted(mute), claimAt(login({ port: 1 })), encrypted(web), encrypted(plain),
    ])
    expectFault('muteServer', late)
    expectFault('refused', refused)
    expectFault('otherProtocol', other)
    expectFault('dropped', await encrypted(await droppingServer()))
    // A folder is not a host: no socket is opened there.
    expectFault('refused', await claimAt(login({ host: cluster.folder })))
    expectFault('noEncryption', unencrypted)
    for (const [name, certificate, trusted] of [
      ['unknownAuthority', certificates.untrusted, authorities], ['wrongName', certificates.wrongName, authorities],
      ['expiredCertificate', certificates.expired, authorities], ['unknownAuthority', certificates.good, []],
    ] as const) {
      const server = await tlsServer(certificate)
      // The same computer by another name, which counts as a remote host.
      const host = trusted.length === 0 ? '::ffff:127.0.0.1' : '127.0.0.1'
      expectFault(name, await encrypted(server, { host, authorities: trusted }))
      expect(server.received().length, name).toBe(0)
    }
    for (const server of [mute, web, plain]) expectNothingReceived(server)
  })

  it('on another computer: without TLS nothing is sent, whatever the server requests', async () => {
    for (const kind of [0, 3, 5] as const) {
      const trap = await replyingServer(authentication(kind))
      expect((await claimAt(login({ host: '::ffff:127.0.0.1', port: trap.port }))).ok).toBe(false)
      expectNothingReceived(trap)
    }
    for (const host of ['gate.example', '10.0.0.1', '127.evil.example', 'localhost.evil.example', '']) {
      expect(isThisComputer(host), host).toBe(false)
    }
  })

  it('by a dishonest server on this computer reveals no password, and no claim from it is accepted', async () => {
    const kinds = [3, 5, 0] as const
    const [clear, md5, open] = await Promise.all(kinds.map((kind) => replyingServer(authentication(kind))))
    for (const trap of [clear!, md5!]) {
      expectFault('clearPassword', await claimAt(login({ port: trap.port })))
      expect(trap.received().toString('latin1')).not.toMatch(/anna-of-a-test|md5[0-9a-f]{32}/)
    }
    expectFault('noProof', await claimAt(login({ port: open!.port })))
  })

  it('of the login is reported without more details than the server gives', async () => {
    expectFault('wrongPassword', await claimAt(login({ password: () => Promise.resolve('wrong') })))
    await sql(cluster, 'postgres', `CREATE ROLE late LOGIN PASSWORD 'late-of-a-test' VALID UNTIL '2020-01-01'`)
    expectFault('wrongPassword', await claimAt(login({}, 'late')))
    await sql(cluster, 'postgres', `CREATE ROLE nobody_here LOGIN PASSWORD 'nobody_here-of-a-test'`)
    expectFault('noRole', await claimAt(login({}, 'nobody_here')))
    expectFault('noDatabase', await claimAt(login({ database: 'absent' })))
    expectFault('noSchema', await claimAt(login({ database: 'postgres' })))
    await sql(cluster, 'postgres', `CREATE ROLE narrow LOGIN PASSWORD 'narrow-of-a-test' CONNECTION LIMIT 0`)
    expectFault('tooMany', await claimAt(login({}, 'narrow')))
    expect(await createTeams().install(login({}, 'owner'), [{ user: 'absent', role: 'desk' }]))
      .toMatchObject({ ok: false, failure: { code: 'login-missing', technical: '42704', mayHaveHappened: false } })
  })

  it('that loses a reply is hidden from the person: the claim is repeated with the same ids', async () => {
    const relay = await relayTo(cluster.port)
    const anna = await deskOf(login({ port: relay.port }))
    for (const [name, mode] of [['replyLost', 'lose-reply'], ['requestLost', 'lose-request']] as const) {
      relay.next(mode)
      expectFault(name, await anna.claim(charge()))
    }
    const end = sql(cluster, database, `SELECT pg_sleep(0.05); SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE usename = 'anna' AND datname = '${database}'`)
    for (let claims = 0; claims < 30; claims += 1) expectFault('sessionEnded', await anna.claim(charge()))
    await end
    expect(must(await anna.publish(outcome(newId(), 'approved')))).toMatchObject({ position: { number: 34 } })
  })

  it('that leaves a commit uncertain according to the server causes repetitions until the deadline', async () => {
    const relay = await relayTo(cluster.port)
    const anna = await deskOf(login({ port: relay.port }))
    for (const code of ['08007', '40003']) {
      relay.next('in-doubt', code)
      expectFault('commitUnknown', await anna.claim(charge()))
    }
    const claim = charge()
    relay.next('in-doubt-always', '40003')
    expectFault('stillUnknown', await anna.claim(claim, 100))
    relay.next('pass')
    expect(must(await anna.claim(claim)).kind).toBe('won')
    expect(must(await anna.publish(outcome(claim.entryId, 'not-sent')))).toMatchObject({ position: { number: 5 }, notClosed: [] })
  })

  it('that drops packets ends in time: the claim may exist, and repeating it later shows that', async () => {
    const relay = await relayTo(cluster.port)
    const [anna, ben] = [await deskOf(login({ port: relay.port })), await deskOf(login({}, 'ben'))]
    const claim = charge()
    relay.next('swallow')
    const lock = sql(cluster, database, 'BEGIN; LOCK TABLE team_journal.claim; SELECT pg_sleep(600)').catch(() => null)
    const holder = `FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'team_journal.claim'::regclass AND granted`
    await expect.poll(() => sql(cluster, database, `SELECT 1 ${holder}`)).toHaveLength(1)
    const [lost, slow] = await Promise.all([anna.claim(claim, 100), ben.claim(charge())])
    expectFault('blackHole', lost)
    expectFault('slowServer', slow)
    await sql(cluster, database, `SELECT pg_terminate_backend(pid) ${holder}`)
    await lock
    relay.next('pass')
    expect(must(await anna.claim(claim)).kind).toBe('won')
    expect(must(await anna.publish(outcome(claim.entryId, 'not-sent'))).notClosed).toEqual([])
  })

  it('of the server changes nothing, and ends when the server is repaired', async (context) => {
    const [anna, own] = [await deskOf(login()), await newTeam(cluster)]
    const desk = await deskOf(login({ database: own }))
    await sql(cluster, 'postgres', `ALTER DATABASE ${own} SET default_transaction_read_only = on`)
    expectFault('readOnly', await claimAt(login({ database: own }), desk))
    await sql(cluster, own, 'BEGIN READ WRITE; INSERT INTO team_journal.version (number, writes_from) VALUES (999, 999); COMMIT')
    await sql(cluster, 'postgres', `ALTER DATABASE ${own} RESET default_transaction_read_only`)
    expectFault('newerSchema', await claimAt(login({ database: own })))
    const earlier = await newTeam(cluster)
    await sql(cluster, earlier, 'SET session_replication_role = replica; DELETE FROM team_journal.version')
    expectFault('olderSchema', await claimAt(login({ database: earlier })))
    const reader = createTeams().open(login({ database: own }), secretOf(newId()))
    onTestEnd(() => reader.close())
    expect(must(await reader.desks())).toHaveLength(1)
    const upgrade = await createTeams().install(login({ database: own }, 'owner'), [])
    expect(upgrade).toMatchObject({ failure: { code: 'schema-newer' } })
    expect(must(await anna.claim(charge())).kind).toBe('won')

    const disk = smallDisk(context, '24m')
    const { uid, gid } = statSync(`${cluster.folder}/data`)
    chownSync(disk.folder, uid, gid)
    await sql(cluster, 'postgres', `CREATE TABLESPACE small LOCATION '${disk.folder}'`)
    await sql(cluster, 'postgres', 'CREATE DATABASE on_small TEMPLATE team_template TABLESPACE small')
    const small = await deskOf(login({ database: 'on_small' }))
    disk.fill(0)
    const large = () => charge({ content: { note: newId().repeat(3_000) } })
    const answers = []
    for (let claims = 0; claims < 10; claims += 1) answers.push(await small.claim(large()))
    expectFault('fullDisk', answers.at(-1)!)
    disk.makeRoom()
    expect(must(await small.claim(large())).kind).toBe('won')
    await small.port.close()
    await sql(cluster, 'postgres', 'DROP DATABASE on_small WITH (FORCE)')
    await sql(cluster, 'postgres', 'DROP TABLESPACE small')
  })

  it('that restored an earlier database is detected by a desk that saw more; the missing part is delivered again', async () => {
    const [now, before] = [await newTeam(cluster), `${database}_before`]
    const [anna, ben] = [await deskOf(login({ database: now })), await deskOf(login({ database: now }, 'ben'))]
    await Promise.all([anna, ben].map((desk) => desk.port.close()))
    await sql(cluster, 'postgres', `CREATE DATABASE ${before} TEMPLATE ${now}`)
    const again = await deskOf(login({ database: now }), { id: anna.id })
    const claim = charge()
    must(await again.claim(claim))
    const done = outcome(claim.entryId, 'approved')
    must(await again.publish(done))
    await again.port.close()
    const { port } = await deskOf(login({ database: before }, 'ben'), { id: ben.id })
    const seen = [{ deskId: anna.id, ...again.position }]
    expect(must(await port.feed(seen)).wentBack).toEqual([anna.id])
    const restored = await deskOf(login({ database: before }), { id: anna.id })
    const self = { deskId: anna.id, label: 'Desk of anna', publicKey: null, rehearsal: false, at: '' as never }
    const joined = must(await restored.port.join(self, again.position, []))
    expect(joined).toEqual({ kind: 'went-back', position: anna.position, missingOf: [anna.id] })
    expectFault('backInTime', await restored.port.claim(anna.id, again.position, charge()))
    expect(must(await restored.port.publish(anna.id, joined.position, [claim, done]))).toMatchObject({
      position: again.position, collisions: [], notClosed: [],
    })
    expect(must(await restored.port.join(self, again.position, seen)).kind).toBe('current')
    const same = charge({ merchantOrderId: claim.facts.claim!.slot.id })
    expect(must(await restored.port.claim(anna.id, again.position, same)).kind).toBe('taken')
  })

  it('that changes to a server without a claim of another desk is detected before the next claim, not only when reading', async () => {
    const own = await newTeam(cluster)
    const [anna, ben] = [await deskOf(login({ database: own })), await deskOf(login({ database: own }, 'ben'))]
    const lost = charge()
    for (const claimed of [ben.claim(charge()), anna.claim(lost)]) must(await claimed)
    const seen = [{ deskId: anna.id, ...anna.position }]
    expect(must(await ben.port.feed(seen)).wentBack).toEqual([])
    await sql(cluster, own, `SET session_replication_role = replica; ${['duplicate', 'claim', 'ident', 'entry'].map((table) =>
      `DELETE FROM team_journal.${table} WHERE entry_id = '${lost.entryId}';`).join(' ')}
      DELETE FROM team_journal.content WHERE desk_id = '${anna.id}' AND number > 1; DELETE FROM team_journal.event WHERE desk_id = '${anna.id}' AND number > 1`)
    await sql(cluster, 'postgres', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${own}'`)
    // Whether it may have reached the former server depends on when the end of its connection is noticed.
    expect(await ben.claim(charge({ merchantOrderId: lost.facts.claim!.slot.id }))).toMatchObject({ failure: { code: 'went-back' } })
    const self = { deskId: ben.id, label: 'Desk of ben', publicKey: null, rehearsal: false, at: '' as never }
    expect(must(await ben.port.join(self, ben.position, seen))).toMatchObject({ kind: 'went-back', missingOf: [anna.id] })
    // People who go on know that events are missing: this desk delivers and claims again.
    must(await ben.publish(outcome(null, 'sending', false)))
  })

  it('of a copied journal is detected before anything is written', async () => {
    const anna = await deskOf(login())
    const before = anna.position
    must(await anna.claim(charge()))
    const self = { deskId: anna.id, label: 'Desk of anna', publicKey: null, rehearsal: false, at: '' as never }
    const other = { number: anna.position.number, link: 'a'.repeat(64) }
    expect(must(await anna.port.join(self, other, [])).kind).toBe('forked')
    expectFault('copiedJournal', await anna.port.claim(anna.id, before, charge()))
    const published = await anna.port.publish(anna.id, before, [outcome(newId(), 'approved')])
    expect(published).toMatchObject({ failure: { code: 'chain-forked' } })
  })

  it('of a rehearsal that meets another team, the reverse, or too many waiting desks, is detected before the desk is registered', async () => {
    const rehearsal = await newRehearsal(cluster)
    const meets = async (where: string, isInRehearsal: boolean) => {
      const id = newId<DeskId>()
      const port = createTeams().open(login({ database: where }), secretOf(id))
      const self = { deskId: id, label: 'Elsewhere', publicKey: null, rehearsal: isInRehearsal, at: '' as never }
      const joined = await port.join(self, { number: 0, link: firstLink }, [])
      await port.close()
      expect(await sql(cluster, where, `SELECT * FROM team_journal.desk WHERE label = 'Elsewhere'`)).toEqual([])
      return joined
    }
    expectFault('otherTeamIsNone', await meets(database, true))
    expectFault('otherTeamIsOne', await meets(rehearsal, false))
    const crowded = await newTeam(cluster)
    await sql(cluster, crowded, `INSERT INTO team_journal.desk (desk_id, login, label)
      SELECT md5(n::text), 'anna', 'Till' FROM generate_series(1, 50) n`)
    expectFault('tooManyWaiting', await meets(crowded, false))
  })

  it('of this computer\'s clock has no effect: the test reports it, and the server\'s clock decides', async () => {
    for (const [hours, word] of [[1, 'ahead of'], [-1, 'behind']] as const) {
      const steps = await testConnection(login(), null, () => Date.now() + hours * 3_600_000)
      expect(steps.at(-1)).toMatchObject({ step: 'clock', result: 'warning' })
      expect(steps.at(-1)?.detail).toContain(`60 min ${word}`)
    }
    const anna = await deskOf(login())
    const off = { ...charge(), at: '2031-01-01T00:00:00.000Z' as never }
    expectFault('wrongClock', await anna.claim(off))
    expect(must(await anna.publish(outcome(off.entryId, 'not-found'))).notClosed).toEqual([off.entryId])
  })

  it('is found by the test of the connection, step by step', async () => {
    // In its own team: if a desk of this login is admitted already, the test reports that.
    const fresh = loginOf(cluster, await newTeam(cluster), 'anna')
    expect((await testConnection(fresh)).map(({ step, result }) => `${step} ${result}`)).toEqual([
      'reach ok', 'encryption ok', 'login ok', 'session ok', 'version ok', 'schema ok', 'rights ok', 'clock ok',
    ])
    const lastStep = async (more: Partial<TeamLogin>, user = 'anna') => (await testConnection(login(more, user))).at(-1)
    expect(await lastStep({ port: 1 })).toMatchObject({ step: 'reach', result: 'failed' })
    expect(await lastStep({ authorities: [certificates.authority] })).toMatchObject({ step: 'encryption', result: 'failed' })
    expect(await lastStep({ database: 'absent' })).toMatchObject({ step: 'login', result: 'failed' })
    expect(await lastStep({ database: 'postgres' })).toMatchObject({ step: 'schema', result: 'failed' })
    const owner = await testConnection(login({}, 'owner'))
    expect(owner.find(({ step }) => step === 'rights')).toMatchObject({ result: 'warning' })
  })
})
