import { onScopeDispose, ref, shallowRef, type Ref } from 'vue'
import { isConfidential, type FieldKey } from '#shared/gateway/fields/fields.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'
import type { FieldForm } from '../shared/form/field-form.ts'
import type { ChosenTarget } from '../shared/form/targets.ts'

/** Sends an operation that touches no money; each call of `perform` sends it once. */
export function usePerform(id: OperationId, form: FieldForm, chosenTarget: Readonly<Ref<ChosenTarget | null>>) {
  const busy = ref(false)
  const answer = shallowRef<Answer | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** Fields whose confidential values were sent and removed from the form. */
  const notKept = shallowRef<readonly FieldKey[]>([])

  /** Returns true if main carried the operation out, whatever its outcome; false if it was refused or busy. */
  async function perform(): Promise<boolean> {
    const target = chosenTarget.value
    if (target === null || busy.value) return false
    busy.value = true
    failure.value = null
    answer.value = null
    const done = await api.call('operations.perform', { ...target, operation: id, ...form.split() })
    busy.value = false
    if (done.ok) {
      dropConfidential()
      answer.value = done.value
      return true
    }
    if (!form.takeProblems(done.failure)) failure.value = done.failure
    return false
  }

  function dropConfidential(): void {
    // SECURITY: a payload is used once and is removed from the page after it was sent.
    notKept.value = form.operation.value.fields.map(({ key }) => key)
      .filter((key) => isConfidential(key) && form.normalised.value[key] !== undefined)
    if (notKept.value.length > 0) form.clear(notKept.value)
  }

  onScopeDispose(() => { form.clear() })

  return { busy, answer, failure, notKept, perform }
}
