import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import {
  teamTestStepNames, type TeamAddress, type TeamTestStepName, type TeamTestSteps,
} from '#shared/model/team/team-state.ts'
import { api } from '../../../app/api.ts'

/** A step of the test as shown. Steps after a failure are `not-tested`. */
export interface ShownStep {
  readonly step: TeamTestStepName
  readonly result: TeamTestSteps[number]['result'] | 'not-tested'
  readonly detail: string
}

/** Tests a connection. Main asks for confirmation in a system message box first. */
export function useConnectionTest() {
  const busy = ref(false)
  const steps = shallowRef<TeamTestSteps | null>(null)
  const failure = shallowRef<Failure | null>(null)

  /** All steps, in order; null before a test. */
  const shown = computed((): readonly ShownStep[] | null => {
    const found = steps.value
    return found === null ? null : teamTestStepNames.map((step) =>
      found.find((one) => one.step === step) ?? { step, result: 'not-tested', detail: '' })
  })
  const worst = computed(() => worstOf(steps.value ?? []))

  /** Tests an address; returns false if the database refused the login, so that the caller clears the password. */
  async function test(address: TeamAddress, password: string | null): Promise<boolean> {
    if (busy.value) return true
    busy.value = true
    clear()
    const answer = await api.call('team.test', { address, password })
    busy.value = false
    if (answer.ok) steps.value = answer.value
    else failure.value = answer.failure
    return steps.value?.some(({ step, result }) => step === 'login' && result === 'failed') !== true
  }

  function clear(): void {
    steps.value = null
    failure.value = null
  }

  return { busy, shown, worst, failure, test, clear }
}

function worstOf(steps: TeamTestSteps): { readonly result: 'ok' | 'warning' | 'failed'; readonly step: TeamTestStepName | null } {
  const found = steps.find(({ result }) => result === 'failed') ?? steps.find(({ result }) => result === 'warning')
  return { result: found?.result ?? 'ok', step: found?.step ?? null }
}
