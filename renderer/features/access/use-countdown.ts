import { computed, onScopeDispose, ref } from 'vue'

const stepMs = 250

/** Counts down whole seconds by the monotonic clock. `begin` restarts it from the given milliseconds. */
export function useCountdown() {
  const leftMs = ref(0)
  let endsAt = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function step(): void {
    leftMs.value = Math.max(0, endsAt - performance.now())
    if (leftMs.value === 0) clearInterval(timer)
  }

  function begin(ms: number): void {
    clearInterval(timer)
    endsAt = performance.now() + ms
    leftMs.value = ms
    if (ms > 0) timer = setInterval(step, stepMs)
  }

  onScopeDispose(() => { clearInterval(timer) })

  return { seconds: computed(() => Math.ceil(leftMs.value / 1000)), begin }
}
