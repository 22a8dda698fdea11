/** Where a control was taken away with the focus: keyboard and screen reader go on at the title of the screen. */
export function focusTitleIfLost(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
}
