import { onScopeDispose, readonly, ref } from 'vue'

const everyMs = 15_000

/** The time in milliseconds, updated every 15 seconds, for texts such as "5 minutes ago". */
export function useNow() {
  const now = ref(Date.now())
  const timer = setInterval(() => { now.value = Date.now() }, everyMs)
  onScopeDispose(() => { clearInterval(timer) })
  return readonly(now)
}
