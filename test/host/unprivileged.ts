// Runs a program, started by root, as a user without privileges, with its own folder.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A user by name and numbers. */
export interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The program as the other user would run it. Call `remove` when it has ended. */
export interface Unprivileged {
  readonly user: User
  /** A script that runs the program as that user, with the same arguments and open files. */
  readonly executablePath: string
  /** The user's own folder, which other users may not enter. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  remove(): void
}

/** The person who became root by `sudo`, else `nobody`; null if the system has neither. */
export function unprivilegedUser(env: NodeJS.ProcessEnv, passwd: string): User | null {
  const accounts = passwd.split('\n').map((line) => line.split(':'))
  const account = (column: number, value: string): User | null => {
    const found = accounts.find((fields) => fields[column] === value)
    const [uid, gid] = [Number.parseInt(found?.[2] ?? '', 10), Number.parseInt(found?.[3] ?? '', 10)]
    return found?.[0] === undefined || !(uid > 0) || !(gid > 0) ? null : { name: found[0], uid, gid }
  }
  return (env.SUDO_UID ? account(2, env.SUDO_UID) : null) ?? account(0, 'nobody')
}

/**
 * Prepares `executable` to be run by an unprivileged user. Null if that is not possible: this is not root, there is
 * no such user, `setpriv` is missing, or the user may not reach the program.
 */
export function asUnprivileged(executable: string): Unprivileged | null {
  if (process.getuid?.() !== 0) return null
  const user = existsSync('/etc/passwd') ? unprivilegedUser(process.env, readFileSync('/etc/passwd', 'utf8')) : null
  if (user === null) return null
  const become = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--']
  if (spawnSync('setpriv', [...become, 'test', '-x', executable]).status !== 0) return null

  const folder = mkdtempSync(join(tmpdir(), 'gateway-console-browser-'))
  const display = copyOfDisplayKey(folder, user)
  // Only root may change what root is going to run.
  const scripts = mkdtempSync(join(tmpdir(), 'gateway-console-run-'))
  const executablePath = join(scripts, 'browser')
  writeFileSync(executablePath, `#!/bin/sh\nexec setpriv ${become.join(' ')} ${quoted(executable)} "$@"\n`)
  chmodSync(executablePath, 0o755)
  chownSync(folder, user.uid, user.gid)
  return {
    user, executablePath, folder,
    env: {
      HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: folder,
      ...display,
    },
    remove() {
      for (const path of [folder, scripts]) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Gives the user a copy of the display's key, which only root can read. */
function copyOfDisplayKey(folder: string, { uid, gid }: User): Record<string, string> {
  const key = process.env.XAUTHORITY ?? join(process.env.HOME ?? '/root', '.Xauthority')
  if (!process.env.DISPLAY || !existsSync(key)) return {}
  const copy = join(folder, 'display-key')
  copyFileSync(key, copy)
  chmodSync(copy, 0o600)
  chownSync(copy, uid, gid)
  return { XAUTHORITY: copy }
}

const quoted = (text: string): string => `'${text.replaceAll('\'', '\'\\\'\'')}'`
