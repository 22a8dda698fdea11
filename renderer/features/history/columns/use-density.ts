import { ref, watch, type Ref } from 'vue'

export type Density = 'comfortable' | 'compact'

const key = 'history.density'

/** The density of the list; stored on this computer. */
export function useDensity(): Ref<Density> {
  const density = ref<Density>(window.localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable')
  watch(density, (chosen) => { window.localStorage.setItem(key, chosen) })
  return density
}
