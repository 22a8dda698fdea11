/** How the desk stands: unprotected, locked, or unlocked by a person. The state alone; nothing here waits or asks. */
import type { PersonId } from '#shared/brands.ts'
import type { Person } from '#shared/model/access.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Actor, DeskUsers, System } from '../services.ts'

type Standing =
  /** The vault has not said yet whether a passphrase protects the desk. */
  | { readonly kind: 'not-known' }
  /** It cannot say, and the desk was protected before: as locked. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'unprotected' }
  | { readonly kind: 'locked' | 'unlocking' | 'starting-over'; readonly isProtected: boolean }
  /** `provenAt`: when the passphrase was given last, by the clock that nobody can set. */
  | { readonly kind: 'unlocked'; readonly person: Person; readonly provenAt: number }

/** A proof of the passphrase is as good as a new one for so long. */
const proofLastsMs = 5 * 60_000

/** The state of the lock, and what follows from it at once. */
export interface DeskStanding extends DeskUsers {
  now(): Standing
  become(next: Standing): void
  /** True while a person may work: unprotected, or unlocked. */
  readonly isOpen: () => boolean
  /** Counts the times that the desk was locked: what was begun before it does not go on after it. */
  session(): number
  /** False where the person who unlocked has not proven the passphrase in the last five minutes. */
  isProofFresh(): boolean
  /** The passphrase was given again. */
  proven(): void
  /** The persons of a protected desk, as the vault listed them last. */
  persons(): readonly Person[]
  knowPersons(persons: readonly Person[]): void
  /** Who unlocked last, in this run or as `rememberLast` was told of an earlier one. */
  lastPersonId(): PersonId | null
  rememberLast(personId: PersonId | null): void
  /** How long the next try has to wait, in milliseconds. */
  retryInMs(): number
  waitBeforeRetry(milliseconds: number): void
}

/** Makes it; nothing is known at first. */
export function deskStanding({ monotonic }: Pick<System, 'monotonic'>): DeskStanding {
  let standing: Standing = { kind: 'not-known' }
  let sessions = 0
  let known: readonly Person[] = []
  let lastPersonId: PersonId | null = null
  let retryAt = -Infinity

  function actor(): Actor {
    if (standing.kind === 'unlocked') return { kind: 'person', person: standing.person }
    const isProtected = standing.kind === 'failed' || ('isProtected' in standing && standing.isProtected)
    return { kind: isProtected ? 'nobody' : 'os-user' }
  }

  const isOpen = (): boolean => standing.kind === 'unprotected' || standing.kind === 'unlocked'

  return {
    now: () => standing,
    become(next) {
      if (isOpen() && next.kind === 'locked') sessions += 1
      if (next.kind === 'unlocked') lastPersonId = next.person.id
      standing = next
    },
    isOpen,
    session: () => sessions,
    isProofFresh: () => standing.kind !== 'unlocked' || monotonic() - standing.provenAt <= proofLastsMs,
    proven() {
      if (standing.kind === 'unlocked') standing = { ...standing, provenAt: monotonic() }
    },
    actor,
    administrators: () => known.filter(({ role }) => role === 'administrator').map(({ name }) => name),
    names: () => known.map(({ name }) => name),
    person: (wanted) => known.find(({ id }) => id === wanted) ?? null,
    persons: () => known,
    knowPersons(persons) {
      known = persons
      const own = standing.kind === 'unlocked' ? persons.find(({ id }) => id === lastPersonId) : undefined
      // A name or role that was changed counts from now on.
      if (standing.kind === 'unlocked' && own !== undefined) standing = { ...standing, person: own }
    },
    lastPersonId: () => lastPersonId,
    rememberLast(personId) { lastPersonId ??= personId },
    retryInMs: () => Math.max(0, Math.ceil(retryAt - monotonic())),
    waitBeforeRetry(milliseconds) { retryAt = monotonic() + milliseconds },
  }
}
