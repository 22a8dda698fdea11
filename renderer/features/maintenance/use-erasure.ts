import { computed, ref } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import { customerProblem, type Customer, type CustomerKind } from '#shared/model/payments/customer.ts'
import { api } from '../../app/api.ts'
import { useCountedRemoval } from './use-counted-removal.ts'

/** Counts a customer's entries, then erases the content of exactly those. */
export function useErasure() {
  const kind = ref<CustomerKind>('email')
  const value = ref('')
  const profileId = ref<ProfileId | ''>('')
  const named = computed(() => (kind.value === 'erased-before' ? '' : value.value.trim()))
  const wrong = computed(() => customerProblem(kind.value, named.value))

  function customer(): Customer | null {
    if (wrong.value !== null) return null
    return { kind: kind.value, value: named.value, profileId: profileId.value === '' ? null : profileId.value }
  }

  const { tried, remove, ...removal } = useCountedRemoval(
    customer, (wanted) => api.call('maintenance.countCustomer', { customer: wanted }),
  )
  return {
    ...removal, kind, value, profileId,
    problem: computed(() => (tried.value ? wrong.value : null)),
    /** Returns the number of erased entries, or null if it failed (see `failure`). */
    erase: (reason: string) => remove((wanted, counted) =>
      api.call('maintenance.eraseCustomer', { customer: wanted, ...counted, reason })),
  }
}
