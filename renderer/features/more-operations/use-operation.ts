import { ref, watch } from 'vue'
import { fieldKeys, isConfidential, type FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { useFieldForm } from '../shared/form/field-form.ts'
import { entryPointKey } from '../shared/form/targets.ts'
import { useTarget } from '../shared/form/use-target.ts'
import { examplesFor, fillExample } from './examples.ts'

/**
 * The form and target of one operation. Fills in the values that another screen has put into the address; with
 * `example=first`, fills in the first example of the built-in gateway.
 */
export function useOperation(operation: Operation<string>) {
  /** True if the address requests the first example. The built-in gateway may supply its examples later. */
  const wantsExample = ref(false)
  /** The values that an example filled in; null without one. */
  let filledIn: FieldValues | null = null
  const target = useTarget((given) => {
    // SECURITY: a confidential value is never read from an address.
    for (const key of fieldKeys) if (!isConfidential(key) && given(key) !== '') form.type(key, given(key))
    wantsExample.value ||= given('example') === 'first'
  })
  const form = useFieldForm(() => operation, target.validation)
  const endpointsOnly = operation.groupForm === 'none'

  // If the operation does not allow a group, the form starts with an endpoint, if the profile has one.
  watch([() => target.view.value?.profile.id, target.chosen], () => {
    if (!endpointsOnly || target.entryPoint.value?.kind !== 'group') return
    const first = target.view.value?.profile.entryPoints.find(({ kind }) => kind === 'endpoint')
    if (first !== undefined) target.chosen.value = entryPointKey(first)
  }, { immediate: true })

  /** Shows every problem; returns true if the form may be sent to main. */
  function complete(): boolean {
    const isValid = form.check()
    const { value: entryPoint } = target.entryPoint
    return isValid && entryPoint !== null && !(endpointsOnly && entryPoint.kind === 'group')
  }

  /** True if the form contains exactly these values, except for the merchant order id. */
  const holds = (values: FieldValues): boolean =>
    fieldKeys.every((key) => key === 'merchantOrderId' || (form.typed[key] ?? '') === (values[key] ?? ''))

  watch([wantsExample, () => target.view.value?.examples ?? null] as const, ([wanted, examples]) => {
    const [example] = examplesFor(operation, examples, new Date().getFullYear())
    if (!wanted || example === undefined || filledIn !== null || !holds({})) return
    fillExample(form, example)
    filledIn = { ...form.typed }
  })

  /** False while the form contains only the example that it was opened with, which is not kept as a draft. */
  const isTouched = (): boolean => filledIn === null || !holds(filledIn)

  return { target, form, complete, isTouched }
}
