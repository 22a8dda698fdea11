import { onScopeDispose, readonly, ref } from 'vue'

/** The time in milliseconds, read again every `everyMs` milliseconds, for texts such as "5 minutes ago". */
export function useNow(everyMs = 15_000) {
  const now = ref(Date.now())
  const timer = setInterval(() => { now.value = Date.now() }, everyMs)
  onScopeDispose(() => { clearInterval(timer) })
  return readonly(now)
}
