/** Pasted callbacks and redirects: what they prove, and how they differ from the journal (§6). */
import { utcTime } from '../../common/processes/time.ts'
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { checkCallback } from './check-callback.ts'
import type { CheckedCallbacks } from './checked-callbacks.ts'

export { checkedCallbacks, type CheckedCallback, type CheckedCallbacks } from './checked-callbacks.ts'

/** The calls about callbacks. */
export function callbackCalls(desk: DeskContext, checked: CheckedCallbacks): CallsOf<'callbacks'> {
  return {
    'callbacks.check': async (input) => {
      const answer = await checkCallback(desk, input)
      if (answer.ok) checked.add(input.profileId, { at: utcTime(desk.services.system.now()), check: answer.value })
      return answer
    },
  }
}
