import type { Input, WebContents } from 'electron'

/** Command with these keys: editing, closing or minimizing the window, hiding, quitting. */
const harmless = new Set(['a', 'c', 'v', 'x', 'z', 'w', 'h', 'm', 'q'])

/**
 * Disables the menu's shortcuts in a foreign page. On macOS only the menu provides the keys for editing, closing and
 * quitting, so these few are permitted there. Elsewhere the window has no menu, and pages can edit without one.
 */
export function guardShortcuts(contents: WebContents, platform: NodeJS.Platform): void {
  contents.setIgnoreMenuShortcuts(true)
  if (platform !== 'darwin') return
  contents.on('before-input-event', (_event, input) => {
    contents.setIgnoreMenuShortcuts(!isHarmlessShortcut(input))
  })
}

/** Whether a key with its modifiers may reach the menu of macOS. */
export function isHarmlessShortcut({ key, meta, control, alt }: Pick<Input, 'key' | 'meta' | 'control' | 'alt'>): boolean {
  return meta && !control && !alt && harmless.has(key.toLowerCase())
}
