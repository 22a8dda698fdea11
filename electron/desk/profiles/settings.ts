import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { settingsContent } from '#shared/model/settings-content.ts'
import type { Settings } from '#shared/model/settings.ts'
import { audited } from '../maintenance/index.ts'
import { failed } from '#shared/result.ts'
import { settingsChanges } from './changes.ts'
import type { Services } from '../services.ts'

/** Saves the settings, signed where a passphrase protects the desk; what changes of them stands in the audit trail. */
export async function saveSettings(
  services: Services, settings: ParsedInput<'settings.save'>,
): Promise<CallAnswer<'settings.save'>> {
  const before = services.settings.read()
  const detail = settingsChanges(before, settings)
  if (settings.auditFile !== null && settings.auditFile !== before.auditFile) {
    const why = await services.system.auditFile.append(settings.auditFile, '')
    if (why !== null) return failed({ code: 'file-unwritable', detail: `Audit file: ${why}.` })
  }
  const save = () => keepSigned(services, settings)
  if (detail === '') return await save()
  return await audited(services, { action: 'settings-changed', subject: 'Settings', detail }, save)
}

async function keepSigned(services: Services, settings: Settings): Promise<CallAnswer<'settings.save'>> {
  if (services.users.actor().kind === 'os-user') return services.settings.save(settings, null)
  const signed = await services.vault.signSettings({ content: settingsContent(settings) })
  return signed.ok ? services.settings.save(settings, signed.value) : signed
}
