/** Calls a team's database. After a lost connection, the next call connects again. */
import { setTimeout as wait } from 'node:timers/promises'
import { failed, type Result } from '#shared/result.ts'
import { connect } from './connecting.ts'
import type { Connection, Limits, TextRow } from './connection.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import type { TeamLogin } from './port.ts'

export interface Session {
  /**
   * Runs one statement. Repeats it, at most ten times, only after a conflict with another transaction, in which it
   * changed nothing.
   */
  query(sql: string, values?: readonly unknown[]): Promise<Result<readonly TextRow[], TeamFailure>>
  /** Closes the connection; the next call opens another. */
  drop(): void
  close(): void
}

const mostConflicts = 10

/**
 * Creates a session with one connection at a time, opened at its first use. If the server no longer accepts changes,
 * drops the connection and calls `onReadOnly`, as another server may have replaced it.
 */
export function openSession(
  login: TeamLogin, limits: Limits = {}, onReadOnly: () => void = () => undefined,
): Session {
  let current: Promise<Result<Connection, TeamFailure>> | null = null
  let closed = false

  const usable = async (): Promise<Result<Connection, TeamFailure>> => {
    const known = current
    if (known !== null) {
      const opened = await known
      if (opened.ok && opened.value.isUsable()) return opened
      // Another call has opened a new connection meanwhile.
      if (current !== known) return await usable()
    }
    current = connect(login, limits)
    return await current
  }

  const drop = () => {
    void current?.then((connected) => { if (connected.ok) connected.value.destroy() })
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
