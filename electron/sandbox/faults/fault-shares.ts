/** Faults that hit a share of all requests. They are counted, so that a run can be repeated. */
import { defaultDelayMs, faultKinds, type Fault, type FaultKind } from './faults.ts'

/** The percentage of the requests of each operation that a fault hits. */
export interface FaultShares {
  readonly percent: Readonly<Partial<Record<FaultKind, number>>>
  /** How late a slow answer is, in milliseconds; 20 seconds without it. */
  readonly slowMs?: number
}

/**
 * Returns a function that counts a request of an operation and returns the fault that hits it, null for none. Faults
 * are spread evenly: 5 percent is the 20th request of an operation, then every 20th. A request that two faults would
 * hit gets one; the other hits the next.
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
