import type { EntryId } from '#shared/brands.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import { wireName } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { FieldKey } from '#shared/gateway/fields/fields.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import { merchantOfEntry } from '../requests/index.ts'
import type { Services } from '../services.ts'

/** A field of a journaled request, masked; null if it was not sent. */
export function keptField({ row, fields }: Pick<EntryDetail, 'row' | 'fields'>, key: FieldKey): string | null {
  const use = operations[row.operation].fields.find((one) => one.key === key)
  return fields.find(({ name }) => use !== undefined && name === wireName(use, defaultSwitches))?.value ?? null
}

/**
 * Creates the finder of the last four digits of an entry's card, if known here: from the reply, the last lookup of the
 * card reference, the typed number, or the order that a refund is about. Each entry is searched once.
 */
export function knownLastFour({ journal }: Pick<Services, 'journal'>): (row: HistoryRow) => Promise<string | null> {
  const found = new Map<EntryId, string | null>()

  async function lastFourOf(row: HistoryRow): Promise<string | null> {
    if (row.cardReference !== null) return await ofCardReference(row)
    const detail = await journal.entry({ entryId: row.entryId })
    const typed = detail.ok && detail.value !== null ? keptField(detail.value, 'cardNumber')?.slice(-4) : undefined
    if (typed !== undefined) return typed
    if (row.merchantOrderId === null || createsOrder(operations[row.operation])) return null
    const creator = await journal.findMerchantOrderId({ ...merchantOfEntry(row), merchantOrderId: row.merchantOrderId })
    return creator.ok && creator.value !== null ? creator.value.lastFour : null
  }

  async function ofCardReference({ profileId, cardReference }: HistoryRow): Promise<string | null> {
    const lookups = await journal.search({
      text: cardReference ?? '', states: ['answered'], operations: ['get-card-info'], profileId, before: null, limit: 5,
    })
    if (!lookups.ok) return null
    const reported = lookups.value.rows.find((row) => row.cardReference === cardReference && row.lastFour !== null)
    return reported?.lastFour ?? null
  }

  return async (row) => {
    if (row.lastFour !== null) return row.lastFour
    const known = found.get(row.entryId)
    if (known !== undefined) return known
    const digits = await lastFourOf(row)
    found.set(row.entryId, digits)
    return digits
  }
}
