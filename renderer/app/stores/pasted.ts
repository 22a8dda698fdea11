import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { PastedMail } from '../pasted-mail.ts'

/** The screens that read what was pasted into the quick search, and what each of them gets. */
interface HandedOver {
  readonly callbacks: string
  readonly inspector: string
  readonly profiles: PastedMail
}

/**
 * Passes what was pasted from the quick search to the screen that reads it. SECURITY: in memory and taken once; in the
 * address it would stay in the window's history.
 */
export const usePasted = defineStore('pasted', () => {
  const waiting = shallowRef<Partial<HandedOver>>({})

  function hand<To extends keyof HandedOver>(to: To, pasted: HandedOver[To]): void {
    waiting.value = { [to]: pasted }
  }

  /** Returns what waits for a screen and removes it; null if there is none. */
  function take<To extends keyof HandedOver>(to: To): HandedOver[To] | null {
    const pasted: HandedOver[To] | undefined = waiting.value[to]
    if (pasted === undefined) return null
    waiting.value = {}
    return pasted
  }

  return { waiting, hand, take }
})
