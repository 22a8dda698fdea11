import { defineStore } from 'pinia'
import { ref } from 'vue'

/**
 * Passes a text from the quick search to the screen that reads it. SECURITY: in memory and taken once; in the
 * address it would stay in the window's history.
 */
export const usePasted = defineStore('pasted', () => {
  const waiting = ref('')

  function hand(text: string): void {
    waiting.value = text
  }

  /** Returns the waiting text and removes it; empty if there is none. */
  function take(): string {
    const text = waiting.value
    waiting.value = ''
    return text
  }

  return { waiting, hand, take }
})
