import type { JournalHead, SignedHead } from '#shared/model/journal-head.ts'
import type { Calls } from '../calls.ts'
import type { Connection } from '../connection.ts'
import { newestEvent } from '../write/events.ts'
import { chainEnds, epochsIn, recordSeals, unsealed } from './chain.ts'
import type { ChainBreak, IdentifierPlace, Link, Walk } from './chain-types.ts'
import { linkAt } from './checkpoint.ts'
import { repairFacets } from './facet-check.ts'
import { headsOfDays, isHeadMissing, newestHead, nextHead, recordHead, walkAt, walkHeads } from './heads.ts'
import { countIdentifiers, removeStrangeIdentifiers } from './identifier-check.ts'
import { repairListCounts } from './listed-check.ts'
import { repairList } from './list-check.ts'
import { changedRules } from './rules.ts'
import { breakAt, walkChain } from './verify.ts'

/** The journal's calls about its chain, and those that compare with it what is derived. */
export function proofMethods(connection: Connection, { read, write }: Calls) {
  return {
    chainEnds: read(() => chainEnds(connection, newestEvent(connection))),
    /** The first links after the newest seal, in order. */
    unsealed: write(({ limit }: { limit: number }) => unsealed(connection, limit)),
    /** Keeps seals, in the order of their links. One whose link was removed meanwhile is left out. */
    recordSeals: write(({ keyId, seals }: { keyId: string; seals: readonly (Link & { readonly seal: string })[] }) => {
      recordSeals(connection, keyId, seals)
      return null
    }),
    linkAt: read(({ position }: { position: number }) => linkAt(connection, position)),
    /**
     * The tables, indexes and triggers that are not as this version makes them, or were not when this run opened the
     * file (it put indexes and triggers back).
     */
    changedRules: read(() => changedRules(connection)),
    /** Walks on from where an earlier part ended (or the start) over `limit` links at most, not beyond `through`. */
    walkChain: read((request: { from: Walk | null; through: number; limit: number }) => walkChain(connection, request)),
    /** Where to walk on behind a link that is known to hold; null when it is not there. */
    walkAt: read((link: Link) => walkAt(connection, link)),
    /** The break at a position whose link stands but whose seal does not. */
    breakAt: read((request: { position: number; what: ChainBreak['what'] }) => breakAt(connection, request)),
    newestHead: read(() => newestHead(connection)),
    /** The head of a position as the vault is to sign it. */
    nextHead: read((request: Parameters<typeof nextHead>[1]) => nextHead(connection, request)),
    /** Keeps a signed head; false where another chain has taken the place of its own. */
    recordHead: write((head: SignedHead) => recordHead(connection, head)),
    /** Whether a head that the keychain remembers was taken out. */
    isHeadMissing: read((remembered: JournalHead) => isHeadMissing(connection, remembered)),
    /** Walks on along the signed heads, `limit` of them at most. */
    walkHeads: read((request: Parameters<typeof walkHeads>[1]) => walkHeads(connection, request)),
    /** The last head of each day and epoch, oldest first. */
    headsOfDays: read(() => headsOfDays(connection)),
    /** Where each epoch after the first begins. */
    epochs: read(() => epochsIn(connection)),
    /**
     * Compares the counts by which filters find their entries with the list and counts again where they differ.
     * `entries` are those whose count was wrong, `newest` is one of them.
     */
    repairFacets: write(() => repairFacets(connection)),
    /** Compares how many entries each of the next values of the lists has, and counts again where it differs. */
    repairListCounts: write((request: { after: number; limit: number }) => repairListCounts(connection, request)),
    /**
     * Compares what the list shows of some entries, and the ids by which they are found, with their events and derives
     * again what differs. `repaired` are those; `identifiers` is how many ids these entries have; `next` is where
     * to go on, null at the end.
     */
    repairList: write((request: { after: number; limit: number }) => repairList(connection, request)),
    countIdentifiers: write(() => countIdentifiers(connection)),
    /** Removes of the next ids those that no event of their entry names; `repaired` are the entries they led to. */
    removeStrangeIdentifiers: write((request: { after: IdentifierPlace | null; limit: number }) =>
      removeStrangeIdentifiers(connection, request)),
  }
}
