/** Calls to a team's database that survive lost connections: the next call connects again. */
import { setTimeout as wait } from 'node:timers/promises'
import { failed, type Result } from '#shared/result.ts'
import { connect } from './connecting.ts'
import type { Connection, Limits, TextRow } from './connection.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import type { TeamLogin } from './port.ts'

export interface Session {
  /**
   * Runs one statement. It is repeated only after a conflict with another transaction, which changed nothing; at most
   * ten times.
   */
  query(sql: string, values?: readonly unknown[]): Promise<Result<readonly TextRow[], TeamFailure>>
  /** Closes the connection; the next call opens another. */
  drop(): void
  close(): void
}

const mostConflicts = 10

/**
 * A session with one connection at a time, opened at its first use. `onReadOnly` is called when the server no longer
 * accepts changes: the connection is dropped then, as another server may have replaced it.
 */
export function openSession(
  login: TeamLogin, limits: Limits = {}, onReadOnly: () => void = () => undefined,
): Session {
  let current: Promise<Result<Connection, TeamFailure>> | null = null
  let closed = false

  const usable = async (): Promise<Result<Connection, TeamFailure>> => {
    const known = current
    if (known !== null) {
      const there = await known
      if (there.ok && there.value.isUsable()) return there
      // Another call has opened a new one meanwhile.
      if (current !== known) return await usable()
    }
    current = connect(login, limits)
    return await current
  }

  const drop = () => {
    void current?.then((made) => { if (made.ok) made.value.destroy() })
    current = null
  }

  return {
    async query(sql, values) {
      for (let conflicts = 0; ; conflicts += 1) {
        if (closed) return failed(teamFailure('closed'))
        const connection = await usable()
        if (!connection.ok) return connection
        const answer = await connection.value.query(sql, values)
        if (!answer.ok && answer.failure.code === 'read-only') {
          drop()
          onReadOnly()
        }
        const isConflict = !answer.ok && answer.failure.code === 'contended' && !answer.failure.mayHaveHappened
        if (!isConflict || conflicts === mostConflicts) return answer
        await wait(5 + Math.random() * 20 * (conflicts + 1))
      }
    },
    drop,
    close() {
      closed = true
      drop()
    },
  }
}
