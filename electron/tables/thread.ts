/** Entry of a table's worker thread: it reads one table, then ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { serveTable } from './serve.ts'
import type { TableTask } from './thread-api.ts'

if (parentPort === null) throw new Error('a table is read in a worker thread')
// CommonJS has no top-level await; an exception ends the thread, which main notices.
void serveTable(parentPort, workerData as TableTask)
