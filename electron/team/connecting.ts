/** Connects to a team's database. With several servers, uses the first one that accepts changes. */
import { serversOf, serverText, type TeamServer } from '#shared/model/team/team-servers.ts'
import { failed, type Result } from '#shared/result.ts'
import { rootsOfThisComputer, type SystemRoots } from '../common/signatures/system-roots.ts'
import { connectTo, connectWithinMs, type Connection, type Limits } from './connection.ts'
import { teamFailure, type TeamFailure, type TeamFailureCode } from './failure.ts'
import type { TeamLogin } from './port.ts'

/**
 * Connects as `connectTo` does. Tries several servers in order, all within the same 5 s in total. Skips a server that
 * accepts no changes (a standby). If all fail, the failure names each.
 */
export async function connect(
  login: TeamLogin, limits: Limits = {}, roots: SystemRoots = rootsOfThisComputer,
): Promise<Result<Connection, TeamFailure>> {
  const servers = serversOf(login)
  if (servers.length === 1) return await connectTo(login, limits, roots)
  const until = performance.now() + connectWithinMs
  const tried: Tried[] = []
  for (const [at, server] of servers.entries()) {
    // Divides the remaining time, so that a quick failure leaves more time for the next servers.
    const connectMs = Math.max(1, (until - performance.now()) / (servers.length - at))
    const connected = await connectTo({ ...login, ...server }, { ...limits, connectMs }, roots)
    if (connected.ok && !connected.value.isReadOnly) return connected
    if (connected.ok) connected.value.destroy()
    const failure = connected.ok ? teamFailure('read-only') : connected.failure
    tried.push({ server, failure })
    if (isAboutLogin(failure.code)) break
  }
  return failed(failureOfAll(tried))
}

interface Tried {
  readonly server: TeamServer
  readonly failure: TeamFailure
}

/**
 * Whether a failure ends the search. SECURITY: a password that one server refused, or requested unsafely, is not sent
 * to the next: the servers have the same logins, and each failed login counts.
 */
function isAboutLogin(code: TeamFailureCode): boolean {
  return ['login-refused', 'login-unsafe', 'password-missing', 'client-key-missing', 'database-missing'].includes(code)
}

/** One failure for all servers: that of the login if it ended the search, else the most informative one. */
function failureOfAll(tried: readonly Tried[]): TeamFailure {
  const failures = tried.map(({ failure }) => failure)
  const decisive = failures.find(({ code }) => isAboutLogin(code)) ?? failures.find(({ code }) => code === 'read-only') ?? failures[0]
  const each = tried.map(({ server, failure: { detail } }) => `${serverText(server)}: ${firstSentence(detail)}`)
  return {
    ...decisive ?? teamFailure('unreachable'),
    detail: `No server of the team can be used. ${each.join(' ')}`,
    technical: tried.map(({ server, failure: { technical, code } }) => `${serverText(server)} ${technical ?? code}`).join(', '),
  }
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}
