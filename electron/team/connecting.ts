/** Connects to a team's database with several servers: the first one that accepts changes is used. */
import { serversOf, serverText, type TeamServer } from '#shared/model/team/team-servers.ts'
import { failed, type Result } from '#shared/result.ts'
import { rootsOfThisComputer, type SystemRoots } from '../common/signatures/system-roots.ts'
import { connectTo, connectWithinMs, type Connection, type Limits } from './connection.ts'
import { teamFailure, type TeamFailure, type TeamFailureCode } from './failure.ts'
import type { TeamLogin } from './port.ts'

/**
 * Connects as `connectTo` does. Several servers are tried in order, all of them within those 5 s. A server that
 * accepts no changes (a standby) is skipped. The failure of all names each.
 */
export async function connect(
  login: TeamLogin, limits: Limits = {}, roots: SystemRoots = rootsOfThisComputer,
): Promise<Result<Connection, TeamFailure>> {
  const servers = serversOf(login)
  if (servers.length === 1) return await connectTo(login, limits, roots)
  const until = performance.now() + connectWithinMs
  const tried: Tried[] = []
  for (const [at, server] of servers.entries()) {
    // A server that answers quickly leaves the rest of its share to the next ones.
    const connectMs = Math.max(1, (until - performance.now()) / (servers.length - at))
    const made = await connectTo({ ...login, ...server }, { ...limits, connectMs }, roots)
    if (made.ok && !made.value.isReadOnly) return made
    if (made.ok) made.value.destroy()
    const failure = made.ok ? teamFailure('read-only') : made.failure
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
 * SECURITY: a password that one server refused, or requested unsafely, is not sent to the next: they have the same
 * logins, and each attempt counts.
 */
function isAboutLogin(code: TeamFailureCode): boolean {
  return ['login-refused', 'login-unsafe', 'password-missing', 'client-key-missing', 'database-missing'].includes(code)
}

/** One failure for all: of the login if that ended the search, or else the most informative one, with each server's. */
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
