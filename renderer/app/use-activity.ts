import { onBeforeUnmount, onMounted } from 'vue'
import { api } from './api.ts'

/** Main counts in minutes; more often would only be noise. */
const mostOftenMs = 15_000
const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/**
 * Tells main that somebody uses the window, at most every 15 seconds: it locks a desk that nobody uses, where the
 * system does not tell how long that has been.
 */
export function useActivity(): void {
  let last = Number.NEGATIVE_INFINITY

  function note(): void {
    const now = performance.now()
    if (now - last < mostOftenMs) return
    last = now
    void api.call('access.noteActivity')
  }

  onMounted(() => {
    for (const sign of signs) window.addEventListener(sign, note, { capture: true, passive: true })
  })
  onBeforeUnmount(() => {
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true })
  })
}
