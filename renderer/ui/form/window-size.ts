import { onScopeDispose, ref, type Ref } from 'vue'

/** Whether the window is too narrow for rows of columns, as at 200 % zoom; the same width as in the style sheets. */
export const useNarrow = (): Readonly<Ref<boolean>> => useMedia('(width < 720px)')

/** Whether the window is too low for anything that stays in place, as at 400 % zoom. */
export const useLow = (): Readonly<Ref<boolean>> => useMedia('(height < 400px)')

function useMedia(condition: string): Readonly<Ref<boolean>> {
  const query = window.matchMedia(condition)
  const matches = ref(query.matches)
  const take = (): void => { matches.value = query.matches }
  query.addEventListener('change', take)
  onScopeDispose(() => { query.removeEventListener('change', take) })
  return matches
}
