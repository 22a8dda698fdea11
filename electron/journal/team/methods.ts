import type { Calls } from '../calls.ts'
import {
  begin, closedCollisions, deliveryOf, deskStatements, historyWaiting, leave, newestNotice, recordClaim, setSeen,
  setDelivered,
} from './membership.ts'
import { appendOwn, prepareClaim, derive, reportAgain, waiting, withdrawClaim } from './outbox.ts'

/** The journal's calls about deliveries to a team. Without a team they return empty results. */
export function teamMethods({ read, write }: Calls) {
  return {
    teamDelivery: read(deliveryOf),
    teamHistoryWaiting: read(historyWaiting),
    teamBegin: write(begin),
    teamLeave: write(leave),
    teamNotice: read(newestNotice),
    teamClosedCollisions: read(closedCollisions),
    teamDeskStatements: read(deskStatements),
    teamDerive: write(derive),
    teamWaiting: read(waiting),
    teamAsk: write(prepareClaim),
    teamWithdraw: write(withdrawClaim),
    /** Must succeed before a request with a claim is sent. */
    teamClaimed: write(recordClaim),
    teamDelivered: write(setDelivered),
    teamAppend: write(appendOwn),
    teamReportAgain: write(reportAgain),
    teamSee: write(setSeen),
  }
}
