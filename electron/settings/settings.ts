import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defaultSettings, settingsSchema, type Settings } from '#shared/model/settings.ts'
import { failed, success } from '#shared/result.ts'
import { quarantine, writeAtomically } from '../common/atomic-file.ts'
import { codeOf, reasonOf } from '../common/file-failure.ts'
import type { SettingsPort } from './port.ts'

interface Opened {
  readonly settings: Settings
  readonly warnings: readonly string[]
}

/**
 * Opens the settings. A file that cannot be read is kept aside under another name and the defaults are used; so
 * they are, with the file left alone, when it cannot be read. Both are said in `warnings()`. Never throws.
 */
export function openSettings({ filePath }: { readonly filePath: string }): SettingsPort {
  const opened = readOrTakeDefaults(filePath)
  let { settings } = opened
  return {
    read: () => settings,
    save(next) {
      try {
        writeAtomically(filePath, `${JSON.stringify(next, null, 2)}\n`)
      } catch (error) {
        return failed({ code: 'settings-unwritable', detail: `The settings cannot be saved: ${reasonOf(error)}.` })
      }
      settings = next
      return success(null)
    },
    warnings: () => opened.warnings,
  }
}

function readOrTakeDefaults(filePath: string): Opened {
  let text: string
  try {
    text = readFileSync(filePath, 'utf8')
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? { settings: defaultSettings, warnings: [] }
      : defaultsBecause(`The settings cannot be read (${reasonOf(error)}).`)
  }
  // A setting that the file does not name yet has its default: an older file is read as it is.
  const read = settingsSchema.safeParse({ ...defaultSettings, ...objectIn(text) })
  return objectIn(text) !== null && read.success ? { settings: read.data, warnings: [] } : keptQuarantined(filePath)
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
  return { settings: defaultSettings, warnings: [`${sentence} ${now}`] }
}
