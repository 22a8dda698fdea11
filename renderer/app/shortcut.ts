/**
 * True where Ctrl, on a Mac ⌘, is held with a letter alone: the one that the key types, or the one at its place on a
 * keyboard whose letters are not Latin, as of Russian, Greek or Arabic.
 */
export function isShortcut(event: KeyboardEvent, letter: 'K' | 'L'): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
  return /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() === letter : event.code === `Key${letter}`
}
