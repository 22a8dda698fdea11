import { computed, ref, shallowRef, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import { operations, type OperationId, type SignatureMethod } from '#shared/gateway/operations/operations.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Inspection } from '#shared/model/answers/inspection.ts'
import { api } from '../../app/api.ts'
import type { FieldForm } from '../shared/form/field-form.ts'
import type { ChosenTarget } from '../shared/form/targets.ts'

/** Values that a person fixes to compare with another implementation. Main replaces an empty one by a fresh value. */
export interface FixedByHand {
  readonly method: SignatureMethod | ''
  readonly nonce: string
  readonly timestamp: string
}

/** Inspects a request: one composed here, or one of the history. */
export function useInspection(
  operation: Readonly<Ref<OperationId>>, form: FieldForm, chosenTarget: Readonly<Ref<ChosenTarget | null>>,
) {
  const inspection = shallowRef<Inspection | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)
  /** The entry shown; null for a request composed here. */
  const entryId = shallowRef<EntryId | null>(null)
  const signsWithOAuth = computed(() => operations[operation.value].authentication.kind === 'oauth')

  async function build(fixed: FixedByHand): Promise<void> {
    if (chosenTarget.value === null || busy.value) return
    busy.value = true
    failure.value = null
    const answer = await api.call('inspector.build', {
      ...chosenTarget.value,
      operation: operation.value,
      ...form.split(),
      signatureMethod: fixed.method === '' ? null : fixed.method,
      nonce: fixed.nonce === '' ? null : fixed.nonce,
      timestamp: fixed.timestamp === '' ? null : fixed.timestamp,
    })
    busy.value = false
    inspection.value = answer.ok ? answer.value : null
    if (!answer.ok && !form.takeProblems(answer.failure)) failure.value = answer.failure
  }

  async function open(entry: string): Promise<void> {
    entryId.value = entry as EntryId
    inspection.value = null
    failure.value = null
    const answer = await api.call('inspector.fromEntry', { entryId: entry as EntryId })
    if (entryId.value !== entry) return
    if (answer.ok) inspection.value = answer.value
    else failure.value = answer.failure
  }

  function leaveEntry(): void {
    entryId.value = null
    inspection.value = null
    failure.value = null
  }

  return { inspection, failure, busy, entryId, signsWithOAuth, build, open, leaveEntry }
}
