import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { partDone, useMaintenanceProgress } from './use-maintenance-progress.ts'

type Answer<Value> = Promise<Result<Value, Failure>>

/**
 * Counts the entries that a form selects, then removes exactly those. `wanted` reads the form; null while it has a
 * problem. After a change of the form, they must be counted again.
 */
export function useCountedRemoval<Wanted, Counted>(
  wanted: () => Wanted | null, countOf: (wanted: Wanted) => Answer<Counted>,
) {
  const tried = ref(false)
  const counted = shallowRef<{ readonly wanted: Wanted; readonly found: Counted } | null>(null)
  const counting = ref(false)
  const deleting = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const { progress, reset } = useMaintenanceProgress('delete')
  const asTyped = computed(() => JSON.stringify(wanted()))

  watch(asTyped, () => { counted.value = null })

  async function count(): Promise<void> {
    tried.value = true
    const selection = wanted()
    if (selection === null || counting.value) return
    const formBefore = asTyped.value
    counting.value = true
    failure.value = null
    counted.value = null
    const answer = await countOf(selection)
    counting.value = false
    // The form was changed in the meantime.
    if (formBefore !== asTyped.value) return
    if (answer.ok) counted.value = { wanted: selection, found: answer.value }
    else failure.value = answer.failure
  }

  /** Removes the counted entries with `call`; returns their number, or null if it failed (see `failure`). */
  async function remove(
    call: (wanted: Wanted, found: Counted) => Answer<{ readonly deleted: number }>,
  ): Promise<number | null> {
    if (counted.value === null || deleting.value) return null
    deleting.value = true
    failure.value = null
    reset()
    const answer = await call(counted.value.wanted, counted.value.found)
    deleting.value = false
    // After a success or a failure, the count may be outdated.
    counted.value = null
    if (answer.ok) return answer.value.deleted
    failure.value = answer.failure
    return null
  }

  const part = computed(() => partDone(progress.value))
  const found = computed(() => counted.value?.found ?? null)
  return { tried, counted: found, counting, deleting, failure, part, count, remove }
}
