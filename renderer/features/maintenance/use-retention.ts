import { computed, ref } from 'vue'
import { leastMonths, mostMonths } from '#shared/model/history/maintenance.ts'
import { api } from '../../app/api.ts'
import { useCountedRemoval } from './use-counted-removal.ts'

/** The number of months in a text; null unless it is an allowed whole number. */
function monthsIn(text: string): number | null {
  const months = /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : 0
  return months >= leastMonths && months <= mostMonths ? months : null
}

/** Counts old entries, then deletes exactly those. */
export function useRetention() {
  const months = ref('24')
  const { tried, remove, ...removal } = useCountedRemoval(
    () => monthsIn(months.value), (wanted) => api.call('maintenance.countOlder', { months: wanted }),
  )
  const invalid = computed(() => tried.value && monthsIn(months.value) === null)
  return {
    ...removal, months, invalid,
    /** Returns the number of deleted entries, or null if it failed (see `failure`). */
    remove: () => remove((wanted, { entries }) => api.call('maintenance.deleteOlder', { months: wanted, entries })),
  }
}
