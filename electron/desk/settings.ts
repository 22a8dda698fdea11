import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { audited } from './audit.ts'
import { settingsChanges } from './changes.ts'
import type { Rooms } from './rooms.ts'

/** Saves the settings; what changes of them stands in the audit trail. */
export async function saveSettings(
  rooms: Rooms, settings: ParsedInput<'settings.save'>,
): Promise<CallAnswer<'settings.save'>> {
  const detail = settingsChanges(rooms.settings.read(), settings)
  const save = () => rooms.settings.save(settings)
  if (detail === '') return save()
  return await audited(rooms, { action: 'settings-changed', subject: 'Settings', detail }, save)
}
