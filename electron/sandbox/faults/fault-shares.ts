/** Faults in a share of all requests. Requests are counted, so that a run can be repeated. */
import { defaultDelayMs, faultKinds, type Fault, type FaultKind } from './faults.ts'

/** For each fault, the percentage of each operation's requests that it damages. */
export interface FaultShares {
  readonly percent: Readonly<Partial<Record<FaultKind, number>>>
  /** The delay of a slow reply in milliseconds; 20 seconds if absent. */
  readonly slowMs?: number
}

/**
 * Returns a function that counts a request of an operation and returns its fault, or null. Faults are spread evenly: 5
 * percent is the 20th request of an operation, then every 20th. If two faults are due for a request, the second damages
 * the next one.
 */
export function countedFaults({ percent, slowMs = defaultDelayMs }: FaultShares): (operation: string) => Fault | null {
  const byOperation = new Map<string, Map<FaultKind, number>>()
  return (operation) => {
    const counted = byOperation.get(operation) ?? new Map<FaultKind, number>()
    byOperation.set(operation, counted)
    for (const kind of faultKinds) counted.set(kind, (counted.get(kind) ?? 0) + (percent[kind] ?? 0))
    const kind = faultKinds.find((one) => (counted.get(one) ?? 0) >= 100)
    if (kind === undefined) return null
    counted.set(kind, (counted.get(kind) ?? 0) - 100)
    return { kind, delayMs: slowMs }
  }
}
