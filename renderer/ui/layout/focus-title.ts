/** Focuses the title of the screen if the focused control was removed, for keyboard and screen reader. */
export function focusTitleIfLost(options: FocusOptions = {}): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus(options)
}

/** Does the same after a dialog has closed and tried to restore the focus; does not scroll. */
export function focusTitleAfterDialog(): void {
  setTimeout(() => {
    if (document.querySelector('[role="dialog"]') === null) focusTitleIfLost({ preventScroll: true })
  })
}
