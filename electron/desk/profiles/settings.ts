import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { SentSettings, Settings } from '#shared/model/application/settings.ts'
import { audited } from '../maintenance/index.ts'
import { failed } from '#shared/result.ts'
import { signAndSaveSettings } from '../newest/index.ts'
import { settingsChanges, settingsFacts } from './changes.ts'
import type { Services } from '../services.ts'

/** Saves the settings, signed if a passphrase protects the desk. The audit trail records the changes. */
export async function saveSettings(
  services: Services, sent: ParsedInput<'settings.save'>,
): Promise<CallAnswer<'settings.save'>> {
  const before = services.settings.read()
  const auditFile = auditFileOf(services, sent)
  if (auditFile === undefined) return failed({ code: 'file-unwritable', detail: 'Audit file: choose its folder again.' })
  const settings = { ...sent, auditFile }
  const replaced = services.settings.isTrusted()
    ? settingsChanges(before, settings) : ['in the place of settings that were changed or put back', ...settingsFacts(settings)]
  const detail = replaced.join('; ')
  if (auditFile !== null && auditFile !== before.auditFile) {
    const tried = await services.system.auditFile.append(auditFile, '', null)
    if (tried.kind === 'refused') return failed({ code: 'file-unwritable', detail: `Audit file: ${tried.why}.` })
  }
  const save = () => keepSigned(services, settings)
  if (detail === '') return await save()
  return await audited(services, { action: 'settings-changed', subject: 'Settings', detail }, save)
}

/** The path of the audit file; null for none, undefined for an expired handle. */
export function auditFileOf(
  { settings, auditFileChoice }: Pick<Services, 'settings' | 'auditFileChoice'>, { auditFile }: Pick<SentSettings, 'auditFile'>,
): string | null | undefined {
  if (auditFile === 'off') return null
  return auditFile === 'keep' ? settings.read().auditFile : auditFileChoice.pathOf(auditFile.handle) ?? undefined
}

async function keepSigned(services: Services, settings: Settings): Promise<CallAnswer<'settings.save'>> {
  if (services.users.actor().kind === 'os-user') return services.settings.save(settings, null)
  return await signAndSaveSettings(services, settings)
}
