/** Reads one table on its thread and sends it to main in parts. */
import type { MessagePort } from 'node:worker_threads'
import { connect } from '../common/processes/rpc.ts'
import { channelOver } from '../common/processes/thread.ts'
import { readTable } from './read-table.ts'
import type { TableTask, ThreadResult } from './thread-api.ts'

const rowsPerPart = 500

/** Reads the task's table and sends its rows and their end, or the refusal, to main. */
export async function serveTable(channel: MessagePort, { source, mostRows }: TableTask): Promise<void> {
  const result = connect<ThreadResult>(channelOver(channel))
  const read = readTable(source, mostRows)
  if (!read.ok) {
    await result.refuse(read.failure)
    return
  }
  const { columns, rows } = read.value
  for (let from = 0; from < rows.length; from += rowsPerPart) {
    await result.rows({ rows: rows.slice(from, from + rowsPerPart) })
  }
  await result.finish({ columns })
}
