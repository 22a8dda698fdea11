/** The one wrapper around every call of the journal: rules that hold for all calls are only here. */
import type { EntryId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Connection } from './connection.ts'
import type { JournalAnswer, JournalFailure } from './journal-answer.ts'
import type { LimitedIntent, OutcomeRecord } from './records.ts'
import { diskReason } from './sqlite-failure.ts'

const replacedNow = 'A backup is just being restored. Wait until it has ended.'
const damagedNow = 'The journal file is damaged. Restart the application: the file is quarantined and a new one is started.'

type Awaitable<Value> = Value | Promise<Value>
/** What a call does with the open journal. */
type Work<Request extends readonly unknown[], Value> =
  (connection: Connection, ...request: Request) => Awaitable<Value>
/** A call whose work returns nothing answers null. */
type Answered<Value> = Value extends void ? null : Value
type Call<Request extends readonly unknown[], Value, Failure> =
  (...request: Request) => Promise<Result<Value, Failure | JournalFailure>>

/**
 * Runs the journal's calls. Each of them returns a refusal of the disk or of SQLite as `journal-unwritable`. Any other
 * error is thrown: it is a defect.
 */
export interface Calls {
  /** Only reads: it also runs while the file is replaced. */
  readonly read: <Request extends readonly unknown[], Value>(
    work: Work<Request, Value>,
  ) => Call<Request, Answered<Value>, never>
  /** Changes the file, or depends on changes by others: it waits while the file is replaced. */
  readonly write: <Request extends readonly unknown[], Value>(
    work: Work<Request, Value>,
  ) => Call<Request, Answered<Value>, never>
  /** As `write`, for work that may itself return a refusal. */
  readonly attempt: <Request extends readonly unknown[], Value, Failure>(
    work: Work<Request, Result<Value, Failure>>,
  ) => Call<Request, Value, Failure>
  /** A send is about to begin: refused on a damaged file and while the file is replaced. */
  readonly intent: (
    work: (connection: Connection, intent: LimitedIntent) => Result<null, JournalFailure>,
  ) => (intent: LimitedIntent) => JournalAnswer<null>
  /** A send has ended. */
  readonly outcome: (
    work: (connection: Connection, outcome: OutcomeRecord) => void,
  ) => (outcome: OutcomeRecord) => JournalAnswer<null>
  /**
   * Replaces the journal's file. Null when it was not begun: a send is in progress, and its outcome belongs into the
   * file with its intent.
   */
  readonly replaceFile: <Value>(work: () => Promise<Value>) => Promise<Value | null>
  /** From now on `listener` is called after every call that added links to the chain. */
  readonly whenLinked: (listener: () => void) => void
}

/** Creates the wrapper of one open journal. Calls `whenDamaged` once when SQLite found the file damaged. */
export function createCalls(connection: Connection, whenDamaged: () => void): Calls {
  const beingSent = new Set<EntryId>()
  const listeners: (() => void)[] = []
  let marked = false
  let replacement: Promise<null> | null = null

  async function run<Value, Failure>(
    work: () => Awaitable<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure | JournalFailure>> {
    const before = connection.linksAdded
    try {
      return await work()
    } catch (error) {
      const detail = diskReason(error)
      if (detail === null) throw error
      return failed({ code: 'journal-unwritable', detail })
    } finally {
      noticeDamage()
      if (connection.linksAdded !== before) for (const listener of listeners) listener()
    }
  }

  function noticeDamage(): void {
    if (!connection.damaged || marked) return
    marked = true
    whenDamaged()
  }

  const attempt: Calls['attempt'] = (work) => async (...request) => {
    if (replacement !== null) await replacement
    return await run(() => work(connection, ...request))
  }

  return {
    read: (work) => (...request) => run(async () => answered(await work(connection, ...request))),
    write: (work) => attempt(async (here, ...request) => answered(await work(here, ...request))),
    attempt,
    intent: (work) => async (intent) => {
      // SECURITY: an intent written here might not be found again, and its order could be sent a second time.
      if (connection.damaged) return failed({ code: 'journal-unwritable', detail: damagedNow })
      if (replacement !== null) return failed({ code: 'journal-unwritable', detail: replacedNow })
      beingSent.add(intent.entryId)
      const answer = await run(() => work(connection, intent)).catch((error: unknown) => {
        beingSent.delete(intent.entryId)
        throw error
      })
      if (!answer.ok) beingSent.delete(intent.entryId)
      return answer
    },
    outcome: (work) => (outcome) => run(() => answered(work(connection, outcome)))
      .finally(() => { beingSent.delete(outcome.entryId) }),
    async replaceFile(work) {
      if (beingSent.size > 0) return null
      const { promise, resolve } = Promise.withResolvers<null>()
      replacement = promise
      try {
        return await work()
      } finally {
        replacement = null
        resolve(null)
      }
    },
    whenLinked: (listener) => { listeners.push(listener) },
  }
}

function answered<Value>(value: Value): Result<Answered<Value>, never> {
  return success((value ?? null) as Answered<Value>)
}
