import type { EntryId, MerchantKey, MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'
import type { BatchId, BatchPlace, BatchState } from '#shared/model/payments/batch.ts'
import type { Customer } from '#shared/model/payments/customer.ts'
import type { Calls } from '../calls.ts'
import type { Connection } from '../connection.ts'
import type { DayPayments } from '../records.ts'
import { auditAfter, auditPage, countInAudit, lifeLines } from '../write/audit.ts'
import { rootOf } from '../write/merchants.ts'
import { batchesInState, batchesOf, batchOf, batchRow, batchRows, countBatch, waitingRows } from './batches.ts'
import { actionsOfOrders, cardsReported, likeCharges, likeOrders, ordersCreated, profilesOfOthers } from './bulk.ts'
import { customerEntries } from './customer.ts'
import { daySum } from './day-sum.ts'
import {
  findDuplicateOrder, findEntry, findLikeCharge, findMerchantOrderId, findOrder, knownEntries, orderActions,
  orderEntries, adoptedEntries, touchedMoney, writtenAfter,
} from './find.ts'
import { nonceUse } from './nonces.ts'
import { openOutcomes, openOutcomesOf } from './open-entries.ts'
import type { LikeChargeQuery, LikeOrderQuery, MerchantAt, OrderIds } from './queries.ts'
import { unsentRows } from './unsent-rows.ts'

/** The journal's calls that read single entries, orders, open outcomes, customers and the audit trail. */
export function readMethods(connection: Connection, { read }: Calls) {
  return {
    /** The entry with all its events; null when there is none. */
    entry: read(({ entryId }: { entryId: EntryId }) => findEntry(connection, entryId)),
    /** Those of these entries that this history has. */
    knownEntries: read(({ entryIds }: { entryIds: readonly EntryId[] }) => knownEntries(connection, entryIds)),
    /** Entries that this desk adopted from another one, oldest first. */
    adoptedEntries: read(() => adoptedEntries(connection)),
    /** Entries about orders (not reads, not registrations) without a certain end, oldest first. */
    openOutcomes: read(() => openOutcomes(connection)),
    /** Those that a profile or its merchant has, newest first. */
    openOutcomesOf: read((at: MerchantAt) => openOutcomesOf(connection, at)),
    /** True when money was touched, or may have been, through this profile or for this merchant. */
    touchedMoney: read((at: MerchantAt) => touchedMoney(connection, at)),
    /** The representatives of these merchants, in their order: the same one for all keys of the same merchant. */
    merchantRoots: read(({ merchantKeys }: { merchantKeys: readonly MerchantKey[] }) =>
      merchantKeys.map((key) => rootOf(connection, key))),
    /**
     * The earliest moment (milliseconds since 1970, at most `now`) that anything written after the entry carries; null
     * when there is none. A clock that was ahead is known by it: the entry is at least that old.
     */
    writtenAfter: read((request: { entryId: EntryId; now: number }) => writtenAfter(connection, request)),
    /** The newest entry of the merchant that carries the id (as asked, answered or observed); null when none does. */
    findOrder: read((request: MerchantAt & OrderIds) => findOrder(connection, request)),
    /**
     * Every entry about an order, oldest first; of more than `limit` the newest. Those that carry its order id count,
     * and those that carry its merchant order id and no other order id (a lost reply has none).
     */
    orderEntries: read((request: MerchantAt & {
      orderId: OrderId | null
      merchantOrderId: MerchantOrderId | null
      limit: number
    }) => orderEntries(connection, request)),
    /** The newest possible duplicate of a charge or hold that was not undone and not closed by hand. */
    findLikeCharge: read((query: LikeChargeQuery) => findLikeCharge(connection, query)),
    /** The newest possible duplicate of an order that was not undone and not closed by hand. */
    findDuplicateOrder: read((query: LikeOrderQuery) => findDuplicateOrder(connection, query)),
    /** The sum of entries that count towards a limit of the day; null where one of the amounts is not known. */
    daySum: read((request: MerchantAt & DayPayments) => daySum(connection, request)),
    /** Every refund, void and capture of an order sent from this computer, in any state, newest first. */
    orderActions: read((request: MerchantAt & { orderId: OrderId }) => orderActions(connection, request)),
    /** As the functions of `bulk.ts`: the same facts about many payments, for a batch. */
    profilesOfOthers: read((request: Parameters<typeof profilesOfOthers>[1]) => profilesOfOthers(connection, request)),
    ordersCreated: read((request: Parameters<typeof ordersCreated>[1]) => ordersCreated(connection, request)),
    actionsOfOrders: read((request: Parameters<typeof actionsOfOrders>[1]) => actionsOfOrders(connection, request)),
    likeCharges: read((request: { queries: readonly LikeChargeQuery[] }) => likeCharges(connection, request.queries)),
    likeOrders: read((request: { queries: readonly LikeOrderQuery[] }) => likeOrders(connection, request.queries)),
    cardsReported: read((request: Parameters<typeof cardsReported>[1]) => cardsReported(connection, request)),
    /** The newest entry that used the merchant order id to create an order and may have been sent. */
    findMerchantOrderId: read((request: MerchantAt & { merchantOrderId: MerchantOrderId }) =>
      findMerchantOrderId(connection, request)),
    /**
     * The newest entry that was signed with exactly this OAuth nonce, by whatever profile; null when none was, or when
     * retention removed it. `besides` is left out: an entry that is itself asked about.
     */
    nonceUse: read((request: { nonce: string; besides?: EntryId | null }) => nonceUse(connection, request)),
    /** A page of the audit trail, newest first; `before` is the `next` of the page above. */
    audit: read((request: { before: string | null; limit: number }) => auditPage(connection, request)),
    /** The next lines of the audit trail behind a number, oldest first. */
    auditAfter: read((request: { after: number; limit: number }) => auditAfter(connection, request)),
    /** Every step in the life of keys and control secrets, oldest first. */
    lifeLines: read(() => lifeLines(connection)),
    /** How many rows all lines of the audit trail report that were signed without a proof of who wrote them. */
    unprovenLinks: read(() => ({
      signedAtStart: countInAudit(connection, 'signed-at-start'),
      signedAtRestore: countInAudit(connection, 'signed-at-restore'),
    })),
    /** The batches of a profile (null: of all), newest first. */
    batches: read((request: { profileId: ProfileId | null; limit: number }) => batchesOf(connection, request)),
    /** Those in a state, newest first. */
    batchesInState: read(({ state }: { state: BatchState }) => batchesInState(connection, state)),
    batch: read(({ batchId }: { batchId: BatchId }) => batchOf(connection, batchId)),
    /** How many of its rows have each state, with sums by currency. */
    countBatch: read(({ batchId }: { batchId: BatchId }) => countBatch(connection, batchId)),
    batchRows: read((request: Parameters<typeof batchRows>[1]) => batchRows(connection, request)),
    batchRow: read((place: BatchPlace) => batchRow(connection, place)),
    /** The next rows that wait to be sent, behind a row. */
    waitingRows: read((request: Parameters<typeof waitingRows>[1]) => waitingRows(connection, request)),
    /** The entries of a customer in the next `limit` events, and other entries about their orders. */
    customerEntries: read((request: { customer: Customer; after: number; limit: number }) =>
      customerEntries(connection, request)),
    /** The rows with content that the next batch never sent. */
    unsentRows: read((request: Parameters<typeof unsentRows>[1]) => unsentRows(connection, request)),
  }
}
