import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MerchantKey } from '#shared/brands.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import {
  charge, deskOf, draft, loginOf, missing, must, newId, newTeam, outcome, secretOf, sharedCluster, sql, type Cluster,
  type TestDesk,
} from './support.ts'

const tables = [
  'desk', 'event', 'content', 'claim', 'closing', 'duplicate', 'collision', 'entry', 'ident', 'version', 'waiting_time',
  'desk_secret', 'proof_key', 'admission', 'rehearsal',
]

describe.skipIf(missing !== null)('the rights of a team', () => {
  let cluster: Cluster
  let database: string
  let anna: TestDesk
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const refusalOf = async (statement: string, user: string): Promise<string> => {
    try {
      await sql(cluster, database, statement, [], user)
      return 'done'
    } catch (error) {
      return String(Reflect.get(error as object, 'code'))
    }
  }
  const filled = async (): Promise<TeamDraft> => {
    anna = await deskOf(loginOf(cluster, database, 'anna'))
    const claim = charge({ duplicates: [{ key: newId(), seen: 0, atAnyAge: true }] })
    must(await anna.claim(claim))
    must(await anna.publish(outcome(claim.entryId, 'declined')))
    return claim
  }

  it.each(['anna', 'lea'])('leave %s no way to change history', async (user) => {
    await filled()
    const statements = [
      ...tables.flatMap((table) => [
        `DELETE FROM team_journal.${table}`, `TRUNCATE team_journal.${table} CASCADE`, `DROP TABLE team_journal.${table}`,
        `ALTER TABLE team_journal.${table} DISABLE TRIGGER ALL`, `INSERT INTO team_journal.${table} DEFAULT VALUES`,
        `COPY team_journal.${table} FROM STDIN`, `SELECT * FROM team_journal.${table} FOR UPDATE`,
      ]),
      `UPDATE team_journal.event SET kind = 'x'`, `UPDATE team_journal.content SET body = 'x'`, `UPDATE team_journal.claim SET round = 2`, `UPDATE team_journal.closing SET frees = true`,
      `SELECT team_journal.end_claim('${anna.id}', 'x', '{}', NULL)`, `SELECT team_journal.append_event('${anna.id}', '{}')`,
      `SELECT * FROM team_journal.make_claim('${anna.id}', 'x', '{}', false)`,
      `SELECT * FROM team_journal.remove_content(${schemaVersion}, '${anna.id}', 1)`, `SELECT * FROM team_journal.removable_content('${anna.id}', 1)`,
      'CREATE TABLE team_journal.x ()', 'CREATE FUNCTION team_journal.x() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'SET ROLE gateway_team_owner', 'SET session_replication_role = replica', 'SET SESSION AUTHORIZATION ben',
      `SELECT pg_read_file('/etc/passwd')`, 'CREATE EXTENSION pg_trgm', 'DROP SCHEMA team_journal CASCADE',
    ]
    for (const statement of statements) expect(await refusalOf(statement, user), statement).toMatch(/^(42501|25006|0A000)$/)
  })

  it('stop the owner of the schema, and a superuser without a deliberate step, from rewriting it', async () => {
    await filled()
    // A row trigger has no row to refuse in an empty table.
    for (const table of tables.filter((name) => name !== 'collision' && name !== 'rehearsal')) {
      for (const statement of [`DELETE FROM team_journal.${table}`, `TRUNCATE team_journal.${table} CASCADE`]) {
        expect(await refusalOf(statement, 'owner'), statement).toBe('TJ009')
        expect(await refusalOf(`SET ROLE gateway_team_owner; ${statement}`, 'owner'), statement).toBe('TJ009')
      }
    }
    expect(await refusalOf(`UPDATE team_journal.event SET kind = 'x'`, 'owner')).toBe('TJ009')
  })

  it('stop a superuser from a second open claim: the constraint needs the closing of the first', async () => {
    const claim = charge()
    anna = await deskOf(loginOf(cluster, database, 'anna'))
    must(await anna.claim(claim))
    expect(await refusalOf(`INSERT INTO team_journal.claim (entry_id, kind, merchant_key, id, round, desk_id, login, claimed_at)
      SELECT '${newId()}', kind, merchant_key, id, 2, desk_id, login, claimed_at FROM team_journal.claim
        WHERE entry_id = '${claim.entryId}'`, 'owner')).toBe('23503')
  })

  it('do not allow a person to write as another one, or an ordinary member to set the waiting time', async () => {
    await filled()
    const ben = await deskOf(loginOf(cluster, database, 'ben'))
    const forged = await ben.port.publish(anna.id, anna.position, [outcome(newId(), 'approved')])
    expect(forged).toMatchObject({ ok: false, failure: { code: 'desk-of-another' } })
    expect(await ben.port.claim(anna.id, anna.position, charge())).toMatchObject({ failure: { code: 'desk-of-another' } })
    expect(await refusalOf(`SELECT team_journal.set_waiting_time(${schemaVersion}, 15)`, 'ben')).toBe('42501')
    expect(await refusalOf(`SELECT team_journal.set_waiting_time(${schemaVersion}, 240)`, 'lea')).toBe('done')
  })

  it('cannot be bypassed by objects of the same name: the functions use no others', async () => {
    anna = await deskOf(loginOf(cluster, database, 'anna'))
    const trap = `CREATE TEMP TABLE claim (entry_id text); CREATE TEMP TABLE now (x int);
      CREATE FUNCTION pg_temp.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT ''::bytea $$;
      SET search_path = pg_temp, public; SELECT * FROM team_journal.claim(${schemaVersion}, '${anna.id}', '{}')`
    expect(await refusalOf(trap, 'anna')).not.toBe('done')
    expect(must(await anna.claim(charge())).kind).toBe('won')
  })

  it('withstand hostile text in every field: it is stored unchanged, without any other effect', async () => {
    const ben = await deskOf(loginOf(cluster, database, 'ben'))
    const hostile = [
      `'; DROP SCHEMA team_journal CASCADE; --`, `$$; SELECT 1; $$`, `\\'; DELETE FROM team_journal.event; --`, '%s %I {0} ${x}',
      '\u0000 NUL', '\ud800 half', `"quoted" \n line \t tab \u2028`, 'ключ 鍵 🔑', `${'a'.repeat(150)}`,
    ]
    for (const text of hostile) {
      const [kept] = [text.toWellFormed().replaceAll('\0', '\uFFFD')]
      const claim = charge({
        merchantOrderId: `${text}${newId()}`, duplicates: [{ key: text + newId(), seen: 0, atAnyAge: true }],
        facts: { record: { note: text } },
      })
      const merchantKey = text as MerchantKey
      const hostileParts = { who: text, operation: text.slice(0, 60), currency: text.slice(0, 16), merchantKey }
      const entry = { ...claim.facts.entry!, ...hostileParts }
      expect(must(await ben.claim({ ...claim, facts: { ...claim.facts, entry, ids: [text, newId()] } })).kind, text).toBe('won')
      const [event] = must(await ben.port.entry(claim.entryId!))
      expect(JSON.parse(event!.facts)).toMatchObject({ record: { note: kept }, entry: { who: kept } })
      expect(must(await ben.port.order(merchantKey, [text])).length).toBeLessThan(2)
    }
    const odd = draft(`x'; --`, null, {})
    await expect(ben.publish(odd)).rejects.toThrow('form')
  })

  it('leave nothing of a password in errors, in the log of the server, or in a failure', async () => {
    const secret = `pass-${randomBytes(8).toString('hex')}`
    const wrong = loginOf(cluster, database, 'anna', { password: () => Promise.resolve(secret) })
    const answer = await (await deskOf(loginOf(cluster, database, 'ben'))).port.feed([])
    expect(answer.ok).toBe(true)
    const { createTeams } = await import('../../../electron/team/team.ts')
    const failure = await createTeams().open(wrong, secretOf(newId())).feed([])
    expect(failure).toMatchObject({ ok: false, failure: { code: 'login-refused', technical: '28P01' } })
    expect(JSON.stringify(failure) + JSON.stringify(await createTeams().test(wrong))).not.toContain(secret)
    expect(cluster.log()).not.toContain(secret)
  })
})
