/** Checks the signed settings of a protected desk. Settings that were changed outside the application are not used. */
import type { Failure } from '#shared/model/answers/failure.ts'
import { isContentOfSettings } from '#shared/model/application/settings-content.ts'
import { note } from '../maintenance/index.ts'
import { presentSettings, signAndSaveSettings } from '../newest/index.ts'
import type { Services } from '../services.ts'

const warning = 'The settings were changed outside Gateway Console. The default settings are in use. '
  + 'An administrator can check them under Data and audit and save them again.'

const olderWarning = 'The settings are older than the ones saved last on this computer: somebody put them back. The default '
  + 'settings are in use. An administrator can check them under Data and audit and save them again.'

const notChecked = 'The settings could not be checked, as the keychain did not answer. The default settings are in use until the '
  + 'next unlock: also the time until it locks, and no audit file is written. Lock and unlock again.'

const withoutProtection = 'The settings are of the time when a passphrase protected this desk. The default settings are in '
  + 'use. Check them under Data and audit and save them again.'

/**
 * Checks at an unlock whether the settings are those that an administrator saved. If not, the defaults are used, and
 * the window and the audit trail report it. SECURITY: otherwise anyone who can write the file could keep the desk open
 * longer, show it on a shared screen, or redirect the audit trail.
 */
export async function checkSettings(services: Services): Promise<void> {
  const { settings, vault } = services
  const { settings: saved, confirmation } = settings.saved()
  const checked = await vault.checkSettings({ confirmation })
  if (!checked.ok) {
    distrustUnchecked(services, checked.failure)
    return
  }
  if (checked.value === 'valid' && confirmation !== null && isContentOfSettings(confirmation.content, saved)) {
    const freshness = await services.newest.check(presentSettings(services))
    if (!freshness.ok) {
      distrustUnchecked(services, freshness.failure)
      return
    }
    if (freshness.value === 'newest') {
      settings.trust()
      return
    }
    settings.distrust(olderWarning)
    await note(services, 'settings-not-confirmed', 'Settings', 'Older than the ones saved last. The defaults are in use.')
    return
  }
  settings.distrust(warning)
  await note(services, 'settings-not-confirmed', 'Settings', `Signature: ${checked.value}. The defaults are in use.`)
}

/** If the vault was locked meanwhile, there is nothing to report. */
function distrustUnchecked({ settings, log }: Pick<Services, 'settings' | 'log'>, { code }: Failure): void {
  log('settings-not-checked', { code })
  settings.distrust(code === 'vault-locked' ? null : notChecked)
}

/**
 * Checks the settings of a desk without a passphrase. SECURITY: a signature comes from a protection that no longer
 * exists: the desk was started over, or somebody removed the protection. The next protection must not sign these
 * settings unchanged.
 */
export async function settingsOfUnprotected(services: Services): Promise<void> {
  const { settings } = services
  if (settings.saved().confirmation === null) {
    settings.trust()
    return
  }
  settings.distrust(withoutProtection)
  await note(services, 'settings-not-confirmed', 'Settings',
    'The passphrase protection that they were signed under is gone. The defaults are in use.')
}

/** Signs the current settings after protection was set up. If that fails, the next unlock reports it. */
export async function signSettingsFirst(services: Services): Promise<void> {
  const kept = await signAndSaveSettings(services, services.settings.read())
  if (!kept.ok) services.log('settings-not-signed', { code: kept.failure.code })
}
