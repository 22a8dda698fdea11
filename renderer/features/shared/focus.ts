import { focusTitleIfLost } from '../../ui/layout/focus-title.ts'
import { nextTick, onBeforeUnmount, onMounted, watch, type Ref } from 'vue'

/** Number of rendering steps within which a newly opened element is rendered and focused. */
const mostSteps = 6

/**
 * Focuses the first field with a problem, or the message about several fields, once it is rendered. A day is focused in
 * its first part.
 */
export async function focusFirstProblem(root: Readonly<Ref<HTMLElement | null>>): Promise<void> {
  // An element that exists already may be rendered again, or one before it may open.
  await drawingDone()
  const field = root.value?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')
  const focused = field?.querySelector<HTMLElement>('[role="spinbutton"]') ?? field
  focused?.focus()
}

async function drawingDone(): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) await nextTick()
}

/** Focuses the heading of a new result, so that keyboard and screen reader continue from there. */
export async function focusResult(root: Readonly<Ref<HTMLElement | null>>): Promise<void> {
  await nextTick()
  root.value?.querySelector<HTMLElement>('[data-result-heading]')?.focus()
}

/**
 * Keeps the focus on the title of the screen when `drawn` changes and another title replaces it, as when the content of
 * the screen was read. If another element has the focus, it keeps it.
 */
export function keepTitleFocus(drawn: Readonly<Ref<unknown>>): void {
  // Runs before rendering, which removes the old title with its focus.
  watch(drawn, async () => {
    if (document.activeElement?.tagName !== 'H1') return
    await nextTick()
    focusTitleIfLost()
  }, { flush: 'pre' })
}

/**
 * If a control with the focus is removed, such as the button that clears the filters, the focus moves to the title of
 * the screen, unless another element receives it.
 */
export function keepFocusOnScreen(): void {
  let focused: Element | null = null
  const main = (): HTMLElement | null => document.querySelector('main')
  async function goOn(): Promise<void> {
    if (focused?.isConnected !== false) return
    focused = null
    await drawingDone()
    focusTitleIfLost()
  }
  const observer = new MutationObserver(() => { void goOn() })
  const note = ({ target }: FocusEvent): void => {
    focused = target instanceof Element && main()?.contains(target) === true ? target : null
  }
  onMounted(() => {
    document.addEventListener('focusin', note)
    const root = main()
    if (root !== null) observer.observe(root, { childList: true, subtree: true })
  })
  onBeforeUnmount(() => {
    document.removeEventListener('focusin', note)
    observer.disconnect()
  })
}
