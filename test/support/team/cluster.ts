// A private PostgreSQL: temporary folder, loopback, a user without privileges. Server and folder end with the
// process.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync,
} from 'node:fs'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresPrograms } from '../../../resources/scripts/postgres/find.mjs'

/** The password of this test server only. */
export const ownerPassword = 'owner-of-a-test'

export interface Cluster {
  readonly port: number
  readonly folder: string
  /** Kills the server and all its processes, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again over the same data, even with another configuration. */
  start(): Promise<void>
  /** Shuts it down. */
  stop(): Promise<void>
  configure(lines: string): void
  /** Everything that the server wrote to its log. */
  log(): string
}

/** Why no private PostgreSQL can be started here, or null. */
export function postgresMissing(): string | null {
  if (process.platform === 'win32') return 'the tests start PostgreSQL on Linux and macOS only'
  return postgresPrograms() === null
    ? 'PostgreSQL 15 or later is not installed (apt-get install postgresql), nor did npm test bring one'
    : null
}

/** Creates and starts a cluster; as a standby if `primary` is given. */
export async function startCluster(configuration = '', primary: Cluster | null = null): Promise<Cluster> {
  const programs = postgresPrograms()
  if (programs === null) throw new Error('PostgreSQL is missing')
  const folder = mkdtempSync(join(tmpdir(), 'team-'))
  removeWithProcess(folder)
  const user = serverUser()
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const passwordFile = join(folder, 'owner')
  writeFileSync(passwordFile, ownerPassword)
  if (user !== null) for (const path of [folder, data, passwordFile]) chownSync(path, user.uid, user.gid)
  const as = (command: string[]) => user === null
    ? command
    : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...command]
  const bin = withinReach(programs, as, join(folder, 'server'))
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  const [command = '', ...rest] = as(primary === null
    ? [join(bin, 'initdb'), '-D', data, '-U', 'owner', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync']
    : [join(bin, 'pg_basebackup'), '-h', '127.0.0.1', '-p', String(primary.port), '-U', 'owner', '-D', data, '-R', '--checkpoint=fast'])
  execFileSync(command, rest, { env: { ...env, PGPASSWORD: ownerPassword }, cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  // What a killed process wrote is still in the system's memory: only a power cut needs fsync.
  appendFileSync(join(data, 'postgresql.conf'), `\nlisten_addresses='127.0.0.1'\nport=${port}\n`
    + `unix_socket_directories='${folder}'\nmax_connections=150\nfsync=off\nlog_statement='all'\n${configuration}\n`)
  // No password for the owner on the socket in the test's own folder: checking one takes time.
  const access = join(data, 'pg_hba.conf')
  writeFileSync(access, `local all owner trust\n${readFileSync(access, 'utf8')}`)
  let running: ChildProcess | null = null

  const start = async () => {
    // The shell ends the server when this process has ended, for whatever reason.
    const script = 'exec 3<&0; "$@" >>"$LOG" 2>&1 3<&- & server=$!; (cat <&3 >/dev/null; kill -QUIT $server) & wait $server'
    const child = spawn('sh', ['-c', script, 'sh', ...as([join(bin, 'postgres'), '-D', data])], {
      env: { ...env, LOG: join(folder, 'log') }, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'],
    })
    running = child
    await untilReady(data)
  }
  const ended = async () => {
    const child = running
    if (child === null || child.exitCode !== null) return
    await new Promise((resolve) => child.once('close', resolve))
    running = null
  }
  await start()
  return {
    port, folder, start,
    async kill() {
      const server = serverPid(data)
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)]).toString().split(/\s+/)
        .filter(Boolean)
      const processes = [server, ...children.map(Number)]
      for (const pid of processes) signal(pid, 'SIGKILL')
      running?.stdin?.end()
      await ended()
      while (processes.some((pid) => signal(pid, 0))) await wait(5)
      // The file would report "ready" forever.
      rmSync(join(data, 'postmaster.pid'), { force: true })
    },
    async stop() {
      running?.stdin?.end()
      await ended()
    },
    configure: (lines) => { appendFileSync(join(data, 'postgresql.conf'), `\n${lines}\n`) },
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
  }
}

/** Removes a folder and the server after this process has ended, for whatever reason. */
function removeWithProcess(folder: string): void {
  const script = 'trap "" INT TERM; cat >/dev/null; for _ in $(seq 100); do rm -rf "$0" 2>/dev/null && exit; sleep 0.2; done'
  const child = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  // The pipe reports the end of this process and must not delay it.
  if (child.stdin instanceof Socket) child.stdin.unref()
}

/** The programs, copied to `copy` if the server's user may not enter their folder: npm installs them as root. */
function withinReach(programs: string, as: (command: string[]) => string[], copy: string): string {
  const [command = '', ...args] = as(['test', '-x', join(programs, 'postgres')])
  if (spawnSync(command, args).status === 0) return programs
  cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', copy])
  return join(copy, 'bin')
}

/** The server refuses to run as root or as a user that the system does not list. Null: as this process. */
function serverUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** True if the process existed. */
function signal(pid: number, kind: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, kind)
  } catch {
    return false
  }
}

function serverPid(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function untilReady(data: string): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const file = join(data, 'postmaster.pid')
    if (existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready') return
    await wait(25)
  }
  throw new Error('PostgreSQL did not start within 30 s')
}

/** A free port that stays free while the server is down: below those that a system assigns automatically. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => { resolve(false) }).listen(port, '127.0.0.1', () => { resolve(true) })
    })
    if (!isFree) continue
    await new Promise((resolve) => { server.close(resolve) })
    return port
  }
}
