import { onMounted, onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Milliseconds that the pointer rests on a control before its hint appears. */
const restMs = 500
/** Milliseconds that the pointer has to move from the control onto the hint. */
const crossingMs = 150

/** A visible hint: the control that it explains, and its text. */
export interface Hint {
  readonly control: HTMLElement
  readonly text: string
}

/**
 * The one hint of the window: the attribute `data-hint` of a control, shown while the pointer rests on the control
 * or on the hint, or the control has keyboard focus. Escape, a click or scrolling hides it. `box` is the element
 * that shows it.
 */
export function useHint(box: Readonly<ShallowRef<HTMLElement | null>>): Readonly<ShallowRef<Hint | null>> {
  const hint = shallowRef<Hint | null>(null)
  let waiting: ReturnType<typeof setTimeout> | undefined

  function show(control: HTMLElement): void {
    const text = control.dataset.hint ?? ''
    hint.value = text === '' || !control.isConnected ? null : { control, text }
    if (hint.value !== null) page.observe(document.body, { childList: true, subtree: true })
  }

  function hide(): void {
    clearTimeout(waiting)
    page.disconnect()
    hint.value = null
  }

  // A removed control emits no event, for example when the desk locks.
  const page = new MutationObserver(() => {
    if (hint.value?.control.isConnected === false) hide()
  })

  function after(milliseconds: number, act: () => void): void {
    clearTimeout(waiting)
    waiting = setTimeout(act, milliseconds)
  }

  const isOnHint = ({ target }: Event): boolean => target instanceof Node && box.value?.contains(target) === true

  function onPointerOver(event: PointerEvent): void {
    if (event.pointerType === 'touch') return
    const control = controlOf(event)
    if (isOnHint(event) || (control !== null && control === hint.value?.control)) clearTimeout(waiting)
    else if (control !== null) after(restMs, () => { show(control) })
    else if (hint.value === null) clearTimeout(waiting)
    else if (hint.value.control !== document.activeElement) after(crossingMs, hide)
  }

  function onFocusIn(event: FocusEvent): void {
    const control = controlOf(event)
    if (control?.matches(':focus-visible') === true) show(control)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || hint.value === null) return
    // Escape closes the topmost layer only.
    event.stopImmediatePropagation()
    hide()
  }

  function onPointerDown(event: PointerEvent): void {
    if (!isOnHint(event)) hide()
  }

  /** Hides the hint when its control moves or loses focus; events elsewhere do not matter. */
  function onMove({ target }: Event): void {
    const shown = hint.value
    if (shown !== null && (!(target instanceof Node) || target.contains(shown.control))) hide()
  }

  const listening = new AbortController()
  onMounted(() => {
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('pointerover', onPointerOver, options)
    window.addEventListener('pointerdown', onPointerDown, options)
    window.addEventListener('focusin', onFocusIn, options)
    window.addEventListener('keydown', onKeyDown, options)
    window.addEventListener('click', hide, options)
    for (const event of ['focusout', 'scroll', 'resize']) window.addEventListener(event, onMove, options)
  })
  onScopeDispose(() => {
    listening.abort()
    hide()
  })
  return hint
}

function controlOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
}
