/** Settings of a protected desk are signed: one that was changed from outside is not used. */
import { isContentOfSettings } from '#shared/model/settings-content.ts'
import { note } from '../maintenance/index.ts'
import { presentSettings, signAndSaveSettings } from '../newest/index.ts'
import type { Services } from '../services.ts'

const warning = 'The settings were changed outside Gateway Console. The default settings are in use. '
  + 'An administrator can check them under Data and audit and save them again.'

const olderWarning = 'The settings are older than the ones saved last on this computer: somebody put them back. The default '
  + 'settings are in use. An administrator can check them under Data and audit and save them again.'

const withoutProtection = 'The settings are of the time when a passphrase protected this desk. The default settings are in '
  + 'use. Check them under Data and audit and save them again.'

/**
 * Looks, at an unlock, whether the settings are as an administrator saved them; the defaults are used where they are
 * not, which the window and the audit trail say. SECURITY: whoever writes the file could otherwise keep the desk open
 * longer, show it on a shared screen, or send the audit trail elsewhere.
 */
export async function checkSettings(services: Services): Promise<void> {
  const { settings, vault } = services
  const { settings: saved, confirmation } = settings.saved()
  const checked = await vault.checkSettings({ confirmation })
  if (!checked.ok) {
    services.log('settings-not-checked', { code: checked.failure.code })
    settings.distrust(null)
    return
  }
  if (checked.value === 'valid' && confirmation !== null && isContentOfSettings(confirmation.content, saved)) {
    const standing = await services.newest.check(presentSettings(services))
    if (standing.ok && standing.value === 'newest') {
      settings.trust()
      return
    }
    settings.distrust(standing.ok ? olderWarning : null)
    if (standing.ok) await note(services, 'settings-not-confirmed', 'Settings', 'Older than the ones saved last. The defaults are in use.')
    return
  }
  settings.distrust(warning)
  await note(services, 'settings-not-confirmed', 'Settings', `Signature: ${checked.value}. The defaults are in use.`)
}

/**
 * The settings of a desk without a passphrase. SECURITY: signed ones are of a protection that is gone: the desk was
 * started over, or somebody took it away. They must not be signed as they stand when the next one is set up.
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

/** Signs the settings as they stand, once protection was set up; on failure the next unlock says so. */
export async function signSettingsFirst(services: Services): Promise<void> {
  const kept = await signAndSaveSettings(services, services.settings.read())
  if (!kept.ok) services.log('settings-not-signed', { code: kept.failure.code })
}
