import { computed, ref, shallowRef, watch } from 'vue'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import { leastMonths, mostMonths } from '#shared/model/maintenance.ts'
import { api } from '../../app/api.ts'
import { partDone, useMaintenanceProgress } from '../shared/use-maintenance-progress.ts'

/** What was counted, and for how many months. */
export interface Counted extends CallOutput<'maintenance.countOlder'> {
  readonly months: number
}

/** Months as typed; null for anything but a whole number that can be taken. */
function monthsIn(text: string): number | null {
  const months = /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : 0
  return months >= leastMonths && months <= mostMonths ? months : null
}

/** Counts what is old, then deletes exactly that. Other months than those counted must be counted first. */
export function useRetention() {
  const months = ref('24')
  const tried = ref(false)
  const counted = shallowRef<Counted | null>(null)
  const counting = ref(false)
  const deleting = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const { progress, reset } = useMaintenanceProgress('delete')

  watch(months, () => { counted.value = null })

  async function count(): Promise<void> {
    tried.value = true
    const wanted = monthsIn(months.value)
    if (wanted === null || counting.value) return
    counting.value = true
    failure.value = null
    counted.value = null
    const answer = await api.call('maintenance.countOlder', { months: wanted })
    counting.value = false
    // Other months were typed meanwhile.
    if (wanted !== monthsIn(months.value)) return
    if (answer.ok) counted.value = { ...answer.value, months: wanted }
    else failure.value = answer.failure
  }

  /** Answers how many were deleted, or null when it failed (see `failure`). */
  async function remove(): Promise<number | null> {
    if (counted.value === null || deleting.value) return null
    const { months: wanted, entries } = counted.value
    deleting.value = true
    failure.value = null
    reset()
    const answer = await api.call('maintenance.deleteOlder', { months: wanted, entries })
    deleting.value = false
    // What was counted is not true any more, whichever way it went.
    counted.value = null
    if (answer.ok) return answer.value.deleted
    failure.value = answer.failure
    return null
  }

  const invalid = computed(() => tried.value && monthsIn(months.value) === null)
  const part = computed(() => partDone(progress.value))
  return { months, invalid, counted, counting, deleting, failure, part, count, remove }
}
