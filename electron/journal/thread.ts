/**
 * Entry of the journal's worker thread. Started with the path of a copy it checks that and ends: reading every page
 * would hold the journal up.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { installFatalHandlers } from '../common/fatal.ts'
import { createLog, silentLog } from '../common/log.ts'
import { checkFile } from './recovery/soundness.ts'
import { serveJournal } from './serve.ts'
import type { CheckThreadData, CheckThreadReport, JournalThreadData } from './thread-messages.ts'

const port = parentPort
if (port === null) throw new Error('the journal runs as a worker thread')
const data = workerData as JournalThreadData | CheckThreadData
if ('check' in data) {
  port.postMessage({ checked: checkFile(data.check, { thorough: true }) } satisfies CheckThreadReport)
} else begin(port, data)

function begin(main: MessagePort, { logFolder, ...file }: JournalThreadData): void {
  const log = logFolder === null ? silentLog : createLog({ folder: logFolder, module: 'journal' })
  // In a thread this ends the thread alone; main sees the end, tells the person and quits.
  installFatalHandlers({ module: 'journal', log, exit: (code) => process.exit(code) })
  serveJournal(main, file, log)
}
