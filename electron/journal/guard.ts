import type { EntryId } from '#shared/brands.ts'
import { failed, type Result } from '#shared/result.ts'
import { markDamaged } from './recovery/aside.ts'
import { databasePathOf } from './recovery/backup.ts'
import type { Connection } from './connection.ts'
import { methodKinds, type MethodKind } from './methods.ts'
import type { Intent, JournalFailure, JournalPort, OutcomeRecord } from './port.ts'

const replacedNow = 'A backup is just being restored. Wait until it has ended.'
const damagedNow = 'The journal file is damaged. Start the application again: it puts the file aside and goes on with a new one.'

/** Typed by the port, so that a method without a kind does not compile. */
const kinds: Readonly<Record<keyof JournalPort, MethodKind>> = methodKinds
const goesOn = (name: PropertyKey): boolean => Object.hasOwn(kinds, name) && kinds[name as keyof JournalPort] === 'goes-on'

/**
 * Replaces the journal's file while the guard holds up everything that would be lost with the old one. Null when it was
 * not begun: something is being sent, and its outcome belongs into the file in which its intent stands.
 */
export type Replacing = <Value>(work: () => Promise<Value>) => Promise<Value | null>

/**
 * Lays over the port what holds for all of it: no intent on a damaged file nor while the file is replaced; other
 * writes wait until it has been. `make` gets what a restore runs in.
 */
export function guarded(connection: Connection, make: (replacing: Replacing) => JournalPort): JournalPort {
  const beingSent = new Set<EntryId>()
  let marked = false
  let replaced: Promise<unknown> | null = null

  const port = make(async (work) => {
    if (beingSent.size > 0) return null
    const { promise, resolve } = Promise.withResolvers<null>()
    replaced = promise
    try {
      return await work()
    } finally {
      replaced = null
      resolve(null)
    }
  })

  function noticeDamage(): void {
    if (!connection.damaged || marked) return
    marked = true
    markDamaged(databasePathOf(connection))
  }

  async function refuse(detail: string): Promise<Result<null, JournalFailure>> {
    return failed({ code: 'journal-unwritable', detail })
  }

  function recordIntent(intent: Intent): Promise<Result<null, JournalFailure>> {
    // SECURITY: an intent that is written here may not be found again, and its order be sent a second time.
    if (connection.damaged) return refuse(damagedNow)
    if (replaced !== null) return refuse(replacedNow)
    return alsoAfter(port.recordIntent(intent), (answer) => { if (answer?.ok === true) beingSent.add(intent.entryId) })
  }

  function recordOutcome(outcome: OutcomeRecord): Promise<Result<null, JournalFailure>> {
    return alsoAfter(port.recordOutcome(outcome), () => { beingSent.delete(outcome.entryId) })
  }

  const own: Partial<JournalPort> = { recordIntent, recordOutcome }
  return new Proxy(port, {
    get(target, name) {
      const isOwn = Object.hasOwn(own, name)
      const method: unknown = Reflect.get(isOwn ? own : target, name)
      if (typeof method !== 'function') return method
      const call = (argument: unknown) =>
        alsoAfter(Reflect.apply(method, target, [argument]) as Promise<unknown>, noticeDamage)
      if (isOwn || goesOn(name)) return call
      return (argument: unknown) => (replaced === null ? call(argument) : replaced.then(() => call(argument)))
    },
  })
}

/** Does something once a promise has resolved, before whoever waits for it; null when it was rejected. */
function alsoAfter<Value>(promise: Promise<Value>, also: (value: Value | null) => void): Promise<Value> {
  promise.then(also, () => { also(null) })
  return promise
}
