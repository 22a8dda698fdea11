import { watch } from 'vue'
import type { FieldForm } from '../shared/form/field-form.ts'

/**
 * Proposes a merchant order id as soon as the operation can be used, which may be after its form was opened; one that
 * is in the form stays. The returned function waits for a proposal that is under way.
 */
export function useProposedId(
  form: Pick<FieldForm, 'values'>, isUsable: () => boolean, propose: () => Promise<void>,
): () => Promise<void> {
  let proposing = Promise.resolve()
  watch(isUsable, (usable) => {
    const isEmpty = (form.values.value.merchantOrderId ?? '') === ''
    if (usable && isEmpty) proposing = propose()
  }, { immediate: true })
  return () => proposing
}
