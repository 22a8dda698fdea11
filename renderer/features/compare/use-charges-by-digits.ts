import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { PastedCharge } from '#shared/pasted-charge.ts'
import { api } from '../../app/api.ts'
import { chargesFilter } from './charges-filter.ts'

/** The largest number of charges to choose from. */
export const mostOffered = 50

/** The newest charges of an amount by cards that end in four digits; null until read. `more`: further ones exist. */
export function useChargesByDigits(wanted: PastedCharge) {
  const rows = shallowRef<readonly HistoryRow[] | null>(null)
  const more = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let disposed = false

  async function read(): Promise<void> {
    let found: readonly HistoryRow[] = []
    let before: string | null = null
    do {
      const answer: CallAnswer<'history.search'> = await api.call('history.search', {
        ...chargesFilter(wanted), before, limit: mostOffered - found.length,
      })
      if (disposed) return
      failure.value = answer.ok ? null : answer.failure
      if (!answer.ok) return
      found = [...found, ...answer.value.rows]
      before = answer.value.next
    } while (found.length < mostOffered && before !== null)
    more.value = before !== null
    rows.value = found
  }

  void read()
  onScopeDispose(() => { disposed = true })
  return { rows, more, failure, read }
}
