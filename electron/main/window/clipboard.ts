import type { Clipboard } from 'electron'

/** How long copied text stays, unless it is meant to be passed on. */
const staysMs = 30_000

/** The system's clipboard, as far as this application wrote it. */
export interface OwnClipboard {
  /** Copies text. Clears it after 30 s unless `lasting` is set or the clipboard changed. */
  copy(text: string, lasting: boolean): Promise<void>
  /** Clears now what would be cleared later. Does not change lasting text or text from elsewhere. Never rejects. */
  clearNow(): Promise<void>
}

/** Creates the clipboard. `schedule` calls back after so many milliseconds; the returned function cancels. */
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
      // SECURITY: text that cannot be compared is cleared: losing other text is better than leaving a card reference.
      clipboard.clear()
    }
  }

  return {
    async copy(text, lasting) {
      cancel()
      held = lasting ? null : text
      written = clipboard.writeText(text)
      await written
      if (held === text) cancel = schedule(staysMs, () => { void clearNow() })
    },
    clearNow,
  }
}

/** Windows may return other line ends. */
function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}
