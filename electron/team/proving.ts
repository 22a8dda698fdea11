/** Proves to the database that a desk has the secret with which it joined, without sending the secret. */
import { createHash } from 'node:crypto'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskId } from '#shared/brands.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import type { DeskSecret } from './membership-port.ts'
import { text } from './rows.ts'
import type { Session } from './session.ts'

const mostTries = 3

/** The session of a writing desk, and the desk's secret. */
export interface Writing {
  readonly session: Session
  readonly secret: DeskSecret
  /** Whether the database still has what this desk read: a new connection may be to a server that is behind. */
  readonly compare: () => Promise<Result<null, TeamFailure>>
}

/** The SHA-256 of a secret, in hexadecimal digits, as the database stores it. */
export async function digestOfSecret(secret: DeskSecret): Promise<Result<string, TeamFailure>> {
  return await withSecret(secret, (bytes) => sha256(bytes).toString('hex'))
}

/**
 * Runs a call that only a proven desk may make. If the connection is new, the desk proves itself, `compare` must
 * succeed, and the call is repeated. Fails with `session-shared` if each call reaches another session, which has no
 * proof.
 */
export async function asProven(
  { session, secret, compare }: Writing, desk: DeskId, call: () => ReturnType<Session['query']>,
): ReturnType<Session['query']> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call()
    if (answer.ok || answer.failure.code !== 'desk-not-proven') return answer
    if (tries === mostTries) return failed(teamFailure('session-shared', { technical: answer.failure.technical }))
    const proven = await proveDesk(session, desk, secret)
    if (!proven.ok) return proven
    const compared = await compare()
    if (!compared.ok) return compared
  }
}

/**
 * Answers the challenge of the database. Fails with `desk-not-proven` if the desk joined with another secret. If
 * another session checked the answer than the one that challenged, a refusal proves nothing and is ignored.
 */
async function proveDesk(session: Session, desk: DeskId, secret: DeskSecret): Promise<Result<null, TeamFailure>> {
  const challenge = await session.query('SELECT team_journal.challenge_desk($1) AS nonce, pg_backend_pid() AS process', [desk])
  if (!challenge.ok) return challenge
  const nonce = Buffer.from(text(challenge.value[0] ?? {}, 'nonce'), 'hex')
  const answer = await withSecret(secret, (bytes) => answerTo(nonce, bytes))
  if (!answer.ok) return answer
  const proven = await session.query(
    'SELECT team_journal.prove_desk($1, $2) AS proven, pg_backend_pid() AS process', [desk, answer.value],
  )
  // Neither call has a lasting effect.
  if (!proven.ok) return failed({ ...proven.failure, mayHaveHappened: false })
  const isSame = proven.value[0]?.process === challenge.value[0]?.process
  return proven.value[0]?.proven === 't' || !isSame ? success(null) : failed(teamFailure('desk-not-proven'))
}

/**
 * The secret, masked with its digest and the nonce. SECURITY: the nonce is used once and is in no log. So the server's
 * logs of the joining and of this answer do not reveal the secret.
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
