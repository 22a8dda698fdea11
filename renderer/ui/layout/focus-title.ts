/** Where a control was taken away with the focus: keyboard and screen reader go on at the title of the screen. */
export function focusTitleIfLost(options: FocusOptions = {}): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus(options)
}

/** The same once a dialog has closed and has tried to give the focus back; what a person sees stays where it is. */
export function focusTitleAfterDialog(): void {
  setTimeout(() => {
    if (document.querySelector('[role="dialog"]') === null) focusTitleIfLost({ preventScroll: true })
  })
}
