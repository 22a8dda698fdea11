import { computed, ref, shallowRef } from 'vue'
import type { Person } from '#shared/model/application/access.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'

/** The people of this desk, in main's order, once `load` has read them. */
export function usePersons() {
  const persons = shallowRef<readonly Person[]>([])
  const loaded = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const administrators = computed(() => persons.value.filter(({ role }) => role === 'administrator'))

  async function load(): Promise<void> {
    const answer = await api.call('access.persons')
    if (answer.ok) persons.value = answer.value
    failure.value = answer.ok ? null : answer.failure
    loaded.value = true
  }

  /** True for the only administrator of the desk. */
  function isLastAdministrator({ id }: Pick<Person, 'id'>): boolean {
    return administrators.value.length === 1 && administrators.value[0]?.id === id
  }

  return { persons, loaded, failure, administrators, load, isLastAdministrator }
}
