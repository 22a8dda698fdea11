import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { queryText } from '../shared/form/targets.ts'

/** Returns a function that reads a query value of the screen's own address; empty if there is none. */
export function useOwnQuery(): (name: string) => string {
  const route = useRoute()
  const ownPath = route.path
  // When the person leaves, the address is already the next screen's: the old one stays.
  const query = computed((before?: typeof route.query) =>
    (before !== undefined && route.path !== ownPath ? before : route.query))
  return (name) => queryText(query.value, name)
}
