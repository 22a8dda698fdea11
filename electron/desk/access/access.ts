/** Locking and unlocking the desk: the steps, and what is said of them. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { AccessState } from '#shared/model/access.ts'
import { failed, success } from '#shared/result.ts'
import { audited, countedNotes } from '../maintenance/index.ts'
import { namesKnown } from '../names-known.ts'
import type { Emit, LockCause, Services, System } from '../services.ts'
import { idleWatch } from './idle.ts'
import { protectionFinder } from './protection.ts'
import { letProtect } from './set-up.ts'
import { checkSettings, signSettingsFirst } from './settings-trust.ts'
import type { DeskStanding } from './standing.ts'
import { startOver } from './start-over.ts'

/** What happens around the vault when the desk is locked and unlocked. */
export interface Around {
  /**
   * Brings the desk to rest and ends the vault's process. Its first part, up to the line of the audit trail and the end
   * of sending, runs before it returns its promise.
   */
  rest(cause: LockCause): Promise<void>
  /** Says in the audit trail who unlocked; at once, so that a lock right behind it is told after it. */
  opened(): void
  /** Takes up what had to wait. */
  resume(): Promise<void>
}

/** The lock of the desk. */
export interface Access {
  /** Finds out, once, whether the desk is protected: then it starts locked. True when it is open. */
  begin(): Promise<boolean>
  readonly isOpen: () => boolean
  readonly known: () => Promise<void>
  readonly lacksProtection: () => Promise<boolean>
  describe(): Promise<AccessState>
  setUp(input: ParsedInput<'access.setUp'>): Promise<CallAnswer<'access.setUp'>>
  lock(cause: LockCause): Promise<void>
  unlock(input: ParsedInput<'access.unlock'>): Promise<CallAnswer<'access.unlock'>>
  prove(input: ParsedInput<'access.prove'>): Promise<CallAnswer<'access.prove'>>
  startOver(): Promise<CallAnswer<'access.startOver'>>
  readonly noteActivity: () => void
  /** The persons as the vault has them now. */
  readonly refreshPersons: () => Promise<void>
  stop(): void
}

/** One unlock at a time; another one meanwhile has to wait so long. */
const whileUnlockingMs = 1_000

/**
 * Makes it. Causes other than a person, and the vault's end, lock only a desk that a passphrase protects.
 * `confirmLocked` asks in a message box of the system also while the desk is locked.
 */
