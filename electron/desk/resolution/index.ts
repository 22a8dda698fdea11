/** Resolves the outcomes of requests: follows them to their final status, and checks open outcomes. */
import type { CallsOf } from '../calls.ts'
import type { Resolution } from './resolution.ts'

export { cardholderLink } from './cardholder.ts'
export { followers, type Followers } from './follow.ts'
export { keptField } from './known-card.ts'
export { pacedQueue } from './paced-queue.ts'
export { closingOf } from './resolution-plan.ts'
export { reportedIn } from './reported-order.ts'
export { resolution, type Resolution } from './resolution.ts'

/** The calls about open outcomes. */
export function resolutionCalls(resolution: Resolution): CallsOf<'resolution'> {
  return {
    'resolution.list': () => resolution.list(),
    'resolution.close': (input) => resolution.close(input, false),
    'resolution.giveUp': (input) => resolution.close(input, true),
  }
}
