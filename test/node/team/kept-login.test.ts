import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import { keptLogin, serverOf } from '../../../electron/desk/team/membership/login.ts'
import { createTeamPassword } from '../../../electron/vault/team/password.ts'
import { lastingStores } from './lasting-stores.ts'

const address: TeamAddress = {
  host: 'db.example', port: 5_432, database: 'team', user: 'anna', authorities: '', furtherServers: [{ host: 'db2.example', port: 5_432 }],
}

it('the password is returned only for the servers, login and authorities for which it was typed', async () => {
  const vault = createTeamPassword(lastingStores())
  await vault.storeTeamPassword({ server: serverOf(address), password: 'planted-in-a-test', keep: 'keychain' })
  const kept = (changes: Partial<TeamAddress>) => keptLogin({ vault } as never, { ...address, ...changes }).password()
  expect(await kept({})).toBe('planted-in-a-test')
  for (const changes of [
    { furtherServers: [] }, { furtherServers: [{ host: 'evil.example', port: 5_432 }] }, { host: 'evil.example' }, { user: 'ben' },
    { authorities: 'x' }, { furtherServers: [{ host: 'db2.example', port: 5_433 }] },
  ]) await expect(kept(changes), JSON.stringify(changes)).rejects.toThrow('no-such-secret')
})

it('the keychain has space for the password of a server with authorities of RSA', async () => {
  const authorities = execFileSync('openssl', [
    'req', '-x509', '-newkey', 'rsa:4096', '-nodes', '-keyout', '/dev/null', '-subj', '/CN=authority of a test', '-days', '2',
  ], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  const vault = createTeamPassword(lastingStores())
  const server = serverOf({ ...address, authorities })
  expect(await vault.storeTeamPassword({ server, password: 'x'.repeat(500), keep: 'keychain' })).toEqual({ ok: true, value: null })
  expect(await vault.teamPassword({ server })).toMatchObject({ ok: true })
  expect(await vault.teamPassword({ server: serverOf({ ...address, authorities: `${authorities} ` }) })).toMatchObject({ ok: false })
})
