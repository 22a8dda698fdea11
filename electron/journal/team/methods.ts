import type { EntryId } from '#shared/brands.ts'
import type { Calls } from '../calls.ts'
import type { Connection } from '../connection.ts'
import type { ClaimRecord } from '../records.ts'
import {
  begin, closedCollisions, deliveryOf, deskStatements, historyWaiting, leave, newestNotice, recordClaim, see,
  setDelivered,
} from './membership.ts'
import { appendOwn, ask, derive, reportAgain, waiting, withdrawClaim } from './outbox.ts'

/** The journal's calls about deliveries to a team. Without a team each of them reports that there is nothing. */
export function teamMethods(connection: Connection, { read, write }: Calls) {
  return {
    teamDelivery: read(() => deliveryOf(connection)),
    teamHistoryWaiting: read(() => historyWaiting(connection)),
    teamBegin: write((request: Parameters<typeof begin>[1]) => {
      begin(connection, request)
      return null
    }),
    teamLeave: write(() => {
      leave(connection)
      return null
    }),
    teamNotice: read(() => newestNotice(connection)),
    teamClosedCollisions: read(() => closedCollisions(connection)),
    teamDeskStatements: read(() => deskStatements(connection)),
    teamDerive: write((request: Parameters<typeof derive>[1]) => derive(connection, request)),
    teamWaiting: read(({ limit }: { limit: number }) => waiting(connection, limit)),
    teamAsk: write((request: Parameters<typeof ask>[1]) => ask(connection, request)),
    teamWithdraw: write(({ entryId }: { entryId: EntryId }) => {
      withdrawClaim(connection, entryId)
      return null
    }),
    /** Must succeed before a request with a claim is sent. */
    teamClaimed: write((claim: ClaimRecord) => {
      recordClaim(connection, claim)
      return null
    }),
    teamDelivered: write((position: Parameters<typeof setDelivered>[1]) => {
      setDelivered(connection, position)
      return null
    }),
    teamAppend: write((event: Parameters<typeof appendOwn>[1]) => {
      appendOwn(connection, event)
      return null
    }),
    teamReportAgain: write((request: Parameters<typeof reportAgain>[1]) => {
      reportAgain(connection, request)
      return null
    }),
    teamSee: write(({ seen }: { seen: Parameters<typeof see>[1] }) => {
      see(connection, seen)
      return null
    }),
  }
}
