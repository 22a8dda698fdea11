import { onBeforeUnmount, onMounted } from 'vue'
import { api } from '../api.ts'

/** Main counts in minutes, so that more calls would be of no use. */
const mostOftenMs = 15_000
const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/**
 * Reports to main at most every 15 seconds that somebody uses the window. Main locks an idle desk with it if the
 * system does not report its idle time.
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
