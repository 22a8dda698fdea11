import { isMainThread } from 'node:worker_threads'
import { failed, success, type Result } from '#shared/result.ts'
import type { Connection } from './connection.ts'
import * as find from './find.ts'
import * as openEntries from './open-entries.ts'
import type { JournalAnswer, JournalFailure, JournalPort } from './port.ts'
import * as record from './record.ts'
import { text } from './row.ts'
import { searchEntries } from './search.ts'
import { unwritable } from './sqlite-failure.ts'

/**
 * The journal over an open database. What the disk or SQLite refuses is answered as `journal-unwritable`; anything else
 * that goes wrong (an entry that does not exist, a second outcome) is a defect and is thrown.
 */
export function createJournal(connection: Connection): JournalPort {
  const started = record.startOfRun(connection)
  return {
    recordIntent: (intent) => answerWith(() => record.recordIntent(connection, intent)),
    recordOutcome: (outcome) => answer(() => {
      record.recordOutcome(connection, outcome)
      return null
    }),
    recordRead: (read) => answerWith(() => record.recordRead(connection, read)),
    recordObservation: (observation) => answer(() => record.recordObservation(connection, observation)),
    closeLeftovers: ({ at }) => answer(() => ({ count: record.closeLeftovers(connection, started, at) })),
    search: (query) => answer(() => searchEntries(connection, query)),
    entry: ({ entryId }) => answer(() => find.findEntry(connection, entryId)),
    needingAttention: () => answer(() => openEntries.needingAttention(connection)),
    countNeedingAttention: () => answer(() => openEntries.countNeedingAttention(connection)),
    findOrder: (request) => answer(() => find.findOrder(connection, request)),
    orderEntries: (request) => answer(() => find.orderEntries(connection, request)),
    findLikeCharge: (query) => answer(() => find.findLikeCharge(connection, query)),
    findLikeOrder: (query) => answer(() => find.findLikeOrder(connection, query)),
    orderActions: (request) => answer(() => find.orderActions(connection, request)),
    findMerchantOrderId: (request) => answer(() => find.findMerchantOrderId(connection, request)),
    unfinished: () => answer(() => openEntries.unfinished(connection)),
    selfCheck: () => answer(() => ({ ...checkSqlite(connection), onThread: !isMainThread })),
    close: async () => {
      if (connection.database.isOpen) connection.close()
      return null
    },
  }
}

async function answer<Value>(work: () => Value): JournalAnswer<Value> {
  return answerWith(() => success(work()))
}

async function answerWith<Value>(work: () => Result<Value, JournalFailure>): JournalAnswer<Value> {
  try {
    return work()
  } catch (error) {
    const failure = unwritable(error)
    if (failure === null) throw error
    return failed(failure)
  }
}

function checkSqlite(connection: Connection): { readonly fullTextSearch: boolean; readonly sqliteVersion: string } {
  const version = connection.first('SELECT sqlite_version() AS version') ?? {}
  // Asks the index itself, not the list of build options: an unknown module would throw here.
  connection.all('SELECT rowid FROM entry_text WHERE entry_text MATCH ? LIMIT 1', '"approved"')
  return { fullTextSearch: true, sqliteVersion: text(version, 'version') }
}
