/** Entry of the journal's worker thread: opens the database, says whether it opened, then serves the port. */
import { parentPort, workerData } from 'node:worker_threads'
import { installFatalHandlers } from '../common/fatal.ts'
import { createLog, describeError, silentLog } from '../common/log.ts'
import { serve, type Channel } from '../common/rpc.ts'
import { createJournal } from './journal.ts'
import { openJournal } from './open.ts'
import type { JournalThreadData, JournalThreadReport } from './thread-messages.ts'

const { databasePath, logFolder } = workerData as JournalThreadData
const log = logFolder === null ? silentLog : createLog({ folder: logFolder, room: 'journal' })
// In a thread this ends the thread alone; main sees the end, tells the person and quits.
installFatalHandlers({ room: 'journal', log, exit: (code) => process.exit(code) })

const port = parentPort
if (port === null) throw new Error('the journal runs as a worker thread')

const opened = openJournal(databasePath)
if (opened.ok) {
  const channel: Channel = {
    post: (message) => { port.postMessage(message) },
    onMessage: (listener) => port.on('message', listener),
    onEnd: (listener) => port.on('close', () => { listener('the application closed the journal') }),
  }
  serve(channel, createJournal(opened.value), (error) => { log.error('journal-defect', describeError(error)) })
  port.postMessage({ journal: 'opened' } satisfies JournalThreadReport)
} else {
  log.error('journal-not-opened', { failure: opened.failure.code })
  port.postMessage({ journal: 'not-opened', failure: opened.failure } satisfies JournalThreadReport)
}
