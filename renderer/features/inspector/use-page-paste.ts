import { onBeforeUnmount, onMounted } from 'vue'
import { pastedKind } from '../../app/search/pasted-text.ts'
import { useText } from '../../i18n/index.ts'
import { showMessage } from '../../ui/messages/announcer.ts'

/** Elements that handle a paste themselves. */
const editable = 'input, textarea, select, [contenteditable="true"], [role="dialog"]'

/**
 * Calls `take` with a text that is pasted while the screen is open and no field has the focus. Refuses a mail of
 * gateway support with a message, wherever on the screen it is pasted.
 */
export function usePagePaste(take: (text: string) => unknown): void {
  const t = useText()

  // SECURITY: refused before any field can show it, as the mail contains a control secret.
  function refuseMail(event: ClipboardEvent): void {
    const isHere = event.target === document.body || (event.target instanceof Element && event.target.closest('main') !== null)
    if (!isHere || pastedKind(event.clipboardData?.getData('text/plain') ?? '') !== 'mail') return
    event.preventDefault()
    event.stopPropagation()
    showMessage('warning', t('inspector.find.isMail'))
  }

  function onPaste(event: ClipboardEvent): void {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(editable) !== null)) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text.trim() === '') return
    event.preventDefault()
    take(text)
  }

  onMounted(() => {
    document.addEventListener('paste', refuseMail, { capture: true })
    document.addEventListener('paste', onPaste)
  })
  onBeforeUnmount(() => {
    document.removeEventListener('paste', refuseMail, { capture: true })
    document.removeEventListener('paste', onPaste)
  })
}
