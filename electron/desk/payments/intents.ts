import type { IntentId } from '#shared/brands.ts'
import type { UnsignedRequest } from '#shared/gateway/requests/request.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { OperationRequest } from '../requests/index.ts'
import type { Services } from '../services.ts'

/**
 * A reviewed payment that waits for its confirmation. It may contain a card number and a cvv: in memory only, for a
 * short time.
 */
export interface Reviewed {
  readonly operationRequest: OperationRequest
  /** The request composed from it, which was shown, and will be sent unchanged. */
  readonly request: UnsignedRequest
  readonly cardVerified: boolean
  /** Equal for payments that may be possible duplicates; null where the journal alone decides that. */
  readonly likeKey: string | null
}

interface Waiting extends Reviewed {
  underWay: boolean
  readonly expiresAt: number
  readonly cancel: () => void
}

/** How long a review may wait for its confirmation. */
export const reviewLastsMs = 10 * 60_000
/** SECURITY: more than a person has open. Each may hold 140 kB, and a compromised page could fill main's memory. */
const mostWaiting = 50

/** Reviewed intents, the newest 50: each can be taken once, by one submit at a time, and expires after its time. */
export interface Intents {
  add(reviewed: Reviewed): { readonly id: IntentId; readonly expiresAt: number }
  find(id: IntentId): Result<Reviewed, { readonly code: 'intent-gone' | 'intent-under-way' }>
  /** Takes the intent for sending; until `finish` or `giveBack` every other submit is refused. */
  take(id: IntentId): Result<Reviewed, { readonly code: 'intent-gone' | 'intent-under-way' }>
  /** Nothing was sent: the same review may be confirmed again. */
  giveBack(id: IntentId): void
  /** True while another intent with the same `likeKey` is being sent. */
  duplicateUnderWay(id: IntentId): boolean
  finish(id: IntentId): void
  /** True until it was finished or dropped. */
  holds(id: IntentId): boolean
  /** Drops all of them, also those that are being sent: the desk is locked, so none may continue. */
  dropAll(): void
  /** How often all were dropped: a review that began before a drop must not be stored after it. */
  timesDropped(): number
}

/** Creates the store of reviewed intents. */
export function intents(services: Services): Intents {
  const waiting = new Map<IntentId, Waiting>()
  let timesDropped = 0

  const find: Intents['find'] = (id) => {
    const intent = waiting.get(id)
    if (intent === undefined) return failed({ code: 'intent-gone' })
    if (intent.underWay) return failed({ code: 'intent-under-way' })
    if (services.system.now() < intent.expiresAt) return success(intent)
    forget(id)
    return failed({ code: 'intent-gone' })
  }

  function forget(id: IntentId): void {
    waiting.get(id)?.cancel()
    waiting.delete(id)
  }

  /** Those that are being sent stay. */
  function forgetOldest(): void {
    const idle = [...waiting].filter(([, { underWay }]) => !underWay)
    for (const [id] of idle.slice(0, -mostWaiting)) forget(id)
  }

  return {
    add(reviewed) {
      const id = services.system.randomHex(16) as IntentId
      const expiresAt = services.system.now() + reviewLastsMs
      // SECURITY: a cvv must not outlive its review.
      const cancel = services.system.schedule(reviewLastsMs, () => {
        if (waiting.get(id)?.underWay === false) forget(id)
      })
      waiting.set(id, { ...reviewed, underWay: false, expiresAt, cancel })
      forgetOldest()
      return { id, expiresAt }
    },
    find,
    take(id) {
      const found = find(id)
      const intent = waiting.get(id)
      if (found.ok && intent !== undefined) intent.underWay = true
      return found
    },
    giveBack(id) {
      const intent = waiting.get(id)
      if (intent === undefined) return
      intent.underWay = false
      // It expired during the attempt: nothing else would delete its cvv.
      if (services.system.now() >= intent.expiresAt) forget(id)
    },
    duplicateUnderWay(id) {
      const likeKey = waiting.get(id)?.likeKey ?? null
      return likeKey !== null
        && [...waiting].some(([otherId, other]) => otherId !== id && other.underWay && other.likeKey === likeKey)
    },
    finish: forget,
    holds: (id) => waiting.has(id),
    dropAll() {
      timesDropped += 1
      for (const id of [...waiting.keys()]) forget(id)
    },
    timesDropped: () => timesDropped,
  }
}
