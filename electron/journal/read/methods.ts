import type { EntryId, MerchantKey } from '#shared/brands.ts'
import type { Calls } from '../calls.ts'
import { auditAfter, auditPage, countInAudit, lifeLines } from '../write/audit.ts'
import { rootOf } from '../write/merchants.ts'
import { batchesInState, batchesOf, batchOf, batchRow, batchRows, countBatch, waitingRows } from './batches.ts'
import { actionsOfOrders, cardsReported, duplicateCharges, duplicateOrders, ordersCreated, profilesOfOthers } from './bulk.ts'
import { customerEntries } from './customer.ts'
import { daySum } from './day-sum.ts'
import {
  findDuplicateOrder, findEntry, findDuplicateCharge, findMerchantOrderId, findOrder, knownEntries, nonceUse,
  orderActions, orderEntries, adoptedEntries, touchedMoney, writtenAfter,
} from './find.ts'
import { openOutcomes, openOutcomesOf } from './open-entries.ts'
import { unsentRows } from './unsent-rows.ts'

/**
 * The journal's calls that read single entries, orders, open outcomes, customers and the audit trail. They are
 * documented at the functions they call.
 */
export function readMethods({ read }: Calls) {
  return {
    entry: read((connection, { entryId }: { entryId: EntryId }) => findEntry(connection, entryId)),
    knownEntries: read(knownEntries),
    adoptedEntries: read(adoptedEntries),
    openOutcomes: read(openOutcomes),
    openOutcomesOf: read(openOutcomesOf),
    touchedMoney: read(touchedMoney),
    /** The representatives of these merchants, in their order: the same one for all keys of the same merchant. */
    merchantRoots: read((connection, { merchantKeys }: { merchantKeys: readonly MerchantKey[] }) =>
      merchantKeys.map((key) => rootOf(connection, key))),
    writtenAfter: read(writtenAfter),
    findOrder: read(findOrder),
    orderEntries: read(orderEntries),
    findDuplicateCharge: read(findDuplicateCharge),
    findDuplicateOrder: read(findDuplicateOrder),
    daySum: read(daySum),
    orderActions: read(orderActions),
    profilesOfOthers: read(profilesOfOthers),
    ordersCreated: read(ordersCreated),
    actionsOfOrders: read(actionsOfOrders),
    duplicateCharges: read(duplicateCharges),
    duplicateOrders: read(duplicateOrders),
    cardsReported: read(cardsReported),
    findMerchantOrderId: read(findMerchantOrderId),
    nonceUse: read(nonceUse),
    audit: read(auditPage),
    auditAfter: read(auditAfter),
    lifeLines: read(lifeLines),
    /** The number of rows that were signed without a proof of who wrote them, by all lines of the audit trail. */
    unprovenLinks: read((connection) => ({
      signedAtStart: countInAudit(connection, 'signed-at-start'),
      signedAtRestore: countInAudit(connection, 'signed-at-restore'),
    })),
    batches: read(batchesOf),
    batchesInState: read(batchesInState),
    batch: read(batchOf),
    countBatch: read(countBatch),
    batchRows: read(batchRows),
    batchRow: read(batchRow),
    waitingRows: read(waitingRows),
    customerEntries: read(customerEntries),
    unsentRows: read(unsentRows),
  }
}
