import type { Input, WebContents } from 'electron'

/** Editing, closing the window, hiding and quitting, by their keys with Command. */
const harmless = new Set(['a', 'c', 'v', 'x', 'z', 'w', 'h', 'm', 'q'])

/**
 * Keeps the menu's shortcuts from working in a stranger's page. On macOS the menu alone makes the keys for editing,
 * closing and quitting work, so there these few go through; elsewhere the window has no menu and pages edit without.
 */
export function guardShortcuts(contents: WebContents, platform: NodeJS.Platform): void {
  contents.setIgnoreMenuShortcuts(true)
  if (platform !== 'darwin') return
  contents.on('before-input-event', (_event, input) => {
    contents.setIgnoreMenuShortcuts(!isHarmlessShortcut(input))
  })
}

/** Whether a key is one of those that may reach the menu of macOS. */
export function isHarmlessShortcut({ key, meta, control, alt }: Pick<Input, 'key' | 'meta' | 'control' | 'alt'>): boolean {
  return meta && !control && !alt && harmless.has(key.toLowerCase())
}
