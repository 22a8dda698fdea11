// A real, private gnome-keyring: private D-Bus session, fresh home, nothing shared with the person's own keychain.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PASSWORD = 'keyring-of-a-test'

/** Why no private keyring can be started here, or null. */
export function keyringMissing(): string | null {
  if (process.platform !== 'linux') return 'a private gnome-keyring runs on Linux only'
  const missing = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
    .filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')} (apt-get install gnome-keyring dbus)`
}

/**
 * The environment of a machine without a keychain service. Only Linux can lack one; elsewhere a variable makes a
 * run from source use none.
 */
export const NO_KEYRING: Readonly<Record<string, string>> = process.platform === 'linux'
  ? { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
  : { GATEWAY_CONSOLE_KEYCHAIN: 'none' }

export interface TestKeyring {
  /** The environment of a process that uses this keychain, to be merged over `process.env`. */
  readonly env: Record<string, string>
  /** Locks the collection; reading a secret then needs a prompt that is never answered. */
  lock(): void
  /** Unlocks the collection again, as a person would by typing the password. */
  unlock(): Promise<void>
  /** Suspends the daemon (a keychain that hangs); `resume` continues it. */
  pause(): void
  resume(): void
  /**
   * Kills the daemon without warning. Its stored data stays on disk. Unless the bus is bare, the next request makes
   * the bus start another daemon, which is locked.
   */
  kill(): Promise<void>
  /** Kills any running daemon and starts one over the same home, as after a reboot; it is unlocked. */
  restart(): Promise<void>
  /** Ends daemon and bus and removes the home. */
  stop(): Promise<void>
}

/** A bus that starts no services: a killed daemon is not replaced. */
const bareBus = (address: string) => `<busconfig><type>session</type><listen>${address}</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

/**
 * Starts a private keychain, unlocked and empty; with `bare` on a bus that starts no services. Throws if the tools
 * are missing (check `keyringMissing` first) or the daemon does not respond within 10 s.
 */
export async function startKeyring({ bare = false } = {}): Promise<TestKeyring> {
  const home = mkdtempSync(join(tmpdir(), 'keyring-'))
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const address = `unix:path=${join(runtime, 'bus')}`
  const env: Record<string, string> = { HOME: home, XDG_RUNTIME_DIR: runtime, DBUS_SESSION_BUS_ADDRESS: address }
  const whole = { ...process.env, ...env, XDG_DATA_HOME: undefined, GNOME_KEYRING_CONTROL: undefined }

  const configuration = join(runtime, 'bus.conf')
  writeFileSync(configuration, bareBus(address))
  const bus = spawn(
    'dbus-daemon', [bare ? `--config-file=${configuration}` : '--session', '--nofork', `--address=${address}`],
    { env: whole, stdio: 'ignore' },
  )
  await until(() => existsSync(join(runtime, 'bus')), 'the D-Bus session')

  let daemon = await startDaemon(whole)

  const ask = (path: string, method: string, ...args: string[]) => spawnSync(
    'dbus-send',
    ['--session', '--print-reply', '--reply-timeout=30000', '--dest=org.freedesktop.secrets', path, method, ...args],
    { env: whole, encoding: 'utf8' },
  )

  const kill = async () => {
    await ended(daemon)
    // A daemon that the bus started in the meantime owns the name; it is no child of this process.
    for (let owner = ownerOf(whole); owner !== null; owner = ownerOf(whole)) {
      const { pid } = owner
      endProcess(pid)
      await until(() => ownerOf(whole)?.pid !== pid, 'the end of the keyring daemon')
    }
  }

  return {
    env,
    lock() {
      const collection = '/org/freedesktop/secrets/collection/login'
      const reply = ask('/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', `array:objpath:${collection}`)
      if (reply.status !== 0) throw new Error(`the keyring could not be locked: ${reply.stderr}`)
    },
    unlock: () => unlockThroughControlSocket(join(runtime, 'keyring', 'control')),
    pause: () => { daemon.kill('SIGSTOP') },
    resume: () => { daemon.kill('SIGCONT') },
    kill,
    async restart() {
      do {
        await kill()
        daemon = await startDaemon(whole)
        // A request in between makes the bus start a daemon, which then owns the name.
      } while (ownerOf(whole)?.pid !== daemon.pid)
    },
    async stop() {
      await kill()
      await ended(bus)
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function startDaemon(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const daemon = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    { env, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  daemon.stdin?.end(PASSWORD)
  await until(() => ownerOf(env) !== null, 'the keyring daemon')
  return daemon
}

/** Speaks gnome-keyring's control protocol, as its PAM module does at login: operation 1 is `unlock`. */
async function unlockThroughControlSocket(path: string): Promise<void> {
  const password = Buffer.from(PASSWORD)
  const request = Buffer.alloc(13 + password.length)
  request.writeUInt32BE(12 + password.length, 1)
  request.writeUInt32BE(1, 5)
  request.writeUInt32BE(password.length, 9)
  password.copy(request, 13)
  const socket = connect(path)
  socket.write(request)
  const [reply] = await once(socket, 'data') as [Buffer]
  socket.destroy()
  if (reply.readUInt32BE(4) !== 0) throw new Error('the keyring could not be unlocked')
}

/** The process that owns the keychain's name on the private bus, or null. */
function ownerOf(env: NodeJS.ProcessEnv): { readonly pid: number } | null {
  const reply = spawnSync(
    'dbus-send',
    ['--session', '--print-reply', '--reply-timeout=30000', '--dest=org.freedesktop.DBus', '/',
      'org.freedesktop.DBus.GetConnectionUnixProcessID', 'string:org.freedesktop.secrets'],
    { env, encoding: 'utf8' },
  ).stdout
  const pid = /uint32 (\d+)/.exec(reply)?.[1]
  return pid === undefined ? null : { pid: Number(pid) }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in between.
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Enough for a busy machine too. */
const upMs = 30_000

async function until(met: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + upMs
  while (!met()) {
    if (Date.now() > deadline) throw new Error(`${what} took more than ${upMs / 1_000} s`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
