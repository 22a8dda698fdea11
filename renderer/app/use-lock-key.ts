import { computed, onBeforeUnmount, onMounted, type ComputedRef } from 'vue'
import { useText } from '../i18n/index.ts'
import { showMessage } from '../ui/messages/announcer.ts'
import { failureText } from './messages/failure-text.ts'
import { isShortcut } from './shortcut.ts'
import { useAccess } from './stores/access.ts'
import { useSession } from './stores/session.ts'

/** Returns the function that locks the desk and shows why it could not be locked. */
export function useLock(): () => Promise<void> {
  const access = useAccess()
  const t = useText()
  return async () => {
    const failure = await access.lock()
    if (failure !== null) showMessage('bad', failureText(failure, t).what)
  }
}

/** The text of a shortcut: "Ctrl+K", on a Mac "⌘K". */
export function useKeyText(key: string): ComputedRef<string> {
  const session = useSession()
  return computed(() => (session.app?.platform === 'darwin' ? `⌘${key}` : `Ctrl+${key}`))
}

/** Ctrl+L, on a Mac ⌘L, locks the desk, whatever has the focus. */
export function useLockKey(): void {
  const lock = useLock()

  function lockOnKey(event: KeyboardEvent): void {
    if (!isShortcut(event, 'L')) return
    event.preventDefault()
    if (!event.repeat) void lock()
  }

  // In the capture phase, so that no control or screen can prevent the lock.
  onMounted(() => { window.addEventListener('keydown', lockOnKey, { capture: true }) })
  onBeforeUnmount(() => { window.removeEventListener('keydown', lockOnKey, { capture: true }) })
}
