/** Finding out what became of a request: followed to its final status, and resolved where its outcome is open. */
import type { CallsOf } from '../calls.ts'
import type { Resolution } from './resolution.ts'

export { cardholderLink } from './cardholder.ts'
export { followers, type Followers } from './follow.ts'
export { resolution, type Resolution } from './resolution.ts'

/** The calls about open outcomes. */
export function resolutionCalls(resolution: Resolution): CallsOf<'resolution'> {
  return {
    'resolution.list': () => resolution.list(),
    'resolution.close': (input) => resolution.close(input, false),
    'resolution.giveUp': (input) => resolution.close(input, true),
  }
}
