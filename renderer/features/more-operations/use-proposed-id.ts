import { watch } from 'vue'
import type { FieldForm } from '../shared/form/field-form.ts'

/**
 * Proposes a merchant order id once the operation can be used, unless the form contains one. The returned function
 * waits for a proposal in progress.
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
