/**
 * Records in the keychain that detect older files: the digest of the newest numbers of everything signed, and the
 * history's newest row, with an administrator's decision if it was behind. Editing the files does not change them.
 */
import { historyRecordSchema } from '#shared/model/history/history-trust.ts'
import { z } from '#shared/model/values/zod.ts'
import { success } from '#shared/result.ts'
import { entryOrLost } from '../keychain/entry-or-lost.ts'
import { split } from '../keychain/record.ts'
import { putRecord, type Stores } from '../keychain/stores.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'

const newestEntry = 'newest'
const newestSchema = z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/) })
const historyEntry = 'history-record'

/** Creates the methods. Each record has an entry of the keychain, wrapped like others on a protected desk. */
export function createNewestRecords(
  stores: Stores,
): Pick<VaultPort, 'newest' | 'keepNewest' | 'historyRecord' | 'keepHistoryRecord'> {
  /** Reads a record. A damaged one counts as missing: next to existing files, that causes a warning too. */
  async function read<Value>(
    entry: string, record: string, schema: z.ZodType<Value>,
  ): VaultAnswer<Value | 'nothing-kept' | null> {
    const keeping = await stores.keeping()
    if (!keeping.ok) return keeping
    if (keeping.value.keeping === 'this-run-only') return success('nothing-kept')
    const found = await entryOrLost(stores, entry)
    if (!found.ok) return found
    const header = found.value === null ? null : split(found.value)?.header
    return success(schema.safeParse(header?.record === record ? header : null).data ?? null)
  }

  return {
    async newest() {
      const found = await read(newestEntry, 'newest', newestSchema)
      if (!found.ok) return found
      const { value } = found
      return success(value === 'nothing-kept' ? { kind: value } : { kind: 'kept', digest: value?.digest ?? null })
    },
    async keepNewest(record) {
      return await putRecord(stores, newestEntry, { record: 'newest', ...newestSchema.parse(record) })
    },
    async historyRecord() {
      const found = await read(historyEntry, 'history', historyRecordSchema)
      if (!found.ok) return found
      const { value } = found
      return success(value === 'nothing-kept' ? { kind: value } : { kind: 'kept', record: value })
    },
    async keepHistoryRecord(record) {
      return await putRecord(stores, historyEntry, { record: 'history', ...historyRecordSchema.parse(record) })
    },
  }
}
