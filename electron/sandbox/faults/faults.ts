/** Faults between the gateway and a client, caused on demand (addendum 6 and 10). */

/** In the order of the fault cards. */
export const faultKinds = [
  /** The reply comes late. */
  'slow',
  /** The connection stays open and no reply ever comes. */
  'no-answer',
  /** The connection is reset and nothing was done. */
  'reset-before-reading',
  /** The request was carried out, then the connection is reset. */
  'reset-after-reading',
  /** Carried out; the connection ends in the middle of the body. */
  'truncated',
  /** Carried out; a seemingly whole body ends after its first field. */
  'cut-short',
  /** Carried out; answered with HTTP 500. */
  'status-500',
  /** Carried out; answered with an HTML page and status 200. */
  'html',
  /** Carried out; answered with an empty body and status 200. */
  'empty',
  /** Carried out; answered `type=error` without an order id. */
  'error-reply',
  /** Nothing was done; answered with HTTP 429. */
  'status-429',
  /** Nothing was done; answered `type=error` for too many requests. The interface shows none: the sandbox's choice. */
  'too-many-requests',
] as const

export type FaultKind = (typeof faultKinds)[number]

const before: readonly FaultKind[] = ['reset-before-reading', 'status-429', 'too-many-requests']

/** True where a fault strikes before anything is done. */
export function doesNothing(kind: FaultKind): boolean {
  return before.includes(kind)
}

export interface Fault {
  readonly kind: FaultKind
  /** How late a slow answer is, in milliseconds. */
  readonly delayMs: number
}

/** A fault that waits for its request. */
export interface ArmedFault extends Fault {
  /** Null matches the next request of any operation. */
  readonly operation: string | null
  /** How many requests it hits. */
  readonly times: number
}

export const defaultDelayMs = 20_000

/** Faults that were ordered by a program and wait for their requests, the oldest first. */
export interface Faults {
  arm(fault: ArmedFault): void
  /** The fault that hits this request, used up by it; null for none. */
  take(operation: string): Fault | null
  clear(): void
}

/** Creates an empty queue of faults. A request without one may be hit by `otherwise`. */
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
