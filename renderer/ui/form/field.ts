import { computed, inject, provide, useId, type ComputedRef, type InjectionKey } from 'vue'

/** The attributes that a control gets from the field around it, so that label, hint and problem belong to it. */
export interface FieldAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
  readonly 'aria-required': 'true' | undefined
}

const fieldKey: InjectionKey<ComputedRef<FieldAttributes>> = Symbol('field')

/** Creates the ids of a field's parts and provides them to the control in its slot. */
export function provideField(state: () => { described: boolean; invalid: boolean; required: boolean }) {
  const id = useId()
  const noteId = `${id}-note`
  provide(fieldKey, computed(() => {
    const { described, invalid, required } = state()
    return {
      id,
      'aria-describedby': described ? noteId : undefined,
      'aria-invalid': invalid ? 'true' : undefined,
      'aria-required': required ? 'true' : undefined,
    }
  }))
  return { id, noteId }
}

/** The attributes from the field around a control. A control without a field gets none and needs its own name. */
export function useField(): ComputedRef<FieldAttributes | Record<string, never>> {
  return inject(fieldKey, computed(() => ({})))
}
