// PgBouncer before a server, if it is installed: the tests do not install it.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../support/team/cluster.ts'
import { onTestEnd } from '../clean-up.ts'
import { passwordOf, type Cluster } from './support.ts'

const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0) ?? null

/** Why no pooler can be started here, or null. */
export const poolerMissing = program === null ? 'PgBouncer is not installed (apt-get install pgbouncer)' : null

/** Starts one until the end of the test, with further lines of configuration; returns its port. */
export async function startPooler(
  cluster: Cluster, database: string, mode: 'session' | 'transaction', users: readonly string[], more = '',
): Promise<number> {
  const port = await freePort()
  const at = (name: string) => join(cluster.folder, `pooler-${port}-${name}`)
  const { uid, gid } = statSync(join(cluster.folder, 'data'))
  writeFileSync(at('users'), users.map((user) => `"${user}" "${passwordOf(user)}"\n`).join(''))
  writeFileSync(at('ini'), `[databases]\n${database} = host=127.0.0.1 port=${cluster.port}\n[pgbouncer]\nlisten_addr=127.0.0.1\n`
    + `listen_port=${port}\nunix_socket_dir=\nauth_type=scram-sha-256\nauth_file=${at('users')}\npool_mode=${mode}\n${more}\n`)
  for (const name of ['users', 'ini']) chownSync(at(name), uid, gid)
  const child = spawn(program ?? '', [at('ini')], { stdio: 'ignore', ...process.getuid?.() === 0 && { uid, gid } })
  onTestEnd(() => { child.kill('SIGKILL') })
  while (!await listens(port)) await wait(20)
  return port
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => { resolve(false) })
  })
}
