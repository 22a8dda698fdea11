import type { EntryId, MerchantKey } from '#shared/brands.ts'
import type { BatchId, BatchState } from '#shared/model/payments/batch.ts'
import type { Calls } from '../calls.ts'
import { auditAfter, auditPage, countInAudit, lifeLines } from '../write/audit.ts'
import { rootOf } from '../write/merchants.ts'
import { batchesInState, batchesOf, batchOf, batchRow, batchRows, countBatch, waitingRows } from './batches.ts'
import { actionsOfOrders, cardsReported, likeCharges, likeOrders, ordersCreated, profilesOfOthers } from './bulk.ts'
import { customerEntries } from './customer.ts'
import { daySum } from './day-sum.ts'
import {
  findDuplicateOrder, findEntry, findLikeCharge, findMerchantOrderId, findOrder, knownEntries, nonceUse,
  orderActions, orderEntries, adoptedEntries, touchedMoney, writtenAfter,
} from './find.ts'
import { openOutcomes, openOutcomesOf } from './open-entries.ts'
import type { LikeChargeQuery, LikeOrderQuery } from './queries.ts'
import { unsentRows } from './unsent-rows.ts'

/** The journal's calls that read single entries, orders, open outcomes, customers and the audit trail. */
export function readMethods({ read }: Calls) {
  return {
    /** The entry with all its events; null when there is none. */
    entry: read((connection, { entryId }: { entryId: EntryId }) => findEntry(connection, entryId)),
    /** Those of these entries that this history has. */
    knownEntries: read((connection, { entryIds }: { entryIds: readonly EntryId[] }) =>
      knownEntries(connection, entryIds)),
    /** Entries that this desk adopted from another one, oldest first. */
    adoptedEntries: read(adoptedEntries),
    /** Entries about orders (not reads, not registrations) without a certain end, oldest first. */
    openOutcomes: read(openOutcomes),
    /** Those that a profile or its merchant has, newest first. */
    openOutcomesOf: read(openOutcomesOf),
    /** True when money was touched, or may have been, through this profile or for this merchant. */
    touchedMoney: read(touchedMoney),
    /** The representatives of these merchants, in their order: the same one for all keys of the same merchant. */
    merchantRoots: read((connection, { merchantKeys }: { merchantKeys: readonly MerchantKey[] }) =>
      merchantKeys.map((key) => rootOf(connection, key))),
    /**
     * The earliest moment (milliseconds since 1970, at most `now`) that anything written after the entry carries; null
     * when there is none. A clock that was ahead is known by it: the entry is at least that old.
     */
    writtenAfter: read(writtenAfter),
    /** The newest entry of the merchant that carries the id (as asked, answered or observed); null when none does. */
    findOrder: read(findOrder),
    /**
     * Every entry about an order, oldest first; of more than `limit` the newest. Those that carry its order id count,
     * and those that carry its merchant order id and no other order id (a lost reply has none).
     */
    orderEntries: read(orderEntries),
    /** The newest possible duplicate of a charge or hold that was not undone and not closed by hand. */
    findLikeCharge: read(findLikeCharge),
    /** The newest possible duplicate of an order that was not undone and not closed by hand. */
    findDuplicateOrder: read(findDuplicateOrder),
    /** The sum of entries that count towards a limit of the day; null where one of the amounts is not known. */
    daySum: read(daySum),
    /** Every refund, void and capture of an order sent from this computer, in any state, newest first. */
    orderActions: read(orderActions),
    /** As the functions of `bulk.ts`: the same facts about many payments, for a batch. */
    profilesOfOthers: read(profilesOfOthers),
    ordersCreated: read(ordersCreated),
    actionsOfOrders: read(actionsOfOrders),
    likeCharges: read((connection, { queries }: { queries: readonly LikeChargeQuery[] }) =>
      likeCharges(connection, queries)),
    likeOrders: read((connection, { queries }: { queries: readonly LikeOrderQuery[] }) =>
      likeOrders(connection, queries)),
    cardsReported: read(cardsReported),
    /** The newest entry that used the merchant order id to create an order and may have been sent. */
    findMerchantOrderId: read(findMerchantOrderId),
    /**
     * The newest entry that was signed with exactly this OAuth nonce, by whatever profile; null when none was, or when
     * retention removed it. `besides` is left out: an entry that is itself asked about.
     */
    nonceUse: read(nonceUse),
    /** A page of the audit trail, newest first; `before` is the `next` of the page above. */
    audit: read(auditPage),
    /** The next lines of the audit trail behind a number, oldest first. */
    auditAfter: read(auditAfter),
    /** Every step in the life of keys and control secrets, oldest first. */
    lifeLines: read(lifeLines),
    /** How many rows all lines of the audit trail report that were signed without a proof of who wrote them. */
    unprovenLinks: read((connection) => ({
      signedAtStart: countInAudit(connection, 'signed-at-start'),
      signedAtRestore: countInAudit(connection, 'signed-at-restore'),
    })),
    /** The batches of a profile (null: of all), newest first. */
    batches: read(batchesOf),
    /** Those in a state, newest first. */
    batchesInState: read((connection, { state }: { state: BatchState }) => batchesInState(connection, state)),
    batch: read((connection, { batchId }: { batchId: BatchId }) => batchOf(connection, batchId)),
    /** How many of its rows have each state, with sums by currency. */
    countBatch: read((connection, { batchId }: { batchId: BatchId }) => countBatch(connection, batchId)),
    batchRows: read(batchRows),
    batchRow: read(batchRow),
    /** The next rows that wait to be sent, behind a row. */
    waitingRows: read(waitingRows),
    /** The entries of a customer in the next `limit` events, and other entries about their orders. */
    customerEntries: read(customerEntries),
    /** The rows with content that the next batch never sent. */
    unsentRows: read(unsentRows),
  }
}
