import { watch } from 'vue'
import type { FieldForm } from '../shared/form/field-form.ts'

/**
 * Proposes a merchant order id as soon as the operation can be used, which may be after its form was opened; one that
 * is in the form stays.
 */
export function useProposedId(form: Pick<FieldForm, 'values'>, isUsable: () => boolean, propose: () => Promise<void>): void {
  watch(isUsable, (usable) => {
    const isEmpty = (form.values.value.merchantOrderId ?? '') === ''
    if (usable && isEmpty) void propose()
  }, { immediate: true })
}
