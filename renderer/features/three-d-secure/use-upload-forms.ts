import { computed, onBeforeUnmount, watch, type Ref } from 'vue'
import type { FieldKey, FieldValues } from '#shared/gateway/fields.ts'
import { fieldKeys, isConfidential } from '#shared/gateway/fields.ts'
import { operations } from '#shared/gateway/operations.ts'
import { uploadAfter } from '#shared/gateway/three-d-secure.ts'
import type { ValidationContext } from '#shared/gateway/validation.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { OrderKey } from '#shared/model/order.ts'
import type { ThreeDSecureLook } from '#shared/model/three-d-secure.ts'
import { useFieldForm, type SplitValues } from '../shared/field-form.ts'
import { browserDataOf, browserFields } from '../shared/browser-data.ts'
import { completionWithoutPage } from './planned-fields.ts'

const confidentialKeys = fieldKeys.filter((key) => isConfidential(key))
const methodUpload = uploadAfter('method')

/**
 * The two forms of a step: the browser data that go along with the method's result, and everything else of the upload
 * for sending it by hand. What is known is filled in and not asked for again.
 */
export function useUploadForms(
  look: Readonly<Ref<ThreeDSecureLook | null>>, order: () => OrderKey, context: Readonly<Ref<ValidationContext>>,
) {
  const operation = computed(() => operations[look.value?.sends ?? methodUpload.id])
  const isMethod = computed(() => operation.value.id === methodUpload.id)
  const browser = useFieldForm(() => methodUpload, context, { letsPass: ({ field }) => !browserFields.includes(field) })
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
  /** The fields to be filled in by hand: all but the ids that are known and the browser data. */
  const askedByHand = computed(() => operation.value.fields.filter(({ key, need }) =>
    need !== 'supplied' && !isKnownId(key) && !browserFields.includes(key)))

  function isKnownId(key: FieldKey): boolean {
    return (key === 'orderId' || key === 'merchantOrderId') && ids.value[key] !== ''
  }

  fill(browser, browserDataOf({ navigator, screen, timeZoneOffset: new Date().getTimezoneOffset() }))
  // Another step, or another order, begins again; the same one looked at again keeps what was typed.
  watch(() => JSON.stringify([operation.value.id, given.value]), () => {
    byHand.clear()
    fill(byHand, given.value)
  }, { immediate: true })
  // SECURITY: what was pasted does not outlive the screen.
  onBeforeUnmount(() => { byHand.clear() })

  function fill(form: ReturnType<typeof useFieldForm>, values: FieldValues): void {
    for (const key of fieldKeys) if (values[key] !== undefined) form.type(key, values[key])
  }

  /** The browser data for a visit; null when one of them is not right. Steps other than the method have none. */
  function browserValues(): SplitValues['values'] | null {
    if (!isMethod.value) return {}
    return browser.check() ? browser.split().values : null
  }

  /** Everything for sending by hand; null when something is not right yet. */
  function valuesByHand(): SplitValues | null {
    const along = browserValues()
    const complete = byHand.check()
    if (along === null || !complete) return null
    const { values, confidential } = byHand.split()
    return { values: { ...along, ...values }, confidential }
  }

  /** Shows main's objections beside the fields; false when one of them is about a field that is not on the screen. */
  function takeProblems(failure: Failure): boolean {
    if (failure.code !== 'form-invalid') return false
    browser.takeProblems(failure)
    byHand.takeProblems(failure)
    const onScreen = [...(isMethod.value ? browserFields : []), ...askedByHand.value.map(({ key }) => key)]
    return failure.problems.every(({ field }) => onScreen.includes(field))
  }

  /** SECURITY: payloads stay in the page no longer than until they were sent. */
  function dropPayloads(): void {
    byHand.clear(confidentialKeys)
  }

  return {
    isMethod, browser, byHand, ids, askedByHand, browserValues, valuesByHand, takeProblems, dropPayloads,
  }
}
