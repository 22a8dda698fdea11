/** Locks and unlocks the desk, and emits its lock state. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { AccessState } from '#shared/model/application/access.ts'
import { failed, success } from '#shared/result.ts'
import { audited, countedNotes } from '../maintenance/index.ts'
import { namesKnown } from '../names-known.ts'
import type { Emit, LockCause, Services, System } from '../services.ts'
import { idleWatch } from './idle.ts'
import { protectionFinder } from './protection.ts'
import { confirmSetUp } from './set-up.ts'
import { checkSettings, signSettingsFirst } from './settings-trust.ts'
import type { DeskLock } from './lock-state.ts'
import { startOver } from './start-over.ts'

/** Work before a lock and after an unlock. */
export interface Around {
  /**
   * Stops the desk's work and ends the vault's process. The first part, including the audit line and the stop of
   * sending, runs before the promise is returned.
   */
  rest(cause: LockCause): Promise<void>
  /** True while sends of before the lock wait for their replies. */
  isFinishing(): boolean
  /**
   * Records in the audit trail who unlocked. It is called at once, so that the line precedes that of a lock right after
   * it.
   */
  opened(): void
  /** Resumes work that waited for the unlock. */
  resume(): Promise<void>
}

/** The lock of the desk. */
export interface Access {
  /** Reads once whether a passphrase protects the desk; a protected desk starts locked. Returns whether it is open. */
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
  /** Reads the persons from the vault again. */
  readonly refreshPersons: () => Promise<void>
  stop(): void
}

/** Only one unlock runs at a time; another one must wait this long. */
const whileUnlockingMs = 1_000

/**
 * Creates the access service. Causes other than a person, and the end of the vault, lock only a desk that a passphrase
 * protects. `confirmLocked` shows a message box of the system even while the desk is locked.
 */
