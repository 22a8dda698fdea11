/** The step that a 3-D Secure order waits for: shown in every environment, performed outside production (§3). */
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { threeDSecureSteps } from './steps.ts'

/** The calls about 3-D Secure. */
export function threeDSecureCalls(desk: DeskContext): CallsOf<'threeDSecure'> {
  const steps = threeDSecureSteps(desk)
  return {
    'threeDSecure.look': (input) => steps.look(input),
    'threeDSecure.visit': (input) => steps.visit(input),
    'threeDSecure.endVisit': async () => {
      desk.services.issuerPages.end()
      return success(null)
    },
  }
}
