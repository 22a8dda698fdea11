import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { PastedMail } from '../pasted-mail.ts'

/** The screens that receive content pasted into the quick search, each with its type. */
interface PastedContent {
  readonly callbacks: string
  readonly inspector: string
  readonly profiles: PastedMail
}

/**
 * Passes content pasted into the quick search to the screen that reads it. SECURITY: kept in memory and taken once; in
 * the address it would stay in the window's history.
 */
export const usePasted = defineStore('pasted', () => {
  const waiting = shallowRef<Partial<PastedContent>>({})

  function pass<To extends keyof PastedContent>(to: To, pasted: PastedContent[To]): void {
    waiting.value = { [to]: pasted }
  }

  /** Returns the content for a screen and removes it; null if there is none. */
  function take<To extends keyof PastedContent>(to: To): PastedContent[To] | null {
    const pasted: PastedContent[To] | undefined = waiting.value[to]
    if (pasted === undefined) return null
    waiting.value = {}
    return pasted
  }

  return { waiting, pass, take }
})
