import type { IntentId } from '#shared/brands.ts'
import type { UnsignedRequest } from '#shared/gateway/requests/request.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { OperationRequest } from '../requests/index.ts'
import type { Services } from '../services.ts'

/**
 * A reviewed payment that waits for its confirmation. It may contain a card number and a cvv, so it is stored in memory
 * only, for a short time.
 */
export interface Reviewed {
  readonly operationRequest: OperationRequest
  /** The request that was composed and shown. It is sent unchanged. */
  readonly request: UnsignedRequest
  readonly cardVerified: boolean
  /** Equal for payments that may be duplicates of each other; null if only the journal decides that. */
  readonly duplicateKey: string | null
}

interface Waiting extends Reviewed {
  isSending: boolean
  readonly expiresAt: number
  readonly cancel: () => void
}

/** How long a review can be confirmed. */
export const reviewLastsMs = 10 * 60_000
/** SECURITY: more than a person has open. Each may hold 140 kB, and a compromised page could fill main's memory. */
const mostWaiting = 50

/** Reviewed intents, the newest 50. Each is taken once, by one submit at a time, and expires. */
export interface Intents {
  add(reviewed: Reviewed): { readonly id: IntentId; readonly expiresAt: number }
  find(id: IntentId): Result<Reviewed, { readonly code: 'intent-gone' | 'intent-under-way' }>
  /** Takes the intent for sending. Until `finish` or `release`, every other submit is refused. */
  take(id: IntentId): Result<Reviewed, { readonly code: 'intent-gone' | 'intent-under-way' }>
  /** Call if nothing was sent: the same review may be confirmed again. */
  release(id: IntentId): void
  /** True while another intent with the same `duplicateKey` is being sent. */
  duplicateUnderWay(id: IntentId): boolean
  finish(id: IntentId): void
  /** True until the intent was finished or dropped. */
  holds(id: IntentId): boolean
  /** Drops all intents, also those that are being sent: the desk is locked, so none may continue. */
  dropAll(): void
  /** How often all were dropped. A review that began before a drop must not be stored after it. */
  timesDropped(): number
}

/** Creates the store of reviewed intents. */
export function intents(services: Services): Intents {
  const waiting = new Map<IntentId, Waiting>()
  let timesDropped = 0

  const find: Intents['find'] = (id) => {
    const intent = waiting.get(id)
    if (intent === undefined) return failed({ code: 'intent-gone' })
    if (intent.isSending) return failed({ code: 'intent-under-way' })
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
    const idle = [...waiting].filter(([, { isSending }]) => !isSending)
    for (const [id] of idle.slice(0, -mostWaiting)) forget(id)
  }

  return {
    add(reviewed) {
      const id = services.system.randomHex(16) as IntentId
      const expiresAt = services.system.now() + reviewLastsMs
      // SECURITY: a cvv must not be stored longer than its review is valid.
      const cancel = services.system.schedule(reviewLastsMs, () => {
        if (waiting.get(id)?.isSending === false) forget(id)
      })
      waiting.set(id, { ...reviewed, isSending: false, expiresAt, cancel })
      forgetOldest()
      return { id, expiresAt }
    },
    find,
    take(id) {
      const found = find(id)
      const intent = waiting.get(id)
      if (found.ok && intent !== undefined) intent.isSending = true
      return found
    },
    release(id) {
      const intent = waiting.get(id)
      if (intent === undefined) return
      intent.isSending = false
      // It expired during the attempt; nothing else would delete its cvv.
      if (services.system.now() >= intent.expiresAt) forget(id)
    },
    duplicateUnderWay(id) {
      const duplicateKey = waiting.get(id)?.duplicateKey ?? null
      return duplicateKey !== null
        && [...waiting].some(([otherId, other]) =>
          otherId !== id && other.isSending && other.duplicateKey === duplicateKey)
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
