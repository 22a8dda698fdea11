/** Entry of a table's worker thread: it reads one table, then ends. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { connect } from '../common/rpc.ts'
import { readTable } from './read-table.ts'
import type { TableTask, ThreadResult } from './thread-api.ts'

const rowsAtOnce = 500

if (parentPort === null) throw new Error('a table is read in a worker thread')
const channel: MessagePort = parentPort
const result = connect<ThreadResult>({
  post: (message) => { channel.postMessage(message) },
  onMessage: (listener) => channel.on('message', listener),
  onEnd: (listener) => channel.on('close', () => { listener('the reading was ended') }),
})

// CommonJS has no top-level await; an exception ends the thread, and the main side sees that.
void run(workerData as TableTask)

async function run({ source, mostRows }: TableTask): Promise<void> {
  const read = readTable(source, mostRows)
  if (!read.ok) {
    await result.refuse(read.failure)
    return
  }
  const { columns, rows } = read.value
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await result.rows({ rows: rows.slice(from, from + rowsAtOnce) })
  }
  await result.finish({ columns })
}
