/** The canonical form of the settings, which is signed. */
import { canonicalText } from '../values/canonical.ts'
import { defaultSettings, settingsSchema, type Settings } from './settings.ts'

/** Every setting as JSON with sorted names. */
export function settingsContent(settings: Settings): string {
  return canonicalText(settings)
}

/**
 * True if a content describes exactly these settings. Settings that a newer version adds have their defaults in both.
 */
export function isContentOfSettings(content: string, settings: Settings): boolean {
  const described = settingsIn(content)
  return described !== null && settingsContent(described) === settingsContent(settings)
}

function settingsIn(content: string): Settings | null {
  try {
    const named: unknown = JSON.parse(content)
    if (typeof named !== 'object' || named === null) return null
    const parsed = settingsSchema.safeParse({ ...defaultSettings, ...named })
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
