import { onBeforeUnmount, onMounted } from 'vue'

/** Where a paste belongs to what has the focus. */
const editable = 'input, textarea, select, [contenteditable="true"], [role="dialog"]'

/** Calls `take` with a text that is pasted while the screen is open and no field has the focus. */
export function usePagePaste(take: (text: string) => unknown): void {
  function onPaste(event: ClipboardEvent): void {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(editable) !== null)) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text.trim() === '') return
    event.preventDefault()
    take(text)
  }

  onMounted(() => { document.addEventListener('paste', onPaste) })
  onBeforeUnmount(() => { document.removeEventListener('paste', onPaste) })
}
