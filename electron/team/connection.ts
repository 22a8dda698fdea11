/** One connection to a team's database: encrypted, authenticated on both sides, and destroyed at its first failure. */
import { checkServerIdentity, createSecureContext, type ConnectionOptions } from 'node:tls'
import { Client, type types } from 'pg'
import { failed, success, type Result } from '#shared/result.ts'
import { rootsOfThisComputer, type SystemRoots } from '../common/signatures/system-roots.ts'
import { failureOf } from './classify.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import type { TeamLogin } from './port.ts'

export const connectWithinMs = 5_000
const statementWithinMs = 5_000
const lockWithinMs = 3_000
/** A limit by this computer's clock, because the server's limits have no effect if the network drops packets. */
const answerWithinMs = 8_000

/** A row of unconverted texts, because JavaScript cannot represent 64-bit numbers and microseconds exactly. */
export type TextRow = Readonly<Record<string, string | null>>

const asText = { getTypeParser: () => (value: string | Buffer) => value.toString() } as unknown as typeof types

export interface Connection {
  /** Whether the server accepted no changes when the connection was opened: a standby, or read-only. */
  readonly isReadOnly: boolean
  /** Whether a pooler is in between: then another process answers than the one named at the login. */
  readonly isPooled: boolean
  /** Runs one statement in its own transaction. A failure that the server did not report destroys the connection. */
  query(sql: string, values?: readonly unknown[]): Promise<Result<readonly TextRow[], TeamFailure>>
  /** False once the connection was destroyed. */
  isUsable(): boolean
  /** Closes the socket at once; pending calls fail. */
  destroy(): void
}

/** Limits of one connection that differ from a desk's, in milliseconds. */
export interface Limits {
  readonly connectMs?: number
  readonly statementMs?: number
  readonly answerMs?: number
}

/** Whether a host is this computer: a loopback address. */
export function isThisComputer(host: string): boolean {
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) || host === '::1' || host === 'localhost'
}

/**
 * Connects to one server within 5 s, measured after the system's certificates were read. A server on another computer,
 * or on this one with configured authorities, must offer TLS and a valid certificate for its name before it receives
 * user or password. Every server must prove that it knows the password, except after a login by certificate.
 */
export async function connectTo(
  login: TeamLogin, limits: Limits = {}, roots: SystemRoots = rootsOfThisComputer,
): Promise<Result<Connection, TeamFailure>> {
  // SECURITY: the driver would treat such a host as the folder of a socket, and check neither name nor certificate.
  if (/[\s/\\]/.test(login.host)) return failed(teamFailure('unreachable'))
  const withinMs = limits.connectMs ?? connectWithinMs
  const seen = { unsafe: false, proven: false }
  const key = await login.clientCertificate?.key().catch(() => null)
  if (key === null) return failed(teamFailure('client-key-missing'))
  const client = new Client({
    host: login.host, port: login.port, user: login.user, database: login.database,
    ssl: await encryptionFor(login, roots, key), sslnegotiation: 'postgres',
    async password() {
      // SECURITY: a server that requests the password in clear text or as MD5 receives nothing.
      if (seen.unsafe) throw new UnsafeLoginError('the server asked for the password itself')
      return await login.password().catch(() => { throw new PasswordMissingError('there is no password') })
    },
    // SECURITY: binds the login to this TLS connection, if the server supports it.
    enableChannelBinding: true,
    connectionTimeoutMillis: withinMs,
    query_timeout: limits.answerMs ?? answerWithinMs, keepAlive: true, application_name: 'gateway-console', types: asText,
  })
  forgetEnvironment(client)
  const wire = wireOf(client)
  // Without a listener a lost connection would end the process. Pending calls receive the failure.
  client.on('error', () => { wire.stream.destroy() })
  for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password']) {
    wire.on(event, () => { seen.unsafe = true })
  }
  wire.on('authenticationSASLFinal', () => { seen.proven = true })
  try {
    await client.connect()
  } catch (error) {
    wire.stream.destroy()
    if (error instanceof UnsafeLoginError) return failed(teamFailure('login-unsafe'))
    if (error instanceof PasswordMissingError) return failed(teamFailure('password-missing'))
    const failure = failureOf(error, 'connecting')
    // Whatever closes the connection before the protocol begins may be a firewall, a proxy or a full server.
    const isDropped = failure.code === 'not-a-database' && wire.stream.bytesRead === 0
    return failed(isDropped ? teamFailure('connection-dropped', failure) : failure)
  }
  Reflect.set(client, 'password', null)
  // SECURITY: a server that requests no password proves nothing about itself, and its reply could permit a charge.
  // After a login by certificate, the server's own certificate by an authority that the team configured is sufficient.
  if (!seen.proven && (key === undefined || login.authorities.length === 0)) {
    wire.stream.destroy()
    return failed(teamFailure('login-unsafe'))
  }
  const kind = await prepareSession(client, limits.statementMs ?? statementWithinMs, withinMs)
  if (!kind.ok) {
    wire.stream.destroy()
    return kind
  }
  return success(connectionOver(client, wire, kind.value))
}

