import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { audited } from '../maintenance/index.ts'
import { settingsChanges } from './changes.ts'
import type { Services } from '../services.ts'

/** Saves the settings; what changes of them stands in the audit trail. */
export async function saveSettings(
  services: Services, settings: ParsedInput<'settings.save'>,
): Promise<CallAnswer<'settings.save'>> {
  const detail = settingsChanges(services.settings.read(), settings)
  const save = () => services.settings.save(settings)
  if (detail === '') return save()
  return await audited(services, { action: 'settings-changed', subject: 'Settings', detail }, save)
}
