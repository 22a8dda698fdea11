import { operations, type Operation } from './operations.ts'
import type { Switches } from './switches.ts'

/**
 * `/v2/status/`, or `/v4/status/` for orders of version 4 operations if the profile requires it (addendum 3). Null
 * means an order that was not sent from here.
 */
export function statusOperation(about: Operation | null, switches: Switches): Operation {
  const asksVersion4 = about?.version === 'v4' && switches.statusOfVersion4Orders === 'v4'
  return asksVersion4 ? operations['status-v4'] : operations.status
}
