import type { Failure } from '#shared/model/answers/failure.ts'
import { fitsBox, questionLastsMs } from '../common/boxes/outside-question.ts'
import type { OutsideQuestion, System } from './services.ts'

/**
 * Shows a message box of the system; returns null if the person chose the action. SECURITY: a question that does not
 * fit is refused, not cut: a person cannot confirm text that is not visible.
 */
export async function refusedOutside(
  { confirm }: Pick<System, 'confirm'>, question: OutsideQuestion,
): Promise<Failure | null> {
  if (!fitsBox(question)) return { code: 'question-too-long' }
  return await confirm(question, questionLastsMs) ? null : { code: 'not-confirmed-outside' }
}
