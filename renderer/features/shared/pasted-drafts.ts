import { defineStore } from 'pinia'
import { onBeforeUnmount } from 'vue'
import { usePasted } from '../../app/stores/pasted.ts'
import { useScreenStart } from '../../app/stores/screen-start.ts'

type PastingScreen = 'inspector' | 'callbacks'

/**
 * Texts that were pasted into a screen, until the desk is locked. SECURITY: in the page's memory only, which a lock
 * clears before another person can unlock; a pasted text may contain card data and is not masked.
 */
const usePastedDrafts = defineStore('pasted-drafts', () => {
  const drafts = new Map<string, string>()
  return { drafts }
})

/** True if a screen's pasted text is kept. */
export function hasKeptPaste(screen: PastingScreen): boolean {
  return usePastedDrafts().drafts.has(screen)
}

/**
 * Keeps the pasted text of a screen when it is left. Returns the text that was kept before, or an empty one. A screen
 * that a person reopened by its link, or that gets another pasted text, starts without it. `read` is called before the
 * screen's fields are removed.
 */
export function keptPaste(screen: PastingScreen, read: () => string): string {
  const { drafts } = usePastedDrafts()
  const start = useScreenStart()
  const begunAt = start.count
  const kept = usePasted().waiting[screen] === undefined ? drafts.get(screen) ?? '' : ''
  drafts.delete(screen)

  onBeforeUnmount(() => {
    const text = read()
    if (start.count === begunAt && text !== '') drafts.set(screen, text)
  })
  return kept
}
