import type { Clipboard } from 'electron'

/** How long what was copied stays, unless it is meant to be passed on. */
const staysMs = 30_000

/** The system's clipboard, as far as this application wrote it. */
export interface OwnClipboard {
  /** Copies text. Unless it is `lasting`, it is cleared after 30 s if nothing else was copied meanwhile. */
  copy(text: string, lasting: boolean): Promise<void>
  /** Clears what would be cleared later. Leaves alone what lasts and what came from elsewhere. Never rejects. */
  clearNow(): Promise<void>
}

/** Makes it. `schedule` calls back after so many milliseconds; the function it gives cancels. */
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
      // SECURITY: what cannot be compared is cleared: better a text too many than a card reference left behind.
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

/** Windows may give line ends back in its own way. */
function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}
