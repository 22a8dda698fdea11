/** How a desk proves to the database that it has the secret with which it joined, without sending it. */
import { createHash } from 'node:crypto'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskId } from '#shared/brands.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import type { DeskSecret } from './membership-port.ts'
import { text } from './rows.ts'
import type { Session } from './session.ts'

const mostTries = 3

/** The database's record of a secret: its SHA-256, in hexadecimal digits. */
export async function digestOfSecret(secret: DeskSecret): Promise<Result<string, TeamFailure>> {
  return await withSecret(secret, (bytes) => sha256(bytes).toString('hex'))
}

/**
 * Runs a call that only a proven desk may make. On a new connection the desk proves itself first, and the call is
 * repeated. `session-shared` where each call reaches another session, which has no proof of it.
 */
export async function asProven(
  session: Session, desk: DeskId, secret: DeskSecret, call: () => ReturnType<Session['query']>,
): ReturnType<Session['query']> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call()
    if (answer.ok || answer.failure.code !== 'desk-not-proven') return answer
    if (tries === mostTries) return failed(teamFailure('session-shared', { technical: answer.failure.technical }))
    const proven = await proveDesk(session, desk, secret)
    if (!proven.ok) return proven
  }
}

/**
 * Answers the challenge of the database. `desk-not-proven` where the desk joined with another secret. A session that
 * did not ask proves nothing.
 */
async function proveDesk(session: Session, desk: DeskId, secret: DeskSecret): Promise<Result<null, TeamFailure>> {
  const asked = await session.query('SELECT team_journal.challenge_desk($1) AS nonce, pg_backend_pid() AS process', [desk])
  if (!asked.ok) return asked
  const nonce = Buffer.from(text(asked.value[0] ?? {}, 'nonce'), 'hex')
  const answer = await withSecret(secret, (bytes) => answerTo(nonce, bytes))
  if (!answer.ok) return answer
  const proven = await session.query(
    'SELECT team_journal.prove_desk($1, $2) AS proven, pg_backend_pid() AS process', [desk, answer.value],
  )
  // Neither call has a lasting effect.
  if (!proven.ok) return failed({ ...proven.failure, mayHaveHappened: false })
  const isSame = proven.value[0]?.process === asked.value[0]?.process
  return proven.value[0]?.proven === 't' || !isSame ? success(null) : failed(teamFailure('desk-not-proven'))
}

/**
 * The secret masked with its digest and the number. SECURITY: the number is used once and is in no log. So neither the
 * server's log of the joining nor that of this answer reveals the secret.
 */
function answerTo(nonce: Buffer, secret: Buffer): string {
  const mask = sha256(sha256(secret), nonce)
  return Buffer.from(mask.map((byte, at) => byte ^ (secret[at] ?? 0))).toString('hex')
}

async function withSecret<Value>(
  secret: DeskSecret, use: (bytes: Buffer) => Value,
): Promise<Result<Value, TeamFailure>> {
  const bytes = await secret().catch(() => 'not-available' as const)
  if (bytes === 'not-available') return failed(teamFailure('password-missing'))
  if (bytes === null) return failed(teamFailure('desk-not-proven'))
  try {
    return success(use(bytes))
  } finally {
    bytes.fill(0)
  }
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
