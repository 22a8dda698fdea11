import { onBeforeUnmount, onMounted } from 'vue'
import { api } from '../api.ts'

/** Main measures idle time in minutes, so more frequent calls would have no effect. */
const shortestIntervalMs = 15_000
const activityEvents = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/**
 * Reports to main at most every 15 seconds that somebody uses the window. Main locks an idle desk with it if the
 * system does not report its idle time.
 */
export function useActivity(): void {
  let last = Number.NEGATIVE_INFINITY

  function report(): void {
    const now = performance.now()
    if (now - last < shortestIntervalMs) return
    last = now
    void api.call('access.noteActivity')
  }

  onMounted(() => {
    for (const name of activityEvents) window.addEventListener(name, report, { capture: true, passive: true })
  })
  onBeforeUnmount(() => {
    for (const name of activityEvents) window.removeEventListener(name, report, { capture: true })
  })
}
