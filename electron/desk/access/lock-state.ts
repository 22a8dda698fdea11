/** The lock state of the desk: unprotected, locked, or unlocked by a person. Synchronous state only. */
import type { PersonId } from '#shared/brands.ts'
import type { Person } from '#shared/model/application/access.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Actor, DeskUsers, System } from '../services.ts'

type LockState =
  /** The vault has not reported yet whether a passphrase protects the desk. */
  | { readonly kind: 'not-known' }
  /** The vault failed, and the desk was protected before: it counts as locked. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'unprotected' }
  | { readonly kind: 'locked' | 'unlocking' | 'starting-over'; readonly isProtected: boolean }
  /** `provenAt`: when the passphrase was last entered, by the monotonic clock. */
  | { readonly kind: 'unlocked'; readonly person: Person; readonly provenAt: number }

/** How long a proof of the passphrase is valid. */
const proofLastsMs = 5 * 60_000

/** The lock state, and the facts that follow from it. */
export interface DeskLock extends DeskUsers {
  now(): LockState
  become(next: LockState): void
  /** True while a person may work: unprotected, or unlocked. */
  readonly isOpen: () => boolean
  /** False if the person who unlocked has not entered the passphrase in the last five minutes. */
  isProofFresh(): boolean
  /** Call when the passphrase was entered again. */
  proven(): void
  /** The persons of a protected desk, as last read from the vault. */
  persons(): readonly Person[]
  knowPersons(persons: readonly Person[]): void
  /** The person who unlocked last, in this run or, by `rememberLast`, in an earlier one. */
  lastPersonId(): PersonId | null
  rememberLast(personId: PersonId | null): void
  /** Milliseconds until the next attempt is permitted. */
  retryInMs(): number
  waitBeforeRetry(milliseconds: number): void
}

/** Creates the lock state `not-known`. */
export function createDeskLock({ monotonic }: Pick<System, 'monotonic'>): DeskLock {
  let state: LockState = { kind: 'not-known' }
  let sessions = 0
  let known: readonly Person[] = []
  let lastPersonId: PersonId | null = null
  let retryAt = -Infinity

  function actor(): Actor {
    if (state.kind === 'unlocked') return { kind: 'person', person: state.person }
    const isProtected = state.kind === 'failed' || ('isProtected' in state && state.isProtected)
    return { kind: isProtected ? 'nobody' : 'os-user' }
  }

  const isOpen = (): boolean => state.kind === 'unprotected' || state.kind === 'unlocked'

  return {
    now: () => state,
    become(next) {
      if (isOpen() && next.kind === 'locked') sessions += 1
      if (next.kind === 'unlocked') lastPersonId = next.person.id
      state = next
    },
    isOpen,
    session: () => sessions,
    isProofFresh: () => state.kind !== 'unlocked' || monotonic() - state.provenAt <= proofLastsMs,
    proven() {
      if (state.kind === 'unlocked') state = { ...state, provenAt: monotonic() }
    },
    actor,
    administrators: () => known.filter(({ role }) => role === 'administrator').map(({ name }) => name),
    names: () => known.map(({ name }) => name),
    person: (wanted) => known.find(({ id }) => id === wanted) ?? null,
    persons: () => known,
    knowPersons(persons) {
      known = persons
      const own = state.kind === 'unlocked' ? persons.find(({ id }) => id === lastPersonId) : undefined
      // A changed name or role takes effect at once.
      if (state.kind === 'unlocked' && own !== undefined) state = { ...state, person: own }
    },
    lastPersonId: () => lastPersonId,
    rememberLast(personId) { lastPersonId ??= personId },
    retryInMs: () => Math.max(0, Math.ceil(retryAt - monotonic())),
    waitBeforeRetry(milliseconds) { retryAt = monotonic() + milliseconds },
  }
}
