import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { confirmationSchema } from '#shared/model/values/confirmation.ts'
import { defaultSettings, settingsSchema } from '#shared/model/application/settings.ts'
import { failed, success } from '#shared/result.ts'
import { quarantine, writeAtomically } from '../common/files/atomic-file.ts'
import { codeOf, reasonOf } from '../common/files/file-failure.ts'
import type { SavedSettings, SettingsPort } from './port.ts'

interface Opened extends SavedSettings {
  readonly warnings: readonly string[]
}

/**
 * Opens the settings. Quarantines a file with unreadable content under another name and uses the defaults. If the file
 * itself cannot be read, the defaults are used too, and the file is not changed. `warnings()` reports both. Never
 * throws.
 */
export function openSettings({ filePath }: { readonly filePath: string }): SettingsPort {
  const opened = readOrTakeDefaults(filePath)
  let saved: SavedSettings = { settings: opened.settings, confirmation: opened.confirmation }
  let distrusted: { readonly warning: string | null } | null = null
  const listeners: (() => void)[] = []
  const changed = () => { for (const listener of listeners) listener() }
  return {
    read: () => distrusted === null ? saved.settings : defaultSettings,
    saved: () => saved,
    save(settings, confirmation) {
      // One file for both, so that new settings never have an old signature.
      const text = `${JSON.stringify(confirmation === null ? settings : { ...settings, confirmation }, null, 2)}\n`
      try {
        writeAtomically(filePath, text)
      } catch (error) {
        return failed({ code: 'settings-unwritable', detail: `The settings cannot be saved: ${reasonOf(error)}.` })
      }
      saved = { settings, confirmation }
      distrusted = null
      changed()
      return success(null)
    },
    distrust(warning) {
      distrusted = { warning }
      changed()
    },
    trust() {
      distrusted = null
      changed()
    },
    isTrusted: () => distrusted === null,
    whenChanged(listener) { listeners.push(listener) },
    warnings: () => [...opened.warnings, ...[distrusted?.warning ?? []].flat()],
  }
}

function readOrTakeDefaults(filePath: string): Opened {
  let text: string
  try {
    text = readFileSync(filePath, 'utf8')
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? { settings: defaultSettings, confirmation: null, warnings: [] }
      : defaultsBecause(`The settings cannot be read (${reasonOf(error)}).`)
  }
  // A setting that the file lacks has its default, so an older file stays readable.
  const found = objectIn(text)
  const read = settingsSchema.safeParse({ ...defaultSettings, ...found })
  if (found === null || !read.success) return keptQuarantined(filePath)
  const confirmation = confirmationSchema.safeParse(Reflect.get(found, 'confirmation'))
  return { settings: read.data, confirmation: confirmation.success ? confirmation.data : null, warnings: [] }
}

function objectIn(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

function keptQuarantined(filePath: string): Opened {
  try {
    return defaultsBecause(`The settings cannot be read. The file was kept as ${basename(quarantine(filePath))}.`)
  } catch (error) {
    return defaultsBecause(`The settings cannot be read, and their file cannot be quarantined (${reasonOf(error)}).`)
  }
}

function defaultsBecause(sentence: string): Opened {
  const now = 'The default settings are in use. Check them under Data and audit and save them again.'
  return { settings: defaultSettings, confirmation: null, warnings: [`${sentence} ${now}`] }
}
