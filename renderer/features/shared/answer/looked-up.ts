import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CallOutput } from '#shared/ipc/contract.ts'

/** An order that was just looked up, passed from the form to its page. */
export interface LookedUp {
  readonly found: CallOutput<'orders.status'>
  /** A check by serial number is about that request, which may be another one than the payment. */
  readonly bySerialNumber: boolean
}

/** The result of Order status for the page that opens with it; it can be taken once. */
export const useLookedUp = defineStore('looked-up', () => {
  const kept = shallowRef<LookedUp | null>(null)

  function take(): LookedUp | null {
    const { value } = kept
    kept.value = null
    return value
  }

  return { keep: (lookedUp: LookedUp) => { kept.value = lookedUp }, take }
})
