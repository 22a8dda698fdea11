import { watch } from 'vue'
import { fieldKeys, isConfidential } from '#shared/gateway/fields.ts'
import { operations } from '#shared/gateway/operations.ts'
import { useFieldForm } from '../shared/field-form.ts'
import { entryPointKey } from '../shared/places.ts'
import { usePlace } from '../shared/use-place.ts'
import type { OfferedId } from './offered.ts'

/** Form and place of one operation; values that another screen sent along are filled in. */
export function useOperation(id: OfferedId) {
  const operation = operations[id]
  const place = usePlace((given) => {
    // SECURITY: nothing confidential is ever taken from an address.
    for (const key of fieldKeys) if (!isConfidential(key) && given(key) !== '') form.type(key, given(key))
  })
  const form = useFieldForm(() => operation, place.validation)
  const endpointsOnly = operation.groupForm === 'none'

  // Where a group is not possible, the form starts at an endpoint, where the profile has one.
  watch([() => place.view.value?.profile.id, place.chosen], () => {
    if (!endpointsOnly || place.entryPoint.value?.kind !== 'group') return
    const first = place.view.value?.profile.entryPoints.find(({ kind }) => kind === 'endpoint')
    if (first !== undefined) place.chosen.value = entryPointKey(first)
  }, { immediate: true })

  /** Shows every problem; true when the form may go to main. */
  function complete(): boolean {
    const right = form.check()
    const { value: entryPoint } = place.entryPoint
    return right && entryPoint !== null && !(endpointsOnly && entryPoint.kind === 'group')
  }

  return { operation, place, form, complete }
}
