/**
 * Entry of the worker threads of the history. One thread serves the journal, one the copied logs of other desks. A
 * third one checks a backup and ends, because reading every page would block the journal.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { installFatalHandlers } from '../common/processes/fatal.ts'
import { createLog, silentLog, type Log } from '../common/processes/log.ts'
import { checkFile } from './recovery/soundness.ts'
import { serveOtherDesks } from './other-desks/serve.ts'
import { serveJournal } from './serve.ts'
import type { CheckThreadData, CheckThreadReport, JournalThreadData, OtherDesksThreadData } from './thread-messages.ts'

const port = parentPort
if (port === null) throw new Error('the journal runs as a worker thread')
const data = workerData as JournalThreadData | CheckThreadData | OtherDesksThreadData
if ('check' in data) {
  port.postMessage({ checked: checkFile(data.check, { thorough: true }) } satisfies CheckThreadReport)
} else if ('otherDesksPath' in data) serveOtherDesks(port, data, logOf(data, 'other-desks'))
else serveJournal(port, data, logOf(data, 'journal'))

function logOf({ logFolder }: { readonly logFolder: string | null }, module: string): Log {
  const log = logFolder === null ? silentLog : createLog({ folder: logFolder, module })
  // In a thread, `exit` ends only the thread; main notices that, informs the person and quits.
  installFatalHandlers({ module: 'journal', log, exit: (code) => process.exit(code) })
  return log
}
