import { readonly, ref, shallowRef } from 'vue'
import type { Kind } from './kinds.ts'

export interface Toast {
  readonly id: number
  readonly kind: Kind
  readonly text: string
}

const shownMs = 6000
const spoken = ref('')
const toasts = shallowRef<readonly Toast[]>([])
let lastId = 0

/** What the screen reader's live region says now. */
export const spokenText = readonly(spoken)

/** The short messages on show, oldest first. */
export const shownToasts = readonly(toasts)

/** Says a text to screen readers without moving focus; an equal text is said again. */
export function announce(text: string): void {
  // A live region is read when its text changes; the invisible blank makes an equal text a change.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text
}

/**
 * Shows a short message for a few seconds and says it to screen readers. For what needs no answer; what went wrong
 * with money belongs into the page, where it stays.
 */
export function showToast(kind: Kind, text: string): void {
  lastId += 1
  const toast = { id: lastId, kind, text }
  toasts.value = [...toasts.value, toast]
  announce(text)
  setTimeout(() => { dismissToast(toast.id) }, shownMs)
}

/** Takes a message away before its time. */
export function dismissToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}
