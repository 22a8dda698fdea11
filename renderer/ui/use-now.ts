import { onScopeDispose, readonly, ref } from 'vue'

const everyMs = 15_000

/** The time in milliseconds, moved on every 15 seconds, for what is told as "so long ago". */
export function useNow() {
  const now = ref(Date.now())
  const timer = setInterval(() => { now.value = Date.now() }, everyMs)
  onScopeDispose(() => { clearInterval(timer) })
  return readonly(now)
}
