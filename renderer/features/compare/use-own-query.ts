import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { queryText } from '../shared/form/targets.ts'

/** Reads a value of the screen's own address; empty where it has none. */
export function useOwnQuery(): (name: string) => string {
  const route = useRoute()
  const ownPath = route.path
  // On the way out the address is already another screen's.
  const query = computed((before?: typeof route.query) =>
    (before !== undefined && route.path !== ownPath ? before : route.query))
  return (name) => queryText(query.value, name)
}
