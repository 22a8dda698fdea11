/** Whether a passphrase protects the desk: the vault says it, and the settings where the vault cannot. */
import type { PersonId } from '#shared/brands.ts'
import type { AccessState, Person } from '#shared/model/access.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, type Result } from '#shared/result.ts'
import type { Protection } from '../../vault/port.ts'
import type { Services } from '../services.ts'
import { settingsOfUnprotected } from './settings-trust.ts'
import type { DeskStanding } from './standing.ts'

/** What the window says of a desk without a passphrase. */
type SetUp = Extract<AccessState, { readonly state: 'unprotected' }>['setUp']

export interface ProtectionFinder {
  /** Resolves when it is known; asks the vault once. */
  readonly known: () => Promise<void>
  /** Asks again where it could not be said. */
  findAgain(): Promise<void>
  readonly refreshPersons: () => Promise<void>
  /** True where a passphrase could protect the desk and none does. */
  readonly lacking: () => Promise<boolean>
  /** Whether an unprotected desk should be protected. */
  setUp(): Promise<SetUp>
}

/**
 * Makes the finder. Until it is known the defaults are used in place of settings that a protected desk signed.
 * `surprised` is called when an open desk turns out to be protected.
 */
export function protectionFinder(
  services: Services, standing: DeskStanding, surprised: () => void,
): ProtectionFinder {
  const { vault, settings, profiles, journal, log } = services
  const wasProtected = (): boolean => settings.saved().confirmation !== null
  let finding: Promise<void> | null = null
  let isKnownAsProtected = wasProtected()
  if (wasProtected()) settings.distrust(null)

  /** What the vault says; an open desk that turns out to be protected is locked. */
  async function ask(): Promise<Awaited<ReturnType<typeof vault.protection>>> {
    const found = await vault.protection()
    if (found.ok && found.value.kind === 'set-up' && standing.now().kind === 'unprotected') await again()
    return found
  }

  /** The same without an end in the middle: a vault that throws cannot be asked, as one that fails. */
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
    const { kind } = standing.now()
    const isSetUp = found.ok && found.value.kind === 'set-up'
    // Who has unlocked knows already, and works with settings that were checked.
    if (isSetUp && kind !== 'unlocked') {
      know(found.value)
      standing.rememberLast(await lastUnlockedBy(found.value.persons))
    }
    if (found.ok) isKnownAsProtected = isSetUp
    if (kind === 'unprotected' && isSetUp) surprised()
    if (kind !== 'not-known' && kind !== 'failed') return
    if (isSetUp) standing.become({ kind: 'locked', isProtected: true })
    // SECURITY: a keychain that cannot be asked opens no desk that a passphrase protected.
    else if (!found.ok && isKnownAsProtected) standing.become({ kind: 'failed', failure: found.failure })
    else {
      standing.knowPersons([])
      standing.waitBeforeRetry(0)
      standing.become({ kind: 'unprotected' })
      await settingsOfUnprotected(services)
    }
  }

  function know({ persons, retryInMs }: Extract<Protection, { readonly kind: 'set-up' }>): void {
    settings.distrust(null)
    standing.knowPersons(persons)
    standing.waitBeforeRetry(retryInMs)
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
      if (found.ok && found.value.kind === 'set-up') standing.knowPersons(found.value.persons)
    },
    async lacking() {
      const found = await ask()
      return standing.now().kind === 'unprotected' && found.ok && found.value.kind === 'none'
    },
    async setUp() {
      const found = await ask()
      if (found.ok && found.value.kind === 'nothing-kept') return 'impossible'
      return profiles.list().some(({ environment }) => environment !== 'sandbox') ? 'needed' : 'not-needed'
    },
  }
}
