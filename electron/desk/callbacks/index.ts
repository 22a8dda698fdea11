/** Pasted callbacks and redirects: what they prove, and where they differ from the journal (§6). */
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { checkCallback } from './check-callback.ts'

/** The calls about callbacks. */
export function callbackCalls(desk: DeskContext): CallsOf<'callbacks'> {
  return { 'callbacks.check': (input) => checkCallback(desk, input) }
}
