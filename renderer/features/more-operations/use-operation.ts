import { ref, watch } from 'vue'
import { fieldKeys, isConfidential, type FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { useFieldForm } from '../shared/form/field-form.ts'
import { entryPointKey } from '../shared/form/targets.ts'
import { useTarget } from '../shared/form/use-target.ts'
import { examplesFor, fillExample } from './examples.ts'

/**
 * Form and place of one operation. Values that another screen sent along are filled in; with `example=first` in the
 * address, the first example of the built-in gateway is.
 */
export function useOperation(operation: Operation<string>) {
  /** The address asks for the first example, which the built-in gateway may have later. */
  const wantsExample = ref(false)
  /** The form as it was filled in with an example; null where a person begins. */
  let filledIn: FieldValues | null = null
  const target = useTarget((given) => {
    // SECURITY: nothing confidential is ever taken from an address.
    for (const key of fieldKeys) if (!isConfidential(key) && given(key) !== '') form.type(key, given(key))
    wantsExample.value ||= given('example') === 'first'
  })
  const form = useFieldForm(() => operation, target.validation)
  const endpointsOnly = operation.groupForm === 'none'

  // Where a group is not possible, the form starts at an endpoint, where the profile has one.
  watch([() => target.view.value?.profile.id, target.chosen], () => {
    if (!endpointsOnly || target.entryPoint.value?.kind !== 'group') return
    const first = target.view.value?.profile.entryPoints.find(({ kind }) => kind === 'endpoint')
    if (first !== undefined) target.chosen.value = entryPointKey(first)
  }, { immediate: true })

  /** Shows every problem; true when the form may go to main. */
  function complete(): boolean {
    const right = form.check()
    const { value: entryPoint } = target.entryPoint
    return right && entryPoint !== null && !(endpointsOnly && entryPoint.kind === 'group')
  }

  /** Whether the form holds these values and no others, whatever its merchant order id. */
  const holds = (values: FieldValues): boolean =>
    fieldKeys.every((key) => key === 'merchantOrderId' || (form.typed[key] ?? '') === (values[key] ?? ''))

  watch([wantsExample, () => target.view.value?.examples ?? null] as const, ([wanted, examples]) => {
    const [example] = examplesFor(operation, examples, new Date().getFullYear())
    if (!wanted || example === undefined || filledIn !== null || !holds({})) return
    fillExample(form, example)
    filledIn = { ...form.typed }
  })

  /** False while the form holds just the example that it was opened with: that is no draft. */
  const isTouched = (): boolean => filledIn === null || !holds(filledIn)

  return { target, form, complete, isTouched }
}
