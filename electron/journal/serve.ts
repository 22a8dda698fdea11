/** The journal's thread: opens the database, reports the result, then serves the port. */
import type { MessagePort } from 'node:worker_threads'
import type { UtcTime } from '#shared/brands.ts'
import { describeError, type Log } from '../common/processes/log.ts'
import { serve, type Channel } from '../common/processes/rpc.ts'
import { channelOver } from '../common/processes/thread.ts'
import { checkInThread } from './recovery/check-thread.ts'
import { createJournal } from './journal.ts'
import { startWithJournal } from './recovery/start.ts'
import type { JournalThreadData, JournalThreadReport, LinkedReport, ProgressReport } from './thread-messages.ts'

/** Serves the journal of a file to the other side of a port. If it does not open, reports the reason and ends. */
export function serveJournal(
  main: MessagePort, { databasePath, workerPath, quarantineDevelopment }: Omit<JournalThreadData, 'logFolder'>, log: Log,
): void {
  const opened = startWithJournal(databasePath, new Date().toISOString() as UtcTime, { quarantineDevelopment })
  if (!opened.ok) {
    log.error('journal-not-opened', { failure: opened.failure.code })
    main.postMessage({ journal: 'not-opened', failure: opened.failure } satisfies JournalThreadReport)
    return
  }
  const { connection, beginning } = opened.value
  if (beginning.startedOver !== null) log.error('journal-begun-again', { state: beginning.startedOver.why })
  // The names come from the file, so only their number is logged.
  const { changedRules } = connection.atOpen
  if (changedRules.length > 0) log.error('journal-rules-changed', { count: changedRules.length })
  let linked = false
  const channel: Channel = {
    ...channelOver(main),
    // Only calls add links, so the answer reports them. A separate message would double the messages of a write.
    post(message) {
      main.postMessage(linked ? { ...message as object, linked } satisfies LinkedReport : message)
      linked = false
    },
  }
  const { whenLinked, ...calls } = createJournal(connection, {
    check: (path) => checkInThread(workerPath, path),
    beginning,
    progress: (maintenance) => { main.postMessage({ maintenance } satisfies ProgressReport) },
  })
  whenLinked(() => { linked = true })
  serve(channel, calls, (error) => { log.error('journal-defect', describeError(error)) })
  main.postMessage({ journal: 'opened', calls: Object.keys(calls) } satisfies JournalThreadReport)
}
