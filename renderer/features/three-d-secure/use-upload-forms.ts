import { computed, onBeforeUnmount, watch, type Ref } from 'vue'
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import { fieldKeys, isConfidential } from '#shared/gateway/fields/fields.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { uploadAfter } from '#shared/gateway/orders/three-d-secure.ts'
import type { ValidationContext } from '#shared/gateway/requests/validation.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import type { ThreeDSecureLook } from '#shared/model/payments/three-d-secure.ts'
import { useFieldForm, type SplitValues } from '../shared/form/field-form.ts'
import { browserDataOf, browserFields } from '../shared/form/browser-data.ts'
import { completionWithoutPage } from './planned-fields.ts'

const confidentialKeys = fieldKeys.filter((key) => isConfidential(key))
const methodUpload = uploadAfter('method')

/**
 * The two forms of a step: the browser fields that are sent with the method's result, and every other field of the
 * upload for sending by hand. Known values are filled in.
 */
export function useUploadForms(
  look: Readonly<Ref<ThreeDSecureLook | null>>, order: () => OrderKey, context: Readonly<Ref<ValidationContext>>,
) {
  const operation = computed(() => operations[look.value?.sends ?? methodUpload.id])
  const isMethod = computed(() => operation.value.id === methodUpload.id)
  const browser = useFieldForm(() => methodUpload, context, { ignores: ({ field }) => !browserFields.includes(field) })
  const byHand = useFieldForm(() => operation.value, context)

  const ids = computed(() => ({
    orderId: order().orderId ?? look.value?.answer.orderId ?? '',
    merchantOrderId: order().merchantOrderId ?? look.value?.answer.merchantOrderId ?? '',
  }))
  const given = computed<FieldValues>(() => {
    const step = look.value?.step ?? null
    if (step?.kind !== 'method') return ids.value
    return {
      ...ids.value,
      threeDSecureServerTransactionId: step.transactionId ?? '',
      methodCompletion: completionWithoutPage(step) ?? '',
    }
  })
  /** The fields to fill in by hand: all but the known ids and the browser fields. */
  const fieldsByHand = computed(() => operation.value.fields.filter(({ key, need }) =>
    need !== 'supplied' && !isKnownId(key) && !browserFields.includes(key)))

  function isKnownId(key: FieldKey): boolean {
    return (key === 'orderId' || key === 'merchantOrderId') && ids.value[key] !== ''
  }

  fill(browser, browserDataOf({ navigator, screen, timeZoneOffset: new Date().getTimezoneOffset() }))
  // Another step or order starts with an empty form. The same step keeps the typed values.
  watch(() => JSON.stringify([operation.value.id, given.value]), () => {
    byHand.clear()
    fill(byHand, given.value)
  }, { immediate: true })
  // SECURITY: pasted text is removed when the screen closes.
  onBeforeUnmount(() => { byHand.clear() })

  function fill(form: ReturnType<typeof useFieldForm>, values: FieldValues): void {
    for (const key of fieldKeys) if (values[key] !== undefined) form.type(key, values[key])
  }

  /** The browser fields for a visit; null while one has a problem. Steps other than the method have none. */
  function browserValues(): SplitValues['values'] | null {
    if (!isMethod.value) return {}
    return browser.check() ? browser.split().values : null
  }

  /** All fields for sending by hand; null while one has a problem. */
  function valuesByHand(): SplitValues | null {
    const browserPart = browserValues()
    const complete = byHand.check()
    if (browserPart === null || !complete) return null
    const { values, confidential } = byHand.split()
    return { values: { ...browserPart, ...values }, confidential }
  }

  /** Shows main's problems beside the fields; false if one is about a field that is not on the screen. */
  function takeProblems(failure: Failure): boolean {
    if (failure.code !== 'form-invalid') return false
    browser.takeProblems(failure)
    byHand.takeProblems(failure)
    const onScreen = [...(isMethod.value ? browserFields : []), ...fieldsByHand.value.map(({ key }) => key)]
    return failure.problems.every(({ field }) => onScreen.includes(field))
  }

  /** SECURITY: payloads are removed from the page as soon as they are sent. */
  function dropPayloads(): void {
    byHand.clear(confidentialKeys)
  }

  return {
    isMethod, browser, byHand, ids, fieldsByHand, browserValues, valuesByHand, takeProblems, dropPayloads,
  }
}
