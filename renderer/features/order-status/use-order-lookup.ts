import { onScopeDispose, ref, shallowRef, type Ref } from 'vue'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { MerchantOrderId, OrderId, SerialNumber } from '#shared/brands.ts'
import { api } from '../../app/api.ts'
import type { FieldForm } from '../shared/form/field-form.ts'
import type { ChosenTarget } from '../shared/form/targets.ts'

export type OrderLookup =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'merchant-order-id-needed' }
  | { readonly kind: 'answered'; readonly found: CallOutput<'orders.status'>; readonly bySerialNumber: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * Looks up one order at a time. The answer to an earlier lookup never replaces that of a later one, and an answer that
 * arrives after the form was closed is discarded.
 */
export function useOrderLookup(form: FieldForm, chosenTarget: Readonly<Ref<ChosenTarget | null>>) {
  const result = shallowRef<OrderLookup>({ kind: 'nothing' })
  const busy = ref(false)
  let latest = 0

  async function lookUp(askAnyway: boolean): Promise<void> {
    const target = chosenTarget.value
    if (target === null) return
    const mine = ++latest
    const { serialNumber = null, orderId = null, merchantOrderId = null } = form.normalised.value
    busy.value = true
    const answer = await api.call('orders.status', {
      ...target,
      serialNumber: serialNumber as SerialNumber | null,
      orderId: orderId as OrderId | null,
      merchantOrderId: merchantOrderId as MerchantOrderId | null,
      askAnyway,
    })
    if (mine !== latest) return
    busy.value = false
    if (answer.ok) result.value = { kind: 'answered', found: answer.value, bySerialNumber: serialNumber !== null }
    else if (answer.failure.code === 'merchant-order-id-needed') result.value = { kind: 'merchant-order-id-needed' }
    else if (form.takeProblems(answer.failure)) result.value = { kind: 'nothing' }
    else result.value = { kind: 'failed', failure: answer.failure }
  }

  function reset(): void {
    latest += 1
    busy.value = false
    result.value = { kind: 'nothing' }
  }

  onScopeDispose(reset)

  return { result, busy, lookUp, reset }
}
