import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Opens the refund of the payment on screen; null where none is possible. */
export const useOfferedRefund = defineStore('offered-refund', () => ({ open: shallowRef<(() => void) | null>(null) }))
