import type { Calls } from '../calls.ts'
import { chainEnds, epochsIn, linkHere, newestLink } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import { newestEvent } from '../write/events.ts'
import { checkDerived } from './derived/check.ts'
import {
  checkNewestHead, countRows, headsOfDays, isHeadMissing, newestHead, nextHead, recordHead, unsignedEnd, walkAt,
} from './heads.ts'
import { changedRules } from './rules.ts'
import { walkChain } from './verify.ts'

/**
 * The journal's calls about its chain, and those that compare derived data with it. The function of each name
 * documents its promise.
 */
export function proofMethods(connection: Connection, { read, write }: Calls) {
  const here = <Request, Value>(work: (connection: Connection, request: Request) => Value) =>
    (request: Request) => work(connection, request)
  return {
    chainEnds: read(() => chainEnds(connection, newestEvent(connection))),
    newestLink: read(() => newestLink(connection)),
    unsignedEnd: read(() => unsignedEnd(connection)),
    countRows: read(here(countRows)),
    linkAt: read(({ position }: { position: number }) => linkHere(connection, position)),
    walkChain: read(here(walkChain)),
    walkAt: read(here(walkAt)),
    newestHead: read(() => newestHead(connection)),
    nextHead: read(here(nextHead)),
    recordHead: write(here(recordHead)),
    isHeadMissing: read(here(isHeadMissing)),
    checkNewestHead: read(here(checkNewestHead)),
    headsOfDays: read(() => headsOfDays(connection)),
    epochs: read(() => epochsIn(connection)),
    changedRules: read(() => changedRules(connection)),
    checkDerived: write(here(checkDerived)),
  }
}
