import { nextTick, ref, type Ref } from 'vue'

const linesOfAPage = 10

/**
 * The focus in a list that renders only the visible lines. Arrow keys, Page Up and Down, Home and End move it. The line
 * with the focus stays rendered when it is scrolled out of view, so that the focus is not lost.
 */
export function useLineFocus({ frame, count, show }: {
  /** The element that contains the lines; each has its index in `data-index`. */
  frame: Readonly<Ref<HTMLElement | null>>
  count: () => number
  /** Scrolls to a line. */
  show: (index: number) => void
}) {
  const focused = ref<number | null>(null)

  function onFocusIn(event: FocusEvent): void {
    focused.value = placeOf(event.target)
  }

  function onFocusOut(event: FocusEvent): void {
    // When a new list removes the line with the focus, no other element receives it.
    if (placeOf(event.relatedTarget) === null) focused.value = null
  }

  async function onKeydown(event: KeyboardEvent): Promise<void> {
    const from = placeOf(event.target)
    if (from === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const last = count() - 1
    const places: Readonly<Record<string, number>> = {
      ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + linesOfAPage, PageUp: from - linesOfAPage,
      Home: 0, End: last,
    }
    const to = places[event.key]
    if (to === undefined) return
    event.preventDefault()
    const place = Math.max(0, Math.min(to, last))
    await focusLine(place, event.target instanceof HTMLInputElement ? '.select' : undefined)
  }

  /** Focuses a line, also one that is not visible. */
  async function focusLine(place: number, control = ':is(.type, .rest) a'): Promise<void> {
    focused.value = place
    show(place)
    await nextTick()
    frame.value?.querySelector<HTMLElement>(`[data-index="${place}"] ${control}`)?.focus({ preventScroll: true })
  }

  return { focused, focusLine, onFocusIn, onFocusOut, onKeydown }
}

function placeOf(target: EventTarget | null): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined
  return index === undefined ? null : Number(index)
}