export function deskAccess(
  services: Services, standing: DeskStanding, emit: Emit,
  around: Around & { readonly confirmLocked: System['confirm'] },
): Access {
  const { vault } = services
  const idle = idleWatch(services, () => { void lock('idle') })
  const protection = protectionFinder(services, standing, () => { void lock('protection-found') })
  const refusedTries = countedNotes(services, 'unlock-failed', {
    subject: 'Further tries', detail: 'Refused since the previous line.',
  })
  const refusedProofs = countedNotes(services, 'proof-refused', {
    subject: 'Further tries', detail: 'Refused since the previous line.',
  })
  let resting: Promise<void> = Promise.resolve()

  async function describe(): Promise<AccessState> {
    await protection.known()
    const now = standing.now()
    switch (now.kind) {
      case 'not-known':
      case 'failed':
        return { state: 'failed', failure: now.kind === 'failed' ? now.failure : { code: 'defect' } }
      case 'unprotected': {
        const setUp = await protection.setUp()
        // The keychain may have said by then that the desk is protected after all.
        return standing.now().kind === 'unprotected' ? { state: 'unprotected', setUp } : await describe()
      }
      case 'unlocked': return { state: 'unlocked', person: now.person }
      case 'locked':
      case 'unlocking':
      case 'starting-over': {
        const open = await services.journal.openOutcomes()
        return lockedState(open.ok ? open.value.length : null)
      }
    }
  }

  function lockedState(openOutcomes: number | null): AccessState {
    return {
      state: 'locked', persons: standing.persons().map(({ id, name }) => ({ id, name })),
      lastPersonId: standing.lastPersonId(), openOutcomes, retryInMs: standing.retryInMs(),
    }
  }

  async function tellState(): Promise<AccessState> {
    const state = await describe()
    emit('access.changed', state)
    return state
  }

  async function lock(cause: LockCause): Promise<void> {
    const isForEveryDesk = cause === 'by-person' || cause === 'vault-ended' || cause === 'protection-found'
    const before = standing.now()
    if (before.kind === 'unlocking') {
      // Who was about to unlock does not: the vault's process ends with what it was given.
      standing.become({ kind: 'locked', isProtected: before.isProtected })
      await vault.lock()
    }
    if (before.kind === 'unlocked' || (before.kind === 'unprotected' && isForEveryDesk)) {
      idle.stop()
      resting = around.rest(cause).catch(endAnyway)
      const isProtected = before.kind === 'unlocked' || cause === 'protection-found'
      standing.become({ kind: 'locked', isProtected })
      if (before.kind === 'unlocked') services.settings.distrust(null)
      // At once, so that the page is blank while what is being sent is finished.
      emit('access.changed', lockedState(null))
      await resting
      await tellState()
    }
    await resting
  }

  /** SECURITY: whatever could not be brought to rest, the keys go with the vault's process. */
  async function endAnyway(error: unknown): Promise<void> {
    services.log('lock-not-completed', { error: error instanceof Error ? error.name : typeof error })
    await vault.lock()
  }

  /** True while the same try goes on: a lock that came meanwhile has ended it. */
  const isUnlocking = (): boolean => standing.now().kind === 'unlocking'

  async function unlock({ proof }: ParsedInput<'access.unlock'>): Promise<CallAnswer<'access.unlock'>> {
    await protection.known()
    const before = standing.now()
    if (before.kind === 'unlocking') {
      return failed({ code: 'passphrase-refused', why: 'too-soon', retryInMs: whileUnlockingMs })
    }
    if (before.kind === 'failed') return await findAgain()
    if (before.kind !== 'locked') return success(await describe())
    if (before.isProtected && proof === null) return failed({ code: 'desk-locked' })
    standing.become({ kind: 'unlocking', isProtected: before.isProtected })
    // Whether to start over is asked no more.
    services.system.dismissQuestion()
    try {
      await resting
      if (!isUnlocking()) return failed({ code: 'desk-locked' })
      return before.isProtected && proof !== null ? await unlockBy(proof) : await unlockUnprotected()
    } catch (error) {
      // A defect in the middle leaves the desk neither half open nor closed to everybody.
      await lock('not-completed')
      throw error
    }
  }

  async function unlockUnprotected(): Promise<CallAnswer<'access.unlock'>> {
    await vault.unlock()
    if (!isUnlocking()) return failed({ code: 'desk-locked' })
    standing.become({ kind: 'unprotected' })
    await around.resume()
    return success(await tellState())
  }

  async function unlockBy(
    proof: NonNullable<ParsedInput<'access.unlock'>['proof']>,
  ): Promise<CallAnswer<'access.unlock'>> {
    await vault.unlock()
    const opened = await vault.unlockWithPassphrase(proof)
    if (!isUnlocking()) return failed({ code: 'desk-locked' })
    if (!opened.ok) {
      standing.become({ kind: 'locked', isProtected: true })
      if (opened.failure.code === 'passphrase-refused') standing.waitBeforeRetry(opened.failure.retryInMs)
      if (!isTooSoon(opened.failure)) refusedTries.add(nameOf(proof.personId), `Reason: ${opened.failure.code}.`)
      if (opened.failure.code !== 'no-such-person') return opened
      // Other persons than were told of, or none: the desk may have been started over in the end.
      standing.become({ kind: 'not-known' })
      const now = await findAgain()
      return standing.isOpen() ? now : opened
    }
    standing.waitBeforeRetry(0)
    standing.become({ kind: 'unlocked', person: opened.value, provenAt: services.system.monotonic() })
    const session = standing.session()
    idle.start()
    around.opened()
    await protection.refreshPersons()
    await checkSettings(services)
    // SECURITY: a lock came meanwhile: nothing is released or taken up behind it.
    if (session !== standing.session()) return failed({ code: 'desk-locked' })
    await around.resume()
    return success(await tellState())
  }

  /** Finds out how the desk stands, where that could not be said or is another way now. */
  async function findAgain(): Promise<CallAnswer<'access.unlock'>> {
    await protection.findAgain()
    if (standing.isOpen()) await around.resume()
    return success(await tellState())
  }

  const nameOf = (personId: string): string =>
    standing.persons().find(({ id }) => id === personId)?.name ?? 'An unknown person'

  return {
    async begin() {
      await protection.known()
      return standing.isOpen()
    },
    isOpen: standing.isOpen,
    known: protection.known,
    lacksProtection: protection.lacking,
    describe,
    async setUp(input) {
      if (standing.now().kind !== 'unprotected') return failed({ code: 'administrator-needed' })
      const session = standing.session()
      if (!await letProtect(services, input.name)) return failed({ code: 'not-confirmed-outside' })
      const made = await audited(services, { action: 'protection-set-up', subject: input.name },
        () => vault.setUpProtection({ ...input, known: namesKnown(services) }))
      if (!made.ok || session !== standing.session()) {
        // Broken off, or locked meanwhile: where the first person is kept already, the passphrase opens the desk.
        await protection.findAgain()
        return made.ok ? success(await tellState()) : made
      }
      standing.become({ kind: 'unlocked', person: made.value, provenAt: services.system.monotonic() })
      idle.start()
      await protection.refreshPersons()
      await signSettingsFirst(services)
      return success(await tellState())
    },
    lock,
    unlock,
    async prove({ passphrase }) {
      const now = standing.now()
      if (now.kind !== 'unlocked') return failed({ code: 'protection-needed' })
      const session = standing.session()
      const proven = await vault.provePassphrase({ passphrase })
      if (session !== standing.session()) return failed({ code: 'desk-locked' })
      if (proven.ok) standing.proven()
      else if (!isTooSoon(proven.failure)) refusedProofs.add(now.person.name, `Reason: ${proven.failure.code}.`)
      return proven
    },
    async startOver() {
      await protection.known()
      return await startOver({ services, standing, confirm: around.confirmLocked, findAgain })
    },
    noteActivity: idle.noteActivity,
    refreshPersons: protection.refreshPersons,
    stop() { idle.stop() },
  }
}

function isTooSoon(failure: { readonly code: string; readonly why?: string }): boolean {
  return failure.code === 'passphrase-refused' && failure.why === 'too-soon'
}
