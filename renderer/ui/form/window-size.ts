import { onScopeDispose, ref, type Ref } from 'vue'

/** True while the window is too narrow for columns, as at 200 % zoom; the same width as in the style sheets. */
export const useNarrow = (): Readonly<Ref<boolean>> => useMedia('(width < 720px)')

/** True while the window is too low for elements with a fixed position, as at 400 % zoom. */
export const useLow = (): Readonly<Ref<boolean>> => useMedia('(height < 400px)')

function useMedia(condition: string): Readonly<Ref<boolean>> {
  const query = window.matchMedia(condition)
  const matches = ref(query.matches)
  const take = (): void => { matches.value = query.matches }
  query.addEventListener('change', take)
  onScopeDispose(() => { query.removeEventListener('change', take) })
  return matches
}
