/**
 * True for Ctrl, on a Mac ⌘, with the letter and no other modifier. On a keyboard with other letters (Russian, Greek,
 * Arabic) the physical key of the letter counts.
 */
export function isShortcut(event: KeyboardEvent, letter: 'K' | 'L'): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
  return /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() === letter : event.code === `Key${letter}`
}
