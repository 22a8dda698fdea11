/** Faults between the gateway and a client, caused on request (addendum 6 and 10). */

/** In the order of the fault cards. */
export const faultKinds = [
  /** The reply is late. */
  'slow',
  /** The connection stays open without a reply. */
  'no-answer',
  /** The connection is reset and nothing was done. */
  'reset-before-reading',
  /** The request was processed, then the connection is reset. */
  'reset-after-reading',
  /** Processed; the connection ends in the middle of the body. */
  'truncated',
  /** Processed; the body looks complete but ends after its first field. */
  'cut-short',
  /** Processed; answered with HTTP 500. */
  'status-500',
  /** Processed; answered with an HTML page and status 200. */
  'html',
  /** Processed; answered with an empty body and status 200. */
  'empty',
  /** Processed; answered `type=error` without an order id. */
  'error-reply',
  /** Nothing was done; answered with HTTP 429. */
  'status-429',
  /** Nothing was done; answered `type=error` for too many requests. The interface documents no such reply. */
  'too-many-requests',
] as const

export type FaultKind = (typeof faultKinds)[number]

const before: readonly FaultKind[] = ['reset-before-reading', 'status-429', 'too-many-requests']

/** True if a fault occurs before anything is done. */
export function doesNothing(kind: FaultKind): boolean {
  return before.includes(kind)
}

export interface Fault {
  readonly kind: FaultKind
  /** The delay of a slow reply in milliseconds. */
  readonly delayMs: number
}

/** A fault that waits for its request. */
export interface ArmedFault extends Fault {
  /** Null matches the next request of any operation. */
  readonly operation: string | null
  /** The number of requests that it damages. */
  readonly times: number
}

export const defaultDelayMs = 20_000

/** Faults that a program requested and that wait for their requests, oldest first. */
export interface Faults {
  arm(fault: ArmedFault): void
  /** Removes and returns the fault for this request; null for none. */
  take(operation: string): Fault | null
  clear(): void
}

/** Creates an empty queue of faults. `otherwise` decides about requests without one. */
export function createFaults(otherwise: Faults['take'] = () => null): Faults {
  let armed: ArmedFault[] = []
  return {
    arm(fault) {
      armed.push(fault)
    },
    take(operation) {
      const hit = armed.find((fault) => fault.operation === null || fault.operation === operation)
      if (hit === undefined) return otherwise(operation)
      armed = armed.flatMap((fault) => {
        if (fault !== hit) return [fault]
        return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []
      })
      return { kind: hit.kind, delayMs: hit.delayMs }
    },
    clear() {
      armed = []
    },
  }
}
