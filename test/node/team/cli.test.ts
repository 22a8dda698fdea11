import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import { fingerprintIn } from '../../../electron/common/signatures/key-fingerprint.ts'
import { agedTeam, keeperOf, removeAsOwner } from './aged-team.ts'
import {
  charge, deskOf, loginOf, missing, must, newId, newTeam, passwordOf, sharedCluster, sql,
} from './support.ts'

interface Run { readonly code: number; readonly out: string; readonly err: string }

function team(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, cwd: join(import.meta.dirname, '../../..') }
    execFile(process.execPath, ['electron/team/cli.ts', ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err: `${err}${error?.message ?? ''}` })
    })
  })
}

it('each command of npm run -s team has its own line in the help', async () => {
  const [{ err }, { out }] = await Promise.all([team([]), team(['--help'])])
  const commands = /Give a command: (.*?)\. See/.exec(err)?.[1]?.split(/, | or /) ?? []
  expect(commands).toContain('verify')
  for (const command of commands) expect(`\n${out}`).toContain(`\nnpm run -s team -- ${command} `)
})

describe.skipIf(missing !== null)('npm run -s team', () => {
  it('prints a schema that an administrator can run by hand, with people’s roles', async () => {
    const cluster = await sharedCluster()
    await newTeam(cluster)
    const database = `by_hand_${newId().slice(0, 8)}`
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}; `)
    const { out, code, err } = await team(['sql', '--desk', 'anna', '--administrator', 'le"a'])
    expect(code, err).toBe(0)
    expect(out).toContain('GRANT gateway_team_admin TO "le""a";')
    await sql(cluster, database, out.replace('"le""a"', 'lea'))
    const anna = await deskOf(loginOf(cluster, database, 'anna'))
    expect(must(await anna.claim(charge())).kind).toBe('won')
    expect((await team(['sql', '--from', String(schemaVersion)])).out).toBe('')
  })

  it('prints the schema of a rehearsal, marked permanently, but no upgrade to one', async () => {
    const cluster = await sharedCluster()
    await newTeam(cluster)
    const database = `by_hand_${newId().slice(0, 8)}`
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}`)
    const { out, code, err } = await team(['sql', '--rehearsal', '--desk', 'anna'])
    expect(code, err).toBe(0)
    await sql(cluster, database, out)
    expect(await sql(cluster, database, 'SELECT login FROM team_journal.rehearsal')).toEqual([{ login: 'owner' }])
    const where = ['check', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user', 'anna']
    const checked = await team(where, { TEAM_PASSWORD: passwordOf('anna') })
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('It is a rehearsal: production is refused.') })
    expect((await team(['sql'])).out).not.toContain('INSERT INTO team_journal.rehearsal')
    const upgrade = await team(['sql', '--rehearsal', '--from', String(schemaVersion)])
    expect(upgrade).toMatchObject({ code: 2, out: '' })
    expect(upgrade.err).toContain('--rehearsal creates a team')
  })

  it('checks step by step, and prints no password', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const where = ['check', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user', 'anna']
    const ready = await team(where, { TEAM_PASSWORD: passwordOf('anna') })
    expect(ready.code, ready.err + ready.out).toBe(0)
    expect(ready.out.trim().split('\n').map((line) => (JSON.parse(line) as { step: string }).step)).toEqual([
      'reach', 'encryption', 'login', 'session', 'version', 'schema', 'rights', 'clock',
    ])
    const wrong = await team(where, { TEAM_PASSWORD: 'wrong-of-a-test' })
    expect(wrong.code).toBe(1)
    expect(wrong.out + wrong.err).not.toContain('wrong-of-a-test')
    expect((await team(['check'])).code).toBe(2)
    expect((await team([])).err).toContain('sql, check, verify, retention, waiting-time or status')
  })

  it('prints the waiting time, and changes it only with the login of an administrator', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const run = async (login: string, ...more: string[]) => {
      const where = ['waiting-time', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user', login]
      const { out, code } = await team([...where, ...more], { TEAM_PASSWORD: passwordOf(login) })
      return { code, line: JSON.parse(out) as object }
    }
    expect(await run('anna')).toEqual({ code: 0, line: { waitingTime: 120 } })
    expect(await run('anna', '--minutes', '30')).toMatchObject({ code: 1, line: {
      waitingTime: 'refused', code: 'no-rights', detail: expect.stringContaining('Only the login of an administrator'),
    } })
    expect(await run('lea', '--minutes', '14')).toMatchObject({ code: 1, line: { code: 'refused-by-rules' } })
    expect(await run('lea', '--minutes', '30')).toEqual({ code: 0, line: { waitingTime: 30 } })
  })

  it('prints the team’s state, with an exit code for monitoring', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const anna = await deskOf(loginOf(cluster, database, 'anna'))
    const sent = charge()
    must(await anna.claim(sent))
    const run = async () => {
      const { out, code } = await team(
        ['status', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user', 'anna'],
        { TEAM_PASSWORD: passwordOf('anna') },
      )
      return { code, lines: out.trim().split('\n').map((line) => JSON.parse(line) as object) }
    }
    expect(await run()).toMatchObject({ code: 0, lines: [
      { openClaim: { kind: 'create', id: sent.facts.claim!.slot.id, desk: 'Desk of anna', login: 'anna', state: 'sending' } },
      { desk: { desk: 'Desk of anna', isAdmitted: true, headMinutes: null, unsigned: 2 } }, { waitingTime: 120 },
    ] })
    await sql(cluster, database, `SET session_replication_role = replica;
      UPDATE team_journal.claim SET claimed_at = claimed_at - interval '121 minutes'`)
    await deskOf(loginOf(cluster, database, 'ben'), { isAdmitted: false })
    expect(await run()).toMatchObject({ code: 1, lines: [
      {}, {}, {}, {}, { problem: 'A claim of Desk of anna has been open for 121 minutes.' }, { problem: 'Desk of ben is not admitted.' },
    ] })
    // A removed desk is silent permanently, and waits for nothing.
    await sql(cluster, database, `SET session_replication_role = replica;
      UPDATE team_journal.claim SET claimed_at = claimed_at + interval '121 minutes';
      UPDATE team_journal.event SET received_at = received_at - interval '4 days' WHERE login = 'anna';
      INSERT INTO team_journal.admission (desk_id, fingerprint, admitted, event_id, login, at)
        SELECT desk_id, fingerprint, false, 'withdrawn ' || login, 'lea', now() FROM team_journal.desk`)
    expect((await run()).code).toBe(0)
  })

  it('prints the team’s state after the server’s clock was put back by an hour', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    must(await (await deskOf(loginOf(cluster, database, 'anna'))).claim(charge()))
    await sql(cluster, database, `SET session_replication_role = replica;
      UPDATE team_journal.claim SET claimed_at = claimed_at + interval '1 hour';
      UPDATE team_journal.event SET received_at = received_at + interval '1 hour'`)
    const { out, code, err } = await team(
      ['status', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user', 'anna'],
      { TEAM_PASSWORD: passwordOf('anna') },
    )
    expect({ code, err, lines: out.trim().split('\n').map((line) => JSON.parse(line) as object) }).toMatchObject({ code: 0, err: '', lines: [
      { openClaim: { desk: 'Desk of anna', ageMinutes: 0 } }, { desk: { desk: 'Desk of anna', newestMinutes: 0, headMinutes: null } }, {},
    ] })
  })

  it('prints what retention would remove, and removes it only if that is confirmed', async () => {
    const { cluster, database, propose, verify, anna, old } = await agedTeam()
    await propose()
    const { user } = await keeperOf(cluster, database)
    const where = ['retention', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user']
    const run = async (login: string, ...more: string[]) => {
      const { out, code, err } = await team([...where, login, ...more], { TEAM_PASSWORD: passwordOf(login) })
      return { code, err, lines: out.trim().split('\n').map((line) => JSON.parse(line) as object) }
    }
    const possible = {
      entries: 3, events: 8, before: expect.any(String) as string,
      desk: 'Desk of lea', proposed: { at: expect.any(String) as string, who: 'Ada', reason: 'Older than the agreed time.' },
    }
    expect(await run(user)).toMatchObject({ code: 0, lines: [{ removal: 'possible', ...possible }] })
    const content = async () => must(await anna.port.entry(old.charge))[0]!.content
    expect(await content()).not.toBeNull()
    expect(await run('anna', '--confirm')).toMatchObject({ code: 1, lines: [
      { removal: 'refused', code: 'no-rights', detail: expect.stringContaining('the login that owns the tables') },
    ] })
    expect(await run(user, '--confirm'))
      .toMatchObject({ code: 0, lines: [{ removal: 'begins', ...possible }, { removal: 'done', entries: 3, events: 8 }] })
    expect(await content()).toBeNull()
    expect((await verify()).breaks).toEqual([])
    expect(await run(user, '--confirm')).toMatchObject({ code: 0, lines: [{ removal: 'none' }] })
    await sql(cluster, database, `SET session_replication_role = replica; DELETE FROM team_journal.claim WHERE entry_id = '${old.charge}'`)
    expect(await run(user, '--confirm')).toMatchObject({ code: 1, lines: [{ removal: 'refused', code: 'not-proven' }] })
  })

  it('verifies for a person who has only the desks’ fingerprints', async () => {
    const { cluster, database, keys, propose, tamper } = await agedTeam()
    const [anna, ben] = keys.map(({ publicKey }) => fingerprintIn(publicKey)!) as [string, string]
    const where = ['verify', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user', 'ben']
    const run = async (...fingerprints: string[]) => {
      const given = fingerprints.flatMap((one) => ['--fingerprint', one])
      const { out, code } = await team([...where, ...given], { TEAM_PASSWORD: passwordOf('ben') })
      return { code, lines: out.trim().split('\n').map((line) => JSON.parse(line) as object) }
    }
    expect(await run(anna, ben)).toMatchObject({ code: 0, lines: [
      { desk: { label: 'Desk of ben', isAdmitted: true } }, { desk: { label: 'Desk of lea', isAdmitted: true } }, { verdict: 'proven' },
    ] })
    await deskOf(loginOf(cluster, database, 'anna'), { isAdmitted: false })
    expect(await run(anna, ben))
      .toMatchObject({ code: 0, lines: [{ desk: { isAdmitted: false, events: 0 } }, {}, {}, { verdict: 'proven' }] })
    expect(await run(anna)).toMatchObject({ code: 1, lines: [{}, { desk: { isAdmitted: false } }, {}, { verdict: 'unproven' }] })
    await propose()
    await removeAsOwner(cluster, database)
    expect((await run(anna, ben)).code).toBe(0)
    expect((await run(ben)).lines).toContainEqual({ break: expect.objectContaining({ kind: 'content-missing' }) })
    await tamper(`UPDATE team_journal.event SET facts = replace(facts, 'ORDER-YOUNG', 'ORDER-OTHER')`)
    expect(await run(anna, ben)).toMatchObject({ code: 1, lines: expect.arrayContaining([{ verdict: 'broken' }]) })
    expect(await team([...where, '--fingerprint', 'mine'])).toMatchObject({ code: 2, out: '' })
  })
})
