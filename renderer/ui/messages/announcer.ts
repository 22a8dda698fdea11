import { computed, readonly, ref, shallowRef } from 'vue'
import type { Kind } from './kinds.ts'

/** A short message to the person, with the time at which it appeared (ISO 8601, UTC). */
export interface Message {
  readonly id: number
  readonly kind: Kind
  readonly text: string
  readonly at: string
}

const shownMs = 6000
/** The largest number of messages that the bell lists. */
const mostKept = 20
const spoken = ref('')
const showing = shallowRef<readonly Message[]>([])
const kept = shallowRef<readonly Message[]>([])
let lastId = 0

/** The text of the live region for screen readers. */
export const spokenText = readonly(spoken)

/**
 * The one message on screen, or null. A failure stays until it is closed, the oldest first; any other message is
 * replaced by a newer one.
 */
export const shownMessage = computed<Message | null>(() =>
  showing.value.find(({ kind }) => kind === 'bad') ?? showing.value.at(-1) ?? null)

/** The latest messages, newest first: in memory only, until the desk is locked. */
export const keptMessages = readonly(kept)

/** Announces a text to screen readers without moving focus; an equal text is announced again. */
export function announce(text: string): void {
  // A live region is read when its text changes; the invisible space makes an equal text a change.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text
}

/**
 * Shows a short message and announces it to screen readers: a failure until it is closed, others for six seconds.
 * Use it only for messages that need no reaction. A problem with money is shown permanently in the page.
 */
export function showMessage(kind: Kind, text: string): void {
  lastId += 1
  const message = { id: lastId, kind, text, at: new Date().toISOString() }
  showing.value = [...showing.value, message]
  kept.value = [message, ...kept.value].slice(0, mostKept)
  announce(text)
  if (kind !== 'bad') setTimeout(() => { closeMessage(message.id) }, shownMs)
}

/** Hides a message; the bell still lists it. */
export function closeMessage(id: number): void {
  showing.value = showing.value.filter((message) => message.id !== id)
}

/** Deletes every message. */
export function forgetMessages(): void {
  showing.value = []
  kept.value = []
  spoken.value = ''
}
