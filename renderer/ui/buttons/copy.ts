import { inject, type InjectionKey } from 'vue'

/**
 * Puts text on the clipboard; false if that failed. The page itself has no clipboard: main writes, and clears the
 * clipboard after 30 s unless `lasting` is set.
 */
export type CopyText = (text: string, lasting: boolean) => Promise<boolean>

export const copyTextKey: InjectionKey<CopyText> = Symbol('copy text')

/** The application's clipboard, provided once at its root. */
export function useCopyText(): CopyText {
  return inject(copyTextKey, async () => false)
}
