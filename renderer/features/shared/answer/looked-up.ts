import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CallOutput } from '#shared/ipc/contract.ts'

/** An order that a person has just looked up, on its way from the form to its page. */
export interface LookedUp {
  readonly found: CallOutput<'orders.status'>
  /** A question by serial number is about that request, which may be another one than the payment. */
  readonly bySerialNumber: boolean
}

/** What Order status has found, for the page that opens with it. It is taken once. */
export const useLookedUp = defineStore('looked-up', () => {
  const kept = shallowRef<LookedUp | null>(null)

  function take(): LookedUp | null {
    const { value } = kept
    kept.value = null
    return value
  }

  return { keep: (lookedUp: LookedUp) => { kept.value = lookedUp }, take }
})
