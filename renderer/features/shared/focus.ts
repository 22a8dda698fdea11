import { focusTitleIfLost } from '../../ui/layout/focus-title.ts'
import { nextTick, onBeforeUnmount, onMounted, watch, type Ref } from 'vue'

/** What a change has just opened is drawn, and takes the focus, within these many steps. */
const mostSteps = 6

/**
 * Puts the focus on the first field that has a problem (or on what says it of several), once it is drawn. A day takes
 * the focus in its first part.
 */
export async function focusFirstProblem(root: Readonly<Ref<HTMLElement | null>>): Promise<void> {
  // What stands already may be drawn again or have something opened before it.
  await drawingDone()
  const field = root.value?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')
  const focused = field?.querySelector<HTMLElement>('[role="spinbutton"]') ?? field
  focused?.focus()
}

async function drawingDone(): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) await nextTick()
}

/** Puts the focus on the heading of what has just come up, so that keyboard and screen reader go on from there. */
export async function focusResult(root: Readonly<Ref<HTMLElement | null>>): Promise<void> {
  await nextTick()
  root.value?.querySelector<HTMLElement>('[data-result-heading]')?.focus()
}

/**
 * Keeps the focus on the title of the screen when `drawn` changes and another title takes its place, as once what the
 * screen shows was read. Where the focus is elsewhere it stays there.
 */
export function keepTitleFocus(drawn: Readonly<Ref<unknown>>): void {
  // Before the change is drawn: then the old title is gone, and the focus with it.
  watch(drawn, async () => {
    if (document.activeElement?.tagName !== 'H1') return
    await nextTick()
    focusTitleIfLost()
  }, { flush: 'pre' })
}

/**
 * Where a control of the screen is taken away with the focus, as the button that clears the filters, the focus goes on
 * at the title of the screen, unless something else takes it.
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
