/** The keychain's record of the history: its newest row, and an administrator's decision when it was behind. */
import { historyRecordSchema } from '#shared/model/history/history-trust.ts'
import { success } from '#shared/result.ts'
import { entryOrLost } from '../keychain/entry-or-lost.ts'
import { join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultPort } from '../port.ts'

const entry = 'history-record'

/** Stores it in one entry of the keychain, encrypted like the others where a passphrase protects the desk. */
export function createHistoryRecord(stores: Stores): Pick<VaultPort, 'historyRecord' | 'keepHistoryRecord'> {
  return {
    async historyRecord() {
      const keeping = await stores.keeping()
      if (!keeping.ok) return keeping
      if (keeping.value.keeping === 'this-run-only') return success({ kind: 'nothing-kept' })
      const found = await entryOrLost(stores, entry)
      if (!found.ok) return found
      const header = found.value === null ? null : split(found.value)?.header
      // A damaged record counts as none, which beside a history is a warning, too.
      const record = historyRecordSchema.safeParse(header?.record === 'history' ? header : null).data ?? null
      return success({ kind: 'kept', record })
    },
    async keepHistoryRecord(record) {
      const header = { record: 'history', ...historyRecordSchema.parse(record) }
      const kept = await stores.put(entry, join(header, Buffer.alloc(0)), 'keychain')
      return kept.ok ? success(null) : kept
    },
  }
}
