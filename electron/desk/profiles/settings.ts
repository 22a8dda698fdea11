import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { settingsContent } from '#shared/model/settings-content.ts'
import type { Settings } from '#shared/model/settings.ts'
import { audited } from '../maintenance/index.ts'
import { failed, success } from '#shared/result.ts'
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

/** Asks for the folder of the audit file; whether it can be written is looked at when it is saved. */
export async function chooseAuditFile({ system }: Services): Promise<CallAnswer<'settings.chooseAuditFile'>> {
  const path = await system.choosePathInFolder('Choose the folder of the audit file', 'gateway-console-audit.jsonl')
  return path === null ? failed({ code: 'cancelled' }) : success({ path })
}

async function keepSigned(services: Services, settings: Settings): Promise<CallAnswer<'settings.save'>> {
  if (services.users.actor().kind === 'os-user') return services.settings.save(settings, null)
  const signed = await services.vault.signSettings({ content: settingsContent(settings) })
  return signed.ok ? services.settings.save(settings, signed.value) : signed
}
