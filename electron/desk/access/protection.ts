/** Determines whether a passphrase protects the desk: from the vault, or from the settings if the vault fails. */
import type { PersonId } from '#shared/brands.ts'
import type { AccessState, Person } from '#shared/model/application/access.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, type Result } from '#shared/result.ts'
import type { Protection } from '../../vault/port.ts'
import type { Services } from '../services.ts'
import { settingsOfUnprotected } from './settings-trust.ts'
import type { DeskLock } from './lock-state.ts'

/** What the window shows about a desk without a passphrase. */
type SetUp = Extract<AccessState, { readonly state: 'unprotected' }>['setUp']

export interface ProtectionFinder {
  /** Resolves once it is known; reads it from the vault once. */
  readonly known: () => Promise<void>
  /** Reads it from the vault startFinding, if it is not known. */
  readAgain(): Promise<void>
  readonly refreshPersons: () => Promise<void>
  /** True if a passphrase could protect the desk and does not. */
  readonly lacking: () => Promise<boolean>
  /** Whether an unprotected desk should be protected. */
  setUp(): Promise<SetUp>
}

/**
 * Creates the finder. Until the result is known, the default settings replace settings that a protected desk signed.
 * `onProtectedWhileOpen` is called if an open desk turns out to be protected.
 */
export function protectionFinder(
  services: Services, deskLock: DeskLock, onProtectedWhileOpen: () => void,
): ProtectionFinder {
  const { vault, settings, profiles, journal, log } = services
  const wasProtected = (): boolean => settings.saved().confirmation !== null
  let finding: Promise<void> | null = null
  let isKnownAsProtected = wasProtected()
  if (wasProtected()) settings.distrust(null)

  /** Reads it from the vault. An open desk that turns out to be protected is locked. */
  async function readAndLock(): Promise<Awaited<ReturnType<typeof vault.protection>>> {
    const found = await vault.protection()
    if (found.ok && found.value.kind === 'set-up' && deskLock.now().kind === 'unprotected') await startFinding()
    return found
  }

  /** The same without the lock; an exception of the vault becomes a failure. */
  async function readSafely(): Promise<Result<Protection, Failure>> {
    try {
      return await vault.protection()
    } catch (error) {
      log('protection-not-known', { error: error instanceof Error ? error.name : typeof error })
      return failed({ code: 'defect' })
    }
  }

  async function find(): Promise<void> {
    const found = await readSafely()
    const { kind } = deskLock.now()
    const isSetUp = found.ok && found.value.kind === 'set-up'
    // If a person has unlocked, the persons are known and the settings were checked.
    if (isSetUp && kind !== 'unlocked') {
      know(found.value)
      deskLock.rememberLast(await lastUnlockedBy(found.value.persons))
    }
    if (found.ok) isKnownAsProtected = isSetUp
    if (kind === 'unprotected' && isSetUp) onProtectedWhileOpen()
    if (kind !== 'not-known' && kind !== 'failed') return
    if (isSetUp) deskLock.become({ kind: 'locked', isProtected: true })
    // SECURITY: if the keychain fails, a desk that was protected is not opened.
    else if (!found.ok && isKnownAsProtected) deskLock.become({ kind: 'failed', failure: found.failure })
    else {
      deskLock.knowPersons([])
      deskLock.waitBeforeRetry(0)
      deskLock.become({ kind: 'unprotected' })
      await settingsOfUnprotected(services)
    }
  }

  function know({ persons, retryInMs }: Extract<Protection, { readonly kind: 'set-up' }>): void {
    settings.distrust(null)
    deskLock.knowPersons(persons)
    deskLock.waitBeforeRetry(retryInMs)
  }

  /** The person of the newest unlock in the audit trail, found by name. The lock screen selects that person. */
  async function lastUnlockedBy(persons: readonly Person[]): Promise<PersonId | null> {
    const newest = await journal.audit({ before: null, limit: 100 })
    const line = newest.ok ? newest.value.lines.find(({ action }) => action === 'vault-unlocked') : undefined
    return persons.find(({ name }) => name === line?.name)?.id ?? null
  }

  const startFinding = (): Promise<void> => {
    finding = find()
    return finding
  }

  return {
    known: () => finding ?? startFinding(),
    readAgain: startFinding,
    async refreshPersons() {
      const found = await vault.protection()
      if (found.ok && found.value.kind === 'set-up') deskLock.knowPersons(found.value.persons)
    },
    async lacking() {
      const found = await readAndLock()
      return deskLock.now().kind === 'unprotected' && found.ok && found.value.kind === 'none'
    },
    async setUp() {
      const found = await readAndLock()
      if (found.ok && found.value.kind === 'nothing-kept') return 'impossible'
      return profiles.list().some(({ environment }) => environment !== 'sandbox') ? 'needed' : 'not-needed'
    },
  }
}
