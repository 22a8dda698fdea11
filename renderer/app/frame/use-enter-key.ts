import { onBeforeUnmount, onMounted, type Ref } from 'vue'
import { pressSubmit } from '../../ui/form/form-bar.ts'

/**
 * Ctrl+Enter, on a Mac ⌘Enter, submits the form of `screen` that has the focus, else the one in its bar. It does
 * nothing in dialogs, which confirm payments and deletions. A held Enter counts once, except in a multi-line field.
 */
export function useEnterKey(screen: Readonly<Ref<HTMLElement | null>>): void {
  function onEnter(event: KeyboardEvent): void {
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof Element)) return
    const submits = event.ctrlKey || event.metaKey
    if (!submits && (!event.repeat || target instanceof HTMLTextAreaElement)) return
    // SECURITY: otherwise the focused button would react to the Enter too, and it may confirm a payment.
    event.preventDefault()
    if (!submits || event.repeat || screen.value?.contains(target) !== true) return
    const form = target.closest('form') ?? screen.value.querySelector<HTMLButtonElement>('[form][type="submit"]')?.form
    if (form != null) pressSubmit(form)
  }

  onMounted(() => { window.addEventListener('keydown', onEnter, { capture: true }) })
  onBeforeUnmount(() => { window.removeEventListener('keydown', onEnter, { capture: true }) })
}
