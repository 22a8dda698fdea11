import { inject, type InjectionKey } from 'vue'

/**
 * Puts text on the clipboard; answers whether that worked. The page itself has no clipboard: main writes, and clears
 * what is not `lasting` after 30 s.
 */
export type CopyText = (text: string, lasting: boolean) => Promise<boolean>

export const copyTextKey: InjectionKey<CopyText> = Symbol('copy text')

/** The application's way to the clipboard, provided once at its root. */
export function useCopyText(): CopyText {
  return inject(copyTextKey, async () => false)
}
