import { isMainThread } from 'node:worker_threads'
import { failed, success, type Result } from '#shared/result.ts'
import { auditPage, recordAudit } from './write/audit.ts'
import * as chain from './proof/chain.ts'
import { linkAt } from './proof/checkpoint.ts'
import type { Connection } from './connection.ts'
import { newestEvent } from './write/events.ts'
import { repairFacets } from './proof/facet-check.ts'
import * as find from './read/find.ts'
import { guarded } from './guard.ts'
import { countIdentifiers, removeStrangeIdentifiers } from './proof/identifier-check.ts'
import { repairList } from './proof/list-check.ts'
import { rootOf } from './write/merchants.ts'
import { nonceUse } from './read/nonces.ts'
import * as openEntries from './read/open-entries.ts'
import type { ChainPort, JournalAnswer, JournalFailure, JournalPort } from './port.ts'
import * as record from './write/record.ts'
import * as retention from './write/retention.ts'
import { changedRules } from './proof/rules.ts'
import { text } from './row.ts'
import { countEntries } from './search/search-count.ts'
import { searchEntries } from './search/search.ts'
import { unwritable } from './sqlite-failure.ts'
import { createMaintenance, maintenanceHere, type MaintenanceParts, type MaintenancePort } from './recovery/upkeep.ts'
import { breakAt, walkChain } from './proof/verify.ts'

/** A search gives the thread back after about this long, so that what is to be sent never waits for it. */
const searchMs = 8

/**
 * The journal over an open database. What the disk or SQLite refuses is answered as `journal-unwritable`; anything else
 * that goes wrong (an entry that does not exist, a second outcome) is a defect and is thrown. `parts` is what looking
 * after its files needs of the thread.
 */
export function createJournal(connection: Connection, parts: MaintenanceParts = maintenanceHere): JournalPort {
  return guarded(connection, (replacing) => journalOf(connection, createMaintenance(connection, parts, replacing)))
}

function journalOf(connection: Connection, maintenance: MaintenancePort): JournalPort {
  const started = record.startOfRun(connection)
  return {
    recordIntent: (intent) => answerWith(() => record.recordIntent(connection, intent)),
    recordOutcome: (outcome) => answer(() => {
      record.recordOutcome(connection, outcome)
      return null
    }),
    recordRead: (read) => answerWith(() => record.recordRead(connection, read)),
    recordObservation: (observation) => answer(() => record.recordObservation(connection, observation)),
    recordClosing: (closing) => answer(() => record.recordClosing(connection, closing)),
    closeLeftovers: ({ at }) => answer(() => ({ count: record.closeLeftovers(connection, started, at) })),
    search: (query) => answer(() => searchEntries(connection, query, enoughAfter(searchMs))),
    count: (filter) => answerWith(async () => success(await countEntries(connection, filter))),
    entry: ({ entryId }) => answer(() => find.findEntry(connection, entryId)),
    needingAttention: () => answer(() => openEntries.needingAttention(connection)),
    countNeedingAttention: () => answer(() => openEntries.countNeedingAttention(connection)),
    openOutcomes: () => answer(() => openEntries.openOutcomes(connection)),
    openOutcomesOf: (request) => answer(() => openEntries.openOutcomesOf(connection, request)),
    touchedMoney: (request) => answer(() => find.touchedMoney(connection, request)),
    merchantRoots: ({ merchantKeys }) => answer(() => merchantKeys.map((key) => rootOf(connection, key))),
    writtenAfter: (request) => answer(() => find.writtenAfter(connection, request)),
    findOrder: (request) => answer(() => find.findOrder(connection, request)),
    orderEntries: (request) => answer(() => find.orderEntries(connection, request)),
    findLikeCharge: (query) => answer(() => find.findLikeCharge(connection, query)),
    findDuplicateOrder: (query) => answer(() => find.findDuplicateOrder(connection, query)),
    orderActions: (request) => answer(() => find.orderActions(connection, request)),
    findMerchantOrderId: (request) => answer(() => find.findMerchantOrderId(connection, request)),
    nonceUse: (request) => answer(() => nonceUse(connection, request)),
    unfinished: () => answer(() => openEntries.unfinished(connection)),
    ...chainMethods(connection),
    ...maintenance,
    selfCheck: () => answer(() => ({ ...checkSqlite(connection), onThread: !isMainThread })),
    close: async () => {
      if (connection.database.isOpen) connection.close()
      return null
    },
  }
}

function chainMethods(connection: Connection): ChainPort {
  return {
    recordAudit: (line) => answer(() => {
      recordAudit(connection, line)
      return null
    }),
    audit: (request) => answer(() => auditPage(connection, request)),
    chainEnds: () => answer(() => chain.chainEnds(connection, newestEvent(connection))),
    unsealed: ({ limit }) => answer(() => chain.unsealed(connection, limit)),
    recordSeals: ({ keyId, seals }) => answer(() => {
      chain.recordSeals(connection, keyId, seals)
      return null
    }),
    linkAt: ({ position }) => answer(() => linkAt(connection, position)),
    changedRules: () => answer(() => changedRules(connection)),
    walkChain: (request) => answer(() => walkChain(connection, request)),
    breakAt: (request) => answer(() => breakAt(connection, request)),
    repairFacets: () => answer(() => repairFacets(connection)),
    repairList: (request) => answer(() => repairList(connection, request)),
    countIdentifiers: () => answer(() => countIdentifiers(connection)),
    removeStrangeIdentifiers: (request) => answer(() => removeStrangeIdentifiers(connection, request)),
    countOlder: (request) => answer(() => retention.countOlder(connection, request)),
    planRemoval: (request) => answer(() => retention.planRemoval(connection, request)),
    removeEntries: (request) => answer(() => {
      retention.removeEntries(connection, request)
      return null
    }),
  }
}

function enoughAfter(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() >= end
}

async function answer<Value>(work: () => Value): JournalAnswer<Value> {
  return answerWith(() => success(work()))
}

async function answerWith<Value>(
  work: () => Result<Value, JournalFailure> | Promise<Result<Value, JournalFailure>>,
): JournalAnswer<Value> {
  try {
    return await work()
  } catch (error) {
    const failure = unwritable(error)
    if (failure === null) throw error
    return failed(failure)
  }
}

function checkSqlite(connection: Connection): { readonly fullTextSearch: boolean; readonly sqliteVersion: string } {
  const version = connection.first('SELECT sqlite_version() AS version') ?? {}
  // Asks the index itself, not the list of build options: an unknown module would throw here.
  connection.all('SELECT rowid FROM entry_text WHERE entry_text MATCH ? LIMIT 1', '"wapproved"')
  return { fullTextSearch: true, sqliteVersion: text(version, 'version') }
}
