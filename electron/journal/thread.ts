/**
 * Entry of the journal's worker thread: opens the database, says whether it opened, then serves the port. Started with
 * the path of a copy it checks that and ends: reading every page would hold the journal up.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { UtcTime } from '#shared/brands.ts'
import { installFatalHandlers } from '../common/fatal.ts'
import { createLog, describeError, silentLog } from '../common/log.ts'
import { serve, type Channel } from '../common/rpc.ts'
import { checkElsewhere } from './recovery/check-thread.ts'
import { createJournal } from './journal.ts'
import { checkFile } from './recovery/soundness.ts'
import { startWithJournal } from './recovery/start.ts'
import type {
  CheckThreadData, CheckThreadReport, JournalThreadData, JournalThreadReport, LinkedReport, ProgressReport,
} from './thread-messages.ts'

const port = parentPort
if (port === null) throw new Error('the journal runs as a worker thread')
const data = workerData as JournalThreadData | CheckThreadData
if ('check' in data) {
  port.postMessage({ checked: checkFile(data.check, { thorough: true }) } satisfies CheckThreadReport)
} else serveJournal(port, data)

function serveJournal(main: MessagePort, { databasePath, logFolder, workerPath }: JournalThreadData): void {
  const log = logFolder === null ? silentLog : createLog({ folder: logFolder, module: 'journal' })
  // In a thread this ends the thread alone; main sees the end, tells the person and quits.
  installFatalHandlers({ module: 'journal', log, exit: (code) => process.exit(code) })

  const opened = startWithJournal(databasePath, new Date().toISOString() as UtcTime)
  if (!opened.ok) {
    log.error('journal-not-opened', { failure: opened.failure.code })
    main.postMessage({ journal: 'not-opened', failure: opened.failure } satisfies JournalThreadReport)
    return
  }
  const { connection, startedAnewBeside, beginning } = opened.value
  if (startedAnewBeside !== null) log.error('journal-damaged-started-anew', { message: startedAnewBeside })
  // Their names come from the file: a count says enough here.
  const { changedRules } = connection.atOpen
  if (changedRules.length > 0) log.error('journal-rules-changed', { count: changedRules.length })
  let linked = false
  const channel: Channel = {
    // Links are added by calls alone, so that the answer can say it: a message of its own would cost one more a write.
    post(message) {
      main.postMessage(linked ? { ...message as object, linked } satisfies LinkedReport : message)
      linked = false
    },
    onMessage: (listener) => main.on('message', listener),
    onEnd: (listener) => main.on('close', () => { listener('the application closed the journal') }),
  }
  const { whenLinked, ...calls } = createJournal(connection, {
    check: (path) => checkElsewhere(workerPath, path),
    beginning,
    progress: (maintenance) => { main.postMessage({ maintenance } satisfies ProgressReport) },
  })
  whenLinked(() => { linked = true })
  serve(channel, calls, (error) => { log.error('journal-defect', describeError(error)) })
  main.postMessage({ journal: 'opened', calls: Object.keys(calls) } satisfies JournalThreadReport)
}