export function deskAccess(
  services: Services, deskLock: DeskLock, emit: Emit,
  around: Around & { readonly confirmLocked: System['confirm'] },
): Access {
  const { vault } = services
  const idle = idleWatch(services, () => { void lock('idle') })
  const protection = protectionFinder(services, deskLock, () => { void lock('protection-found') })
  const refusedTries = countedNotes(services, 'unlock-failed', {
    subject: 'Further tries', detail: 'Refused since the previous line.',
  })
  const refusedProofs = countedNotes(services, 'proof-refused', {
    subject: 'Further tries', detail: 'Refused since the previous line.',
  })
  let resting: Promise<void> = Promise.resolve()

  async function describe(): Promise<AccessState> {
    await protection.known()
    const now = deskLock.now()
    switch (now.kind) {
      case 'not-known':
      case 'failed':
        return { state: 'failed', failure: now.kind === 'failed' ? now.failure : { code: 'defect' } }
      case 'unprotected': {
        const setUp = await protection.setUp()
        // The keychain may have reported meanwhile that the desk is protected.
        return deskLock.now().kind === 'unprotected' ? { state: 'unprotected', setUp } : await describe()
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
      state: 'locked', persons: deskLock.persons().map(({ id, name }) => ({ id, name })),
      lastPersonId: deskLock.lastPersonId(), openOutcomes, finishing: around.isFinishing(),
      retryInMs: deskLock.retryInMs(),
    }
  }

  async function emitState(): Promise<AccessState> {
    const state = await describe()
    emit('access.changed', state)
    return state
  }

  async function lock(cause: LockCause): Promise<void> {
    const isForEveryDesk = cause === 'by-person' || cause === 'vault-ended' || cause === 'protection-found'
    const before = deskLock.now()
    if (before.kind === 'unlocking') {
      // An unlock in progress fails: its passphrase is lost with the vault's process.
      deskLock.become({ kind: 'locked', isProtected: before.isProtected })
      await vault.lock()
    }
    if (before.kind === 'unlocked' || (before.kind === 'unprotected' && isForEveryDesk)) {
      idle.stop()
      resting = around.rest(cause).catch(endVaultAnyway)
      const isProtected = before.kind === 'unlocked' || cause === 'protection-found'
      deskLock.become({ kind: 'locked', isProtected })
      if (before.kind === 'unlocked') services.settings.distrust(null)
      // Emitted at once, so that the page is blank while sends in progress finish.
      emit('access.changed', lockedState(null))
      await resting
      await emitState()
    }
    await resting
  }

  /** SECURITY: if the work could not be stopped, the vault's process still ends, which removes the keys from memory. */
  async function endVaultAnyway(error: unknown): Promise<void> {
    services.log('lock-not-completed', { error: error instanceof Error ? error.name : typeof error })
    await vault.lock()
  }

  /** True while this unlock continues; false once a lock has ended it. */
  const isUnlocking = (): boolean => deskLock.now().kind === 'unlocking'

  async function unlock({ proof }: ParsedInput<'access.unlock'>): Promise<CallAnswer<'access.unlock'>> {
    await protection.known()
    const before = deskLock.now()
    if (before.kind === 'unlocking') {
      return failed({ code: 'passphrase-refused', why: 'too-soon', retryInMs: whileUnlockingMs })
    }
    if (before.kind === 'failed') return await readProtectionAgain()
    if (before.kind !== 'locked') return success(await describe())
    if (before.isProtected && proof === null) return failed({ code: 'desk-locked' })
    deskLock.become({ kind: 'unlocking', isProtected: before.isProtected })
    // Closes the open question whether to start over.
    services.system.dismissQuestion()
    try {
      await resting
      if (!isUnlocking()) return failed({ code: 'desk-locked' })
      return before.isProtected && proof !== null ? await unlockBy(proof) : await unlockUnprotected()
    } catch (error) {
      // A defect during the unlock must leave the desk neither half open nor locked out.
      await lock('not-completed')
      throw error
    }
  }

  async function unlockUnprotected(): Promise<CallAnswer<'access.unlock'>> {
    await vault.unlock()
    if (!isUnlocking()) return failed({ code: 'desk-locked' })
    deskLock.become({ kind: 'unprotected' })
    await around.resume()
    return success(await emitState())
  }

  async function unlockBy(
    proof: NonNullable<ParsedInput<'access.unlock'>['proof']>,
  ): Promise<CallAnswer<'access.unlock'>> {
    await vault.unlock()
    const opened = await vault.unlockWithPassphrase(proof)
    if (!isUnlocking()) return failed({ code: 'desk-locked' })
    if (!opened.ok) {
      deskLock.become({ kind: 'locked', isProtected: true })
      if (opened.failure.code === 'passphrase-refused') deskLock.waitBeforeRetry(opened.failure.retryInMs)
      if (!isTooSoon(opened.failure)) refusedTries.add(nameOf(proof.personId), `Reason: ${opened.failure.code}.`)
      if (opened.failure.code !== 'no-such-person') return opened
      // The vault has other persons than the page was sent, or none. Starting over may have finished meanwhile.
      deskLock.become({ kind: 'not-known' })
      const now = await readProtectionAgain()
      return deskLock.isOpen() ? now : opened
    }
    deskLock.waitBeforeRetry(0)
    deskLock.become({ kind: 'unlocked', person: opened.value, provenAt: services.system.monotonic() })
    const session = deskLock.session()
    idle.start()
    around.opened()
    await protection.refreshPersons()
    await checkSettings(services)
    // SECURITY: if the desk was locked meanwhile, nothing may be released or resumed.
    if (session !== deskLock.session()) return failed({ code: 'desk-locked' })
    await around.resume()
    return success(await emitState())
  }

  /** Reads again whether the desk is protected, if that was unknown or has changed. */
  async function readProtectionAgain(): Promise<CallAnswer<'access.unlock'>> {
    await protection.readAgain()
    if (deskLock.isOpen()) await around.resume()
    return success(await emitState())
  }

  const nameOf = (personId: string): string =>
    deskLock.persons().find(({ id }) => id === personId)?.name ?? 'An unknown person'

  return {
    async begin() {
      await protection.known()
      return deskLock.isOpen()
    },
    isOpen: deskLock.isOpen,
    known: protection.known,
    lacksProtection: protection.lacking,
    describe,
    async setUp(input) {
      if (deskLock.now().kind !== 'unprotected') return failed({ code: 'administrator-needed' })
      const session = deskLock.session()
      if (!await confirmSetUp(services, input.name)) return failed({ code: 'not-confirmed-outside' })
      const created = await audited(services, { action: 'protection-set-up', subject: input.name },
        () => vault.setUpProtection({ ...input, known: namesKnown(services) }))
      if (!created.ok || session !== deskLock.session()) {
        // Interrupted, or locked meanwhile. If the first person is stored already, the passphrase unlocks the desk.
        await protection.readAgain()
        return created.ok ? success(await emitState()) : created
      }
      deskLock.become({ kind: 'unlocked', person: created.value, provenAt: services.system.monotonic() })
      idle.start()
      await protection.refreshPersons()
      await signSettingsFirst(services)
      return success(await emitState())
    },
    lock,
    unlock,
    async prove({ passphrase }) {
      const now = deskLock.now()
      if (now.kind !== 'unlocked') return failed({ code: 'protection-needed' })
      const session = deskLock.session()
      const proven = await vault.provePassphrase({ passphrase })
      if (session !== deskLock.session()) return failed({ code: 'desk-locked' })
      if (proven.ok) deskLock.proven()
      else if (!isTooSoon(proven.failure)) refusedProofs.add(now.person.name, `Reason: ${proven.failure.code}.`)
      return proven
    },
    async startOver() {
      await protection.known()
      return await startOver({ services, deskLock, confirm: around.confirmLocked, readProtectionAgain })
    },
    noteActivity: idle.noteActivity,
    refreshPersons: protection.refreshPersons,
    stop() { idle.stop() },
  }
}

function isTooSoon(failure: { readonly code: string; readonly why?: string }): boolean {
  return failure.code === 'passphrase-refused' && failure.why === 'too-soon'
}
