/** The desks of a team that may write, their admission, and the proof of each desk. */
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { onTestEnd } from '../clean-up.ts'
import { closeAll } from '../desk/support.ts'
import { officeAt, type Colleague, type Office } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import {
  charge, deskOf, joinAs, loginOf, missing, must, newId, newTeam, outcome, passwordOf, secretOf, sharedCluster, sql,
  type Cluster,
} from './support.ts'

afterEach(closeAll)

const waits = { waits: true }

describe.skipIf(missing !== null)('a desk of the team', () => {
  let cluster: Cluster
  let database: string
  let office: Office
  /** Milliseconds of the monotonic clock. */
  let passed = 0
  beforeEach(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
    office = officeAt(cluster, database)
  })

  /** Each has a key, like a desk with a keychain, and waits to be admitted by a person. */
  async function joined(user: string, folder?: string): Promise<Colleague> {
    const vault = createTeamHeads(lastingStores())
    const system = { monotonic: () => passed }
    const colleague = await office.colleague({ vault, system, ...folder !== undefined && { folder } })
    await colleague.join(user, waits)
    return colleague
  }
  const ownOf = async ({ desk }: Colleague) =>
    await desk.call('team.describe', null) as { deskId: DeskId; fingerprint: string; connection: { kind: string } }
  const standingOf = async ({ desk }: Colleague, deskId: DeskId) =>
    (await desk.call('team.verify', null)).desks.find((one) => one.deskId === deskId)?.standing
  const kindOf = async ({ desk }: Colleague) => {
    const state = await desk.call('team.connect', null)
    return state.state === 'member' ? state.connection.kind : null
  }
  const admits = async (by: Colleague, other: Colleague) => {
    const { deskId, fingerprint } = await ownOf(other)
    await by.desk.call('team.admitDesk', { deskId, fingerprint, reason: 'read to me, face to face' })
  }
  /** Lets the desk sign its deliveries: a head is due once a minute. */
  const signs = async ({ desk }: Colleague) => {
    passed += 61_000
    await desk.call('team.connect', null)
  }

  it('is admitted immediately as the first one by an administrator’s login; others wait', async () => {
    const early = await joined('anna')
    expect(await kindOf(early)).toBe('not-admitted')
    const lea = await joined('lea')
    expect(await kindOf(lea)).toBe('connected')
    const ben = await joined('ben')
    expect(await kindOf(ben)).toBe('not-admitted')
    expect(await sql(cluster, database, 'SELECT DISTINCT login FROM team_journal.event')).toEqual([{ login: 'lea' }])
    await lea.desk.call('team.connect', null)
    const { deskId, fingerprint } = await ownOf(ben)
    expect(await lea.desk.call('team.describe', null)).toMatchObject({
      notAdmitted: expect.arrayContaining([{ deskId, fingerprint, label: 'Desk of ben', login: 'ben' }]),
    })
    await admits(lea, ben)
    expect(await kindOf(ben)).toBe('connected')
    const { lines } = await lea.desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.find(({ action }) => action === 'team-desk-admitted'))
      .toMatchObject({ subject: 'Desk of ben', detail: `Login ben, key ${fingerprint}. read to me, face to face` })
  })

  it('is proven to be admitted only by signed events, starting from a key that a person compared here', async () => {
    const [lea, ben, anna] = [await joined('lea'), await joined('ben'), await joined('anna')]
    await admits(lea, ben)
    await admits(lea, anna)
    await signs(lea)
    const [first, second] = [await ownOf(lea), await ownOf(anna)]
    // No person here has compared the first desk, so its events do not count yet.
    expect(await standingOf(ben, second.deskId)).toBe('not-admitted')
    await ben.desk.call('team.connect', null)
    await ben.desk.call('team.admitDesk', { deskId: first.deskId, fingerprint: first.fingerprint, reason: 'compared with Lea' })
    expect(await standingOf(ben, first.deskId)).toBe('admitted')
    expect(await standingOf(ben, second.deskId)).toBe('admitted')
    expect(await standingOf(lea, second.deskId)).toBe('admitted')
  })

  it('whose name reverses the text behind it is shown without that', async () => {
    const lea = await joined('lea')
    const { id } = await deskOf(loginOf(cluster, database, 'ben'), { label: 'Till\u202E 2', isAdmitted: false })
    expect(await lea.desk.call('team.connect', null)).toMatchObject({ notAdmitted: [{ deskId: id, label: 'Till 2' }] })
    expect((await lea.desk.call('team.verify', null)).desks).toContainEqual(expect.objectContaining({ deskId: id, label: 'Till 2' }))
  })

  it('that the administrator of the database admitted is not admitted', async () => {
    const lea = await joined('lea')
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const invented = await deskOf(loginOf(cluster, database, 'lea'), { publicKey })
    must(await invented.publish(outcome(null, 'approved', false)))
    expect(await standingOf(lea, invented.id)).toBe('not-admitted')
  })

  it('whose admission is withdrawn can neither claim nor deliver, even after a restart, and can be admitted again', async () => {
    const [lea, ben] = [await joined('lea'), await joined('ben')]
    await admits(lea, ben)
    expect(await kindOf(ben)).toBe('connected')
    const { deskId, fingerprint } = await ownOf(ben)
    await lea.desk.call('team.withdrawAdmission', { deskId, reason: 'his computer was stolen' })
    expect(await standingOf(lea, deskId)).toBe('not-admitted')
    expect(await sql(cluster, database, `SELECT facts FROM team_journal.event WHERE kind = 'desk-admission-withdrawn'`))
      .toEqual([{ facts: expect.stringContaining('his computer was stolen') }])
    await ben.desk.end()
    const again = await joined('ben', ben.desk.folder)
    expect((await ownOf(again)).connection).toEqual({ kind: 'not-admitted', isWithdrawn: true })
    // It does not wait to be admitted.
    expect(await lea.desk.call('team.connect', null)).toMatchObject({ notAdmitted: [] })
    expect(await lea.desk.refused('team.withdrawAdmission', { deskId: (await ownOf(lea)).deskId, reason: 'x' }))
      .toEqual({ code: 'desk-changed' })
    await lea.desk.call('team.admitDesk', { deskId, fingerprint, reason: 'compared' })
    expect(await kindOf(again)).toBe('connected')
  })

  it('that left before it was admitted can be refused: it no longer waits, and is not admitted', async () => {
    const [lea, ben] = [await joined('lea'), await joined('ben')]
    const { deskId } = await ownOf(ben)
    await ben.desk.call('team.leave', { reason: 'joined with the wrong login' })
    expect(await lea.desk.call('team.connect', null)).toMatchObject({ notAdmitted: [{ deskId }] })
    await lea.desk.call('team.withdrawAdmission', { deskId, reason: 'nobody uses it' })
    expect(await lea.desk.call('team.connect', null)).toMatchObject({ notAdmitted: [] })
    expect(await standingOf(lea, deskId)).toBe('not-admitted')
  })

  it('that has no key and so cannot be admitted is refused; the desk that refused it shares and verifies as before', async () => {
    const lea = await joined('lea')
    const ben = await office.colleague()
    await ben.join('ben', waits)
    const { deskId, fingerprint } = await ownOf(ben)
    expect(fingerprint).toBeNull()
    await lea.desk.call('team.withdrawAdmission', { deskId, reason: 'its computer has no keychain' })
    expect(await lea.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' }, notAdmitted: [] })
    expect(await standingOf(lea, deskId)).toBe('not-admitted')
    expect(await kindOf(ben)).toBe('not-admitted')
    await signs(lea)
    expect(await kindOf(lea)).toBe('connected')
  })

  it('is withdrawn even if the team cannot be reached; it takes effect with the next contact', async () => {
    const [lea, ben] = [await joined('lea'), await joined('ben')]
    await admits(lea, ben)
    await kindOf(ben)
    await lea.desk.call('team.connect', null)
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await sql(cluster, 'postgres', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
    const { deskId } = await ownOf(ben)
    await lea.desk.call('team.withdrawAdmission', { deskId, reason: 'not compared after all' })
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
    await lea.desk.call('team.connect', null)
    expect(await kindOf(ben)).toBe('not-admitted')
  })

  it('that waits is refused even if the team cannot be reached, but only by the login of an administrator', async () => {
    const [lea, ben, anna] = [await joined('lea'), await joined('ben'), await joined('anna')]
    await admits(lea, anna)
    await kindOf(anna)
    const { deskId } = await ownOf(ben)
    const reason = 'nobody knows it'
    expect(await anna.desk.refused('team.withdrawAdmission', { deskId, reason })).toEqual({ code: 'login-not-administrator' })
    expect(await lea.desk.call('team.connect', null)).toMatchObject({ notAdmitted: [{ deskId }] })
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await sql(cluster, 'postgres', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
    await lea.desk.call('team.withdrawAdmission', { deskId, reason })
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
    expect(await lea.desk.call('team.connect', null)).toMatchObject({ notAdmitted: [] })
  })

  it('is admitted only with the key that was shown, at a desk whose login is an administrator', async () => {
    const [lea, ben, anna] = [await joined('lea'), await joined('ben'), await joined('anna')]
    const [shown, other] = [await ownOf(ben), await ownOf(anna)]
    const reason = 'compared'
    const wrong = { deskId: shown.deskId, fingerprint: other.fingerprint, reason }
    expect(await lea.desk.refused('team.admitDesk', wrong)).toEqual({ code: 'desk-changed' })
    await admits(lea, ben)
    await ben.desk.call('team.connect', null)
    expect(await ben.desk.refused('team.admitDesk', { deskId: other.deskId, fingerprint: other.fingerprint, reason }))
      .toEqual({ code: 'login-not-administrator' })
    // Directly in the database, a login without the role cannot admit a desk either.
    const desk = await deskOf(loginOf(cluster, database, 'ben'))
    const { deskId, fingerprint } = other
    must(await desk.publish({ ...outcome(null, 'approved', false), kind: 'desk-admitted', facts: { record: { deskId, fingerprint } } }))
    expect(await kindOf(anna)).toBe('not-admitted')
  })

  it('receives the progress of a verification, and a stopped verification is reported as such', async () => {
    const lea = await joined('lea')
    await lea.desk.call('team.verify', null)
    const progress = lea.desk.events.filter(({ name }) => name === 'team.verifying').map(({ payload }) => payload)
    expect(progress[0]).toMatchObject({ step: 'chains' })
    const { done, total } = progress[0] as { done: number; total: number }
    expect(done).toBe(total)
    expect(total).toBeGreaterThan(0)
    const stopped = lea.desk.refused('team.verify', null)
    await lea.desk.call('team.cancelVerify', null)
    expect(await stopped).toEqual({ code: 'cancelled' })
  })

  describe('with only the password of a colleague', () => {
    const withoutSecret = async (id: DeskId, secret = secretOf(newId())) => {
      const port = createTeams().open(loginOf(cluster, database, 'anna'), secret)
      onTestEnd(() => port.close())
      return { port, id }
    }

    it('cannot end his claim: the order is not charged twice', async () => {
      const [anna, ben] = [await deskOf(loginOf(cluster, database, 'anna')), await deskOf(loginOf(cluster, database, 'ben'))]
      const sent = charge()
      must(await anna.claim(sent))
      const { port, id } = await withoutSecret(anna.id)
      expect(await port.publish(id, anna.position, [outcome(sent.entryId, 'not-sent')]))
        .toMatchObject({ ok: false, failure: { code: 'desk-not-proven', mayHaveHappened: false } })
      expect(await port.claim(id, anna.position, charge())).toMatchObject({ ok: false, failure: { code: 'desk-not-proven' } })
      expect(must(await ben.claim(charge({ merchantOrderId: sent.facts.claim!.slot.id }))).kind).toBe('taken')
      must(await anna.publish(outcome(sent.entryId, 'declined')))
    })

    it('can neither claim nor deliver as a new desk, which waits to be admitted', async () => {
      const { id, port, position } = await joinAs(loginOf(cluster, database, 'anna'), { isAdmitted: false })
      onTestEnd(() => port.close())
      const refusal = { ok: false, failure: { code: 'desk-not-admitted', mayHaveHappened: false } }
      expect(await port.claim(id, position, charge())).toMatchObject(refusal)
      expect(await port.publish(id, position, [outcome(newId(), 'not-sent')])).toMatchObject(refusal)
    })

    it('cannot forge the proof: no setting and no answer to another connection’s challenge is accepted', async () => {
      const anna = await deskOf(loginOf(cluster, database, 'anna'))
      must(await anna.publish(outcome(newId(), 'declined')))
      const logged = [...cluster.log().matchAll(/prove_desk\(\$1, \$2\)[\s\S]{0,400}?\$1 = '(\w{32})', \$2 = '(\w{64})'/g)]
        .filter(([, desk]) => desk === anna.id).map(([, , answer]) => answer)
      // The server logs every statement with its values.
      expect(logged).toHaveLength(1)
      const refusalOf = async (statements: string) => {
        try {
          await sql(cluster, database, `${statements}; SELECT * FROM team_journal.publish(${schemaVersion}, '${anna.id}', '[]')`, [], 'anna')
          return 'done'
        } catch (error) {
          return String(Reflect.get(error as object, 'code'))
        }
      }
      for (const value of ['true', anna.id, '']) expect(await refusalOf(`SET team_journal.proven = '${value}'`)).toBe('TJ010')
      expect(await refusalOf(`SELECT team_journal.challenge_desk('${anna.id}'), team_journal.prove_desk('${anna.id}', '${logged[0]}')`)).toBe('TJ010')
      expect(await refusalOf(`SET team_journal.challenge = '${'0'.repeat(128)}'; SELECT team_journal.prove_desk('${anna.id}', '${logged[0]}')`)).toBe('TJ010')
      for (const table of ['desk_secret', 'proof_key']) {
        await expect(sql(cluster, database, `SELECT * FROM team_journal.${table}`, [], 'lea')).rejects.toThrow('permission denied')
      }
    })

    it('cannot read the secret: it is in no row and no line of a log of all statements', async () => {
      const { id } = await deskOf(loginOf(cluster, database, 'anna'))
      const secret = (await secretOf(id)())!.toString('hex')
      expect(cluster.log()).toContain(id)
      expect(cluster.log()).not.toContain(secret)
      const [{ rows } = { rows: '' }] = await sql(cluster, database, `SELECT string_agg(s::text, ' ') AS rows FROM team_journal.desk_secret s`)
      expect(rows).toContain(id)
      expect(rows).not.toContain(secret)
    })
  })

  it('that lost its secret is refused with the reason, sends nothing, and joins again as a new desk', async () => {
    const lea = await joined('lea')
    await lea.desk.end()
    const again = await office.colleague({
      folder: lea.desk.folder,
      vault: { teamPassword: async () => success(passwordOf('lea')), teamSecret: async () => failed({ code: 'no-such-secret' }) },
    })
    const state = await again.desk.call('team.connect', null)
    expect(state).toMatchObject({ connection: { kind: 'unreachable', problem: { code: 'desk-not-proven' } } })
    const { deskId } = await again.desk.call('team.describe', null) as { deskId: DeskId }
    await again.desk.call('team.leave', { reason: 'the secret is lost' })
    await again.join('lea', waits)
    expect((await ownOf(again)).deskId).not.toBe(deskId)
  })
})
