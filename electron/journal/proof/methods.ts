import type { Calls } from '../calls.ts'
import { chainEnds, epochsIn, linkAt, newestLink } from '../chain/chain.ts'
import { newestEvent } from '../write/events.ts'
import { checkDerived } from './derived/check.ts'
import {
  checkNewestHead, countRows, headsOfDays, isHeadMissing, newestHead, nextHead, recordHead, unsignedEnd, walkAt,
} from './heads.ts'
import { changedRules } from './rules.ts'
import { walkChain } from './verify.ts'

/**
 * The journal's calls about its chain, and those that compare derived data with it. They are documented at the
 * functions they call.
 */
export function proofMethods({ read, write }: Calls) {
  return {
    chainEnds: read((connection) => chainEnds(connection, newestEvent(connection))),
    newestLink: read(newestLink),
    unsignedEnd: read(unsignedEnd),
    countRows: read(countRows),
    linkAt: read((connection, { position }: { position: number }) => linkAt(connection, position)),
    walkChain: read(walkChain),
    walkAt: read(walkAt),
    newestHead: read(newestHead),
    nextHead: read(nextHead),
    recordHead: write(recordHead),
    isHeadMissing: read(isHeadMissing),
    checkNewestHead: read(checkNewestHead),
    headsOfDays: read(headsOfDays),
    epochs: read(epochsIn),
    changedRules: read(changedRules),
    checkDerived: write(checkDerived),
  }
}
