import { computed, ref, shallowRef } from 'vue'
import type { Person } from '#shared/model/access.ts'
import type { Failure } from '#shared/model/failure.ts'
import { api } from '../../app/api.ts'

/** The persons of this desk, in the order of main, once `load` has read them. */
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

  /** True for the one administrator whom the desk cannot do without. */
  function isLastAdministrator({ id }: Pick<Person, 'id'>): boolean {
    return administrators.value.length === 1 && administrators.value[0]?.id === id
  }

  return { persons, loaded, failure, administrators, load, isLastAdministrator }
}
