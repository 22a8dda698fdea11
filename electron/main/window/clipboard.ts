import type { Clipboard } from 'electron'

/** Copied text is cleared after this time, unless it is `lasting`. */
const clearAfterMs = 30_000

/** Text on the system's clipboard that this application copied. */
export interface OwnClipboard {
  /** Copies text. Clears it after 30 s unless `lasting` is set or the clipboard changed. */
  copy(text: string, lasting: boolean): Promise<void>
  /** Clears at once the text that would be cleared later. Other text on the clipboard stays. Never rejects. */
  clearNow(): Promise<void>
}

/** Creates the clipboard. `schedule` calls back after the delay; the returned function cancels it. */
export function createOwnClipboard(
  clipboard: Pick<Clipboard, 'writeText' | 'readText' | 'clear'>,
  schedule: (delayMs: number, callback: () => void) => () => void,
): OwnClipboard {
  let written = Promise.resolve()
  let held: string | null = null
  let cancel = () => {}

  async function clearNow(): Promise<void> {
    cancel()
    const text = held
    held = null
    if (text === null) return
    try {
      await written
      if (sameText(await clipboard.readText(), text)) clipboard.clear()
    } catch {
      // SECURITY: text that cannot be compared is cleared. Losing other text is better than leaving a card reference.
      clipboard.clear()
    }
  }

  return {
    async copy(text, lasting) {
      cancel()
      held = lasting ? null : text
      written = clipboard.writeText(text)
      await written
      if (held === text) cancel = schedule(clearAfterMs, () => { void clearNow() })
    },
    clearNow,
  }
}

/** Compares texts without regard to line ends, which Windows may change. */
function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}
