import { readonly, shallowRef } from 'vue'
import type { CallName } from '#shared/ipc/contract.ts'

/** What main requires before it carries out a call: the passphrase again, or the first passphrase of this desk. */
export type AccessNeed = 'proof' | 'protection'

/** A question to the person, because a call was refused without the answer. */
export interface AccessQuestion {
  readonly need: AccessNeed
  readonly call: CallName
}

interface PendingQuestion extends AccessQuestion {
  readonly answered: Promise<boolean>
  readonly answer: (given: boolean) => void
}

const current = shallowRef<PendingQuestion | null>(null)
let hasDialog = false

/** The current question for the dialog, or null. */
export const accessQuestion = readonly(current)

/**
 * Asks a person for what a call requires. Returns true once it was given, false if the person cancelled or no dialog
 * is registered. Calls with the same need share one question; others wait for their turn.
 */
export async function askFor(need: AccessNeed, call: CallName): Promise<boolean> {
  while (current.value !== null && current.value.need !== need) await current.value.answered
  if (!hasDialog) return false
  if (current.value !== null) return await current.value.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  current.value = { need, call, answered: promise, answer: resolve }
  return await promise
}

/** Ends the current question. `given`: main now has what it requires. */
export function answerQuestion(given: boolean): void {
  const question = current.value
  current.value = null
  question?.answer(given)
}

/**
 * Registers the dialog that shows the questions. The returned function unregisters it and cancels the current
 * question.
 */
export function registerQuestionDialog(): () => void {
  hasDialog = true
  return () => {
    hasDialog = false
    answerQuestion(false)
  }
}
