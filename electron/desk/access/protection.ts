/** Whether a passphrase protects the desk: by the vault, and by the settings where the vault cannot answer. */
import type { PersonId } from '#shared/brands.ts'
import type { AccessState, Person } from '#shared/model/application/access.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, type Result } from '#shared/result.ts'
import type { Protection } from '../../vault/port.ts'
import type { Services } from '../services.ts'
import { settingsOfUnprotected } from './settings-trust.ts'
import type { DeskLock } from './lock-state.ts'

/** The window's notice about a desk without a passphrase. */
type SetUp = Extract<AccessState, { readonly state: 'unprotected' }>['setUp']

export interface ProtectionFinder {
  /** Resolves when it is known; asks the vault once. */
  readonly known: () => Promise<void>
  /** Asks the vault again where the answer is not known. */
  findAgain(): Promise<void>
  readonly refreshPersons: () => Promise<void>
  /** True where a passphrase could protect the desk and none does. */
  readonly lacking: () => Promise<boolean>
  /** Whether an unprotected desk should be protected. */
  setUp(): Promise<SetUp>
}

/**
 * Creates the finder. Until the answer is known, the defaults are used instead of settings that a protected desk
 * signed. `surprised` is called when an open desk turns out to be protected.
 */
export function protectionFinder(
  services: Services, deskLock: DeskLock, surprised: () => void,
): ProtectionFinder {
  const { vault, settings, profiles, journal, log } = services
  const wasProtected = (): boolean => settings.saved().confirmation !== null
  let finding: Promise<void> | null = null
  let isKnownAsProtected = wasProtected()
  if (wasProtected()) settings.distrust(null)

  /** The vault's answer. An open desk that turns out to be protected is locked. */
  async function ask(): Promise<Awaited<ReturnType<typeof vault.protection>>> {
    const found = await vault.protection()
    if (found.ok && found.value.kind === 'set-up' && deskLock.now().kind === 'unprotected') await again()
    return found
  }

  /** The same, but an exception of the vault counts as a failure. */
  async function askAnyway(): Promise<Result<Protection, Failure>> {
    try {
      return await vault.protection()
    } catch (error) {
      log('protection-not-known', { error: error instanceof Error ? error.name : typeof error })
      return failed({ code: 'defect' })
    }
  }

  async function find(): Promise<void> {
    const found = await askAnyway()
    const { kind } = deskLock.now()
    const isSetUp = found.ok && found.value.kind === 'set-up'
    // The person who unlocked knows already, and works with checked settings.
    if (isSetUp && kind !== 'unlocked') {
      know(found.value)
      deskLock.rememberLast(await lastUnlockedBy(found.value.persons))
    }
    if (found.ok) isKnownAsProtected = isSetUp
    if (kind === 'unprotected' && isSetUp) surprised()
    if (kind !== 'not-known' && kind !== 'failed') return
    if (isSetUp) deskLock.become({ kind: 'locked', isProtected: true })
    // SECURITY: a keychain that cannot be asked opens no desk that a passphrase protected.
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

  /** The newest unlock in the audit trail, by the name in it: the lock screen offers that person first. */
  async function lastUnlockedBy(persons: readonly Person[]): Promise<PersonId | null> {
    const newest = await journal.audit({ before: null, limit: 100 })
    const line = newest.ok ? newest.value.lines.find(({ action }) => action === 'vault-unlocked') : undefined
    return persons.find(({ name }) => name === line?.name)?.id ?? null
  }

  const again = (): Promise<void> => {
    finding = find()
    return finding
  }

  return {
    known: () => finding ?? again(),
    findAgain: again,
    async refreshPersons() {
      const found = await vault.protection()
      if (found.ok && found.value.kind === 'set-up') deskLock.knowPersons(found.value.persons)
    },
    async lacking() {
      const found = await ask()
      return deskLock.now().kind === 'unprotected' && found.ok && found.value.kind === 'none'
    },
    async setUp() {
      const found = await ask()
      if (found.ok && found.value.kind === 'nothing-kept') return 'impossible'
      return profiles.list().some(({ environment }) => environment !== 'sandbox') ? 'needed' : 'not-needed'
    },
  }
}
