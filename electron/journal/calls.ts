/** The one wrapper around every call of the journal. It has the rules that hold for all calls. */
import type { EntryId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Connection } from './connection.ts'
import type { JournalAnswer, JournalFailure } from './journal-answer.ts'
import type { LimitedIntent, OutcomeRecord } from './records.ts'
import { diskReason } from './sqlite-failure.ts'

const replacedNow = 'A backup is just being restored. Wait until it has ended.'
const damagedNow = 'The journal file is damaged. Restart the application: the file is quarantined and a new one is started.'

type Awaitable<Value> = Value | Promise<Value>
/** The work of a call with the open journal. */
type Work<Request extends readonly unknown[], Value> =
  (connection: Connection, ...request: Request) => Awaitable<Value>
/** A call whose work returns nothing returns null. */
type Returned<Value> = Value extends void ? null : Value
type Call<Request extends readonly unknown[], Value, Failure> =
  (...request: Request) => Promise<Result<Value, Failure | JournalFailure>>

/**
 * Runs the journal's calls. Each returns an error of the disk or of SQLite as `journal-unwritable`. Any other error is
 * thrown, because it is a defect.
 */
export interface Calls {
  /** For work that only reads. It also runs while the file is replaced. */
  readonly read: <Request extends readonly unknown[], Value>(
    work: Work<Request, Value>,
  ) => Call<Request, Returned<Value>, never>
  /** For work that changes the file or depends on other changes. It waits while the file is replaced. */
  readonly write: <Request extends readonly unknown[], Value>(
    work: Work<Request, Value>,
  ) => Call<Request, Returned<Value>, never>
  /** As `write`, for work that may itself return a refusal. */
  readonly attempt: <Request extends readonly unknown[], Value, Failure>(
    work: Work<Request, Result<Value, Failure>>,
  ) => Call<Request, Value, Failure>
  /** Records that a send is about to begin. Refused on a damaged file and while the file is replaced. */
  readonly intent: (
    work: (connection: Connection, intent: LimitedIntent) => Result<null, JournalFailure>,
  ) => (intent: LimitedIntent) => JournalAnswer<null>
  /** Records that a send has ended. */
  readonly outcome: (
    work: (connection: Connection, outcome: OutcomeRecord) => void,
  ) => (outcome: OutcomeRecord) => JournalAnswer<null>
  /**
   * Replaces the journal's file. Returns null, without a change, while a send is in progress: its outcome must be in
   * the same file as its intent.
   */
  readonly replaceFile: <Value>(work: () => Promise<Value>) => Promise<Value | null>
  /** From now on `listener` is called after every call that added links to the chain. */
  readonly whenLinked: (listener: () => void) => void
}

/** Creates the wrapper of one open journal. Calls `whenDamaged` once when SQLite finds that the file is damaged. */
export function createCalls(connection: Connection, whenDamaged: () => void): Calls {
  const beingSent = new Set<EntryId>()
  const listeners: (() => void)[] = []
  let reported = false
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
      reportDamage()
      if (connection.linksAdded !== before) for (const listener of listeners) listener()
    }
  }

  function reportDamage(): void {
    if (!connection.damaged || reported) return
    reported = true
    whenDamaged()
  }

  const attempt: Calls['attempt'] = (work) => async (...request) => {
    if (replacement !== null) await replacement
    return await run(() => work(connection, ...request))
  }

  return {
    read: (work) => (...request) => run(async () => toResult(await work(connection, ...request))),
    write: (work) => attempt(async (open, ...request) => toResult(await work(open, ...request))),
    attempt,
    intent: (work) => async (intent) => {
      // SECURITY: an intent in a damaged file might not be found again, and its order could be sent a second time.
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
    outcome: (work) => (outcome) => run(() => toResult(work(connection, outcome)))
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

function toResult<Value>(value: Value): Result<Returned<Value>, never> {
  return success((value ?? null) as Returned<Value>)
}
