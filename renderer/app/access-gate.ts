import { readonly, shallowRef } from 'vue'
import type { CallName } from '#shared/ipc/contract.ts'

/** What main needs before it does as it was told: the passphrase again, or the first passphrase of this desk. */
export type AccessNeed = 'proof' | 'protection'

/** A person is asked for something because this call was refused without it. */
export interface AccessQuestion {
  readonly need: AccessNeed
  readonly call: CallName
}

interface Asked extends AccessQuestion {
  readonly answered: Promise<boolean>
  readonly answer: (given: boolean) => void
}

const current = shallowRef<Asked | null>(null)
let someoneAnswers = false

/** The question that stands, for the dialog that puts it; null while there is none. */
export const accessQuestion = readonly(current)

/**
 * Asks a person for what a call needs; true once it was given, false when the person gave up or no dialog is there to
 * ask. Calls that need the same at the same time share one question, others wait for their turn.
 */
export async function askFor(need: AccessNeed, call: CallName): Promise<boolean> {
  while (current.value !== null && current.value.need !== need) await current.value.answered
  if (!someoneAnswers) return false
  if (current.value !== null) return await current.value.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  current.value = { need, call, answered: promise, answer: resolve }
  return await promise
}

/** Ends the question that stands: `given` tells whether main has now what it needs. */
export function answerQuestion(given: boolean): void {
  const asked = current.value
  current.value = null
  asked?.answer(given)
}

/** A dialog puts the questions from now on; what this answers ends that, and gives up a question that stands. */
export function takeQuestions(): () => void {
  someoneAnswers = true
  return () => {
    someoneAnswers = false
    answerQuestion(false)
  }
}
