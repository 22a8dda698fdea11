import { watch } from 'vue'
import { fieldKeys, isConfidential } from '#shared/gateway/fields.ts'
import type { Operation } from '#shared/gateway/operations.ts'
import { useFieldForm } from '../shared/field-form.ts'
import { entryPointKey } from '../shared/targets.ts'
import { useTarget } from '../shared/use-target.ts'

/** Form and place of one operation; values that another screen sent along are filled in. */
export function useOperation(operation: Operation<string>) {
  const target = useTarget((given) => {
    // SECURITY: nothing confidential is ever taken from an address.
    for (const key of fieldKeys) if (!isConfidential(key) && given(key) !== '') form.type(key, given(key))
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

  return { target, form, complete }
}