type ServerKind = Pick<Connection, 'isReadOnly' | 'isPooled'>

/**
 * Sets the server's limits, and reads whether it is read-only or pooled. A pooler refuses limits in the login, so a
 * statement sets them. Turns off compilation (`jit`): with old statistics it would take longer than any statement.
 */
async function prepareSession(
  client: Client, statementMs: number, withinMs: number,
): Promise<Result<ServerKind, TeamFailure>> {
  const text = `SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('jit', 'off', false), pg_backend_pid() AS process,
    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only`
  const query = { text, values: [String(statementMs), String(lockWithinMs)], query_timeout: withinMs }
  try {
    const { rows: [row] } = await client.query<TextRow>(query)
    const process: unknown = Reflect.get(client, 'processID')
    return success({ isReadOnly: row?.read_only === 't', isPooled: row?.process !== String(process) })
  } catch (error) {
    // No statement with a lasting effect was sent yet.
    return failed({ ...failureOf(error, 'answering'), mayHaveHappened: false })
  }
}

class UnsafeLoginError extends Error {}
class PasswordMissingError extends Error {}

// SECURITY: decided before the first byte. A server on another computer must present a certificate for exactly this
// host.
async function encryptionFor(
  { host, authorities, clientCertificate }: TeamLogin, roots: SystemRoots, key: string | undefined,
): Promise<ConnectionOptions | false> {
  if (isThisComputer(host) && authorities.length === 0) return false
  const own = clientCertificate === undefined || key === undefined ? {} : { cert: clientCertificate.certificate, key }
  return {
    secureContext: authorities.length > 0
      ? createSecureContext({ ca: [...authorities], ...own, minVersion: 'TLSv1.2' })
      : await roots.context(),
    rejectUnauthorized: true,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  }
}

/** Replaces what the database refuses to store: NUL and lone surrogates, which typed text may contain. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}

interface Wire {
  readonly stream: { destroy(): void; readonly bytesRead?: number }
  on(event: string, listener: () => void): void
}

/** The driver's connection, which its types omit. It is needed to close the socket and to observe the login. */
function wireOf(client: Client): Wire {
  return Reflect.get(client, 'connection')
}

/**
 * SECURITY: the driver adds PGOPTIONS and PGREPLICATION of this computer to the login. An option may let the server
 * confirm a claim that a crash would lose, or make a server that accepts changes look read-only.
 */
function forgetEnvironment(client: Client): void {
  Object.assign(Reflect.get(client, 'connectionParameters') as object, { options: null, replication: null })
}

function connectionOver(client: Client, wire: Wire, kind: ServerKind): Connection {
  let usable = true
  const destroy = () => {
    usable = false
    wire.stream.destroy()
  }
  client.on('end', () => { usable = false })
  return {
    ...kind,
    async query(sql, values = []) {
      try {
        const { rows } = await client.query<TextRow>(sql, values.map(storable))
        return success(rows)
      } catch (error) {
        const failure = failureOf(error, 'answering')
        // After a timeout the statement may still run, and its reply must not be read as that of the next statement.
        if (failure.mayHaveHappened || failure.code === 'too-slow') destroy()
        return failed(failure)
      }
    },
    isUsable: () => usable,
    destroy,
  }
}
