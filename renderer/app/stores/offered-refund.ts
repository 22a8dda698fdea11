import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** `open` opens the refund of the payment on screen; null if none is possible. */
export const useOfferedRefund = defineStore('offered-refund', () => ({ open: shallowRef<(() => void) | null>(null) }))
