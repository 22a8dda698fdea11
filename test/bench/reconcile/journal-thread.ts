/**
 * A journal of one merchant in a thread, with only the tables that a comparison reads: writing as many requests with
 * their replies would take an hour.
 */
import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { serve } from '../../../electron/common/processes/rpc.ts'
import { createJournal } from '../../../electron/journal/journal.ts'
import { openJournal } from '../../../electron/journal/recovery/open.ts'
import { amountOf, momentOf } from './entries.ts'

interface Data {
  readonly databasePath: string
  readonly size: number
  readonly merchantKey: string
}

const port = parentPort
const data = workerData as Data
const opened = openJournal(data.databasePath)
if (port === null || !opened.ok) throw new Error('the journal did not open')
fill(opened.value.database, data)
serve({
  post: (message) => { port.postMessage(message) },
  onMessage: (listener) => port.on('message', listener),
  onEnd: () => undefined,
}, createJournal(opened.value), (error) => { throw error })

function fill(database: DatabaseSync, { size, merchantKey }: Data): void {
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  const value = database.prepare('INSERT INTO list_value (dimension, value) VALUES (?, ?)')
  const idOf = (dimension: string, text: string): number => Number(value.run(dimension, text).lastInsertRowid)
  const [merchant, environment] = [idOf('merchant', merchantKey), idOf('environment', 'staging')]
  const entry = database.prepare(
    `INSERT INTO entry (seq, entry_id, at, who, profile_id, profile_name, merchant_key, environment, operation, effect, creates_order,
      entry_point, state, merchant_order_id, order_id, serial_number, last_four, minor_amount, enumerated_minor_amounts, currency)
      VALUES (?, ?, '', 'bench', 'bench', 'Bench', ?, 'staging', 'sale', 'moves-money', 1, '{}', 'approved', ?, ?, ?, ?, ?, '[]', 'USD')`,
  )
  const listed = database.prepare(
    `INSERT INTO list_entry (seq, at, size, money, merchant, environment, net_unknown, facts) VALUES (?, ?, 0, 1, ?, ?, 0, ?)`,
  )
  for (let number = 0; number < size; number += 1) {
    const minor = String(amountOf(number))
    const seq = number + 1
    entry.run(
      seq, `${number.toString(16).padStart(8, '0')}-4000-4000-8000-000000000000`, merchantKey, `m-${number}`, `o-${number}`,
      `00000000-0000-0000-0000-${number.toString(16).padStart(12, '0')}`, String(number % 10_000).padStart(4, '0'), minor,
    )
    listed.run(seq, momentOf(number, size), merchant, environment, JSON.stringify({
      reviewed: { minorAmount: minor, currency: 'USD' }, netMinorAmount: minor, cardBrand: 'VISA', cardholder: 'A. Person',
      bankReference: `rrn-${number}`, approvalCode: String(number % 900_000), finalAt: null, reason: null, comment: null,
    }))
  }
  database.exec('COMMIT')
}
