import type { Failure } from '#shared/model/answers/failure.ts'
import { settingsContent } from '#shared/model/application/settings-content.ts'
import type { Settings } from '#shared/model/application/settings.ts'
import type { Result } from '#shared/result.ts'
import type { Services } from '../services.ts'
import { presentSettings } from './present.ts'

/** Signs settings with the next number and saves them: first the file, then the list of newest numbers. */
export function signAndSaveSettings(services: Services, settings: Settings): Promise<Result<null, Failure>> {
  return services.newest.alone(() => signAndSave(services, settings))
}

async function signAndSave(services: Services, settings: Settings): Promise<Result<null, Failure>> {
  const present = presentSettings(services)
  const number = await services.newest.numberFor(present)
  if (!number.ok) return number
  const signed = await services.vault.signSettings({ content: settingsContent(settings), number: number.value })
  if (!signed.ok) return signed
  const saved = services.settings.save(settings, signed.value)
  if (saved.ok) await services.newest.kept({ ...present, number: number.value })
  return saved
}
