/** Shows how a request is signed, step by step, and why a pasted request was refused. Nothing is sent. */
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { diagnoses } from './diagnose.ts'
import { inspectEntry } from './inspect-entry.ts'
import { inspectForm } from './inspect-form.ts'

/** The calls of the inspector. */
export function inspectorCalls(desk: DeskContext): CallsOf<'inspector'> {
  const diagnosing = diagnoses(desk)
  return {
    'inspector.build': (input) => inspectForm(desk, input),
    'inspector.fromEntry': ({ entryId }) => inspectEntry(desk.services, entryId),
    'inspector.diagnose': (input) => diagnosing.run(input),
    'inspector.cancelDiagnosis': async ({ runId }) => {
      diagnosing.cancel(runId)
      return success(null)
    },
  }
}
