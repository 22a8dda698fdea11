import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** Calls `act` if the address has the parameter `name` (`/keys?generate=1`), and removes it from the address. */
export function useAskedFor(name: string, act: () => void): void {
  const route = useRoute()
  const router = useRouter()
  const ownPath = route.path

  watch(() => route.query[name], async (asked) => {
    if (asked === undefined || route.path !== ownPath) return
    await router.replace({ path: ownPath, query: {} })
    act()
  }, { immediate: true })
}
