import { onScopeDispose, ref, type Ref } from 'vue'

/** True if the window is too narrow for rows of columns, as at 200 % zoom. The same width as in the style sheets. */
export function useNarrow(): Readonly<Ref<boolean>> {
  const query = window.matchMedia('(width < 720px)')
  const narrow = ref(query.matches)
  const take = (): void => { narrow.value = query.matches }
  query.addEventListener('change', take)
  onScopeDispose(() => { query.removeEventListener('change', take) })
  return narrow
}
