import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { charge, deskOf, loginOf, missing, must, newId, newTeam, passwordOf, sharedCluster, sql } from './support.ts'

interface Run { readonly code: number; readonly out: string; readonly err: string }

function team(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, cwd: join(import.meta.dirname, '../../..') }
    execFile(process.execPath, ['electron/team/cli.ts', ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err: `${err}${error?.message ?? ''}` })
    })
  })
}

describe.skipIf(missing !== null)('npm run -s team', () => {
  it('prints a schema that an administrator can run by hand, with the roles of people', async () => {
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
    expect((await team(['sql', '--from', '1'])).out).toBe('')
  })

  it('checks step by step, and says no password', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const where = ['check', '--host', '127.0.0.1', '--port', String(cluster.port), '--database', database, '--user', 'anna']
    const ready = await team(where, { TEAM_PASSWORD: passwordOf('anna') })
    expect(ready.code, ready.err + ready.out).toBe(0)
    expect(ready.out.trim().split('\n').map((line) => (JSON.parse(line) as { step: string }).step)).toEqual([
      'reach', 'encryption', 'login', 'version', 'schema', 'rights', 'clock',
    ])
    const wrong = await team(where, { TEAM_PASSWORD: 'wrong-of-a-test' })
    expect(wrong.code).toBe(1)
    expect(wrong.out + wrong.err).not.toContain('wrong-of-a-test')
    expect((await team(['check'])).code).toBe(2)
    expect((await team([])).err).toContain('sql or check')
  })
})
