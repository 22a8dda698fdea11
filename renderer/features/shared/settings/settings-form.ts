import { holdsCardNumber } from '#shared/gateway/luhn.ts'
import {
  leastWaitMinutes, longestOperatorName, mostIdleMinutes, mostWaitMinutes, settingsSchema, type Settings,
} from '#shared/model/settings.ts'
import type { Translate } from '../../../i18n/index.ts'

/** What a person typed. */
export interface SettingsForm {
  operatorName: string
  notFoundAfterMinutes: string
  lockAfterMinutes: string
  replaceAfterDays: string
  contentProtection: boolean
  auditFile: string
}

type NumberSetting = 'notFoundAfterMinutes' | 'lockAfterMinutes' | 'replaceAfterDays'

const leastReplaceDays = settingsSchema.shape.replaceAfterDays.minValue ?? 0
const mostReplaceDays = settingsSchema.shape.replaceAfterDays.maxValue ?? 0

/** The settings as their form shows them. */
export function settingsFormOf(settings: Settings): SettingsForm {
  return {
    operatorName: settings.operatorName,
    notFoundAfterMinutes: String(settings.notFoundAfterMinutes),
    lockAfterMinutes: String(settings.lockAfterMinutes),
    replaceAfterDays: String(settings.replaceAfterDays),
    contentProtection: settings.contentProtection,
    auditFile: settings.auditFile ?? '',
  }
}

/** The settings of a form; null where a number is none or out of range. Texts are checked by `settingsProblems`. */
export function settingsFrom(form: SettingsForm): Settings | null {
  const notFoundAfterMinutes = numberIn(form, 'notFoundAfterMinutes')
  const lockAfterMinutes = numberIn(form, 'lockAfterMinutes')
  const replaceAfterDays = numberIn(form, 'replaceAfterDays')
  if (notFoundAfterMinutes === null || lockAfterMinutes === null || replaceAfterDays === null) return null
  const auditFile = form.auditFile.trim()
  return {
    operatorName: form.operatorName.trim(), notFoundAfterMinutes, lockAfterMinutes, replaceAfterDays,
    contentProtection: form.contentProtection, auditFile: auditFile === '' ? null : auditFile,
  }
}

/** What stands in the way of saving, beside each field; empty texts where nothing does. */
export type SettingsProblems = Readonly<Record<Exclude<keyof SettingsForm, 'contentProtection'>, string>>

/** The problems of what was typed. */
export function settingsProblems(form: SettingsForm, t: Translate): SettingsProblems {
  const range = (setting: NumberSetting, least: number, most: number): string =>
    (numberIn(form, setting) === null ? t('maintenance.settings.range', { least, most }) : '')
  return {
    operatorName: operatorNameProblem(form.operatorName.trim(), t),
    notFoundAfterMinutes: range('notFoundAfterMinutes', leastWaitMinutes, mostWaitMinutes),
    lockAfterMinutes: range('lockAfterMinutes', 1, mostIdleMinutes),
    replaceAfterDays: range('replaceAfterDays', leastReplaceDays, mostReplaceDays),
    auditFile: auditFileProblem(form.auditFile.trim(), t),
  }
}

function operatorNameProblem(name: string, t: Translate): string {
  if (name.length > longestOperatorName) return t('maintenance.settings.operatorNameLong', { most: longestOperatorName })
  return holdsCardNumber(name) ? t('maintenance.settings.operatorNameCard') : ''
}

function auditFileProblem(path: string, t: Translate): string {
  if (path === '') return ''
  // A path of this system or another's: main looks whether it can be written.
  const isWhole = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path)
  return isWhole && settingsSchema.shape.auditFile.safeParse(path).success ? '' : t('maintenance.settings.auditFileWhole')
}

function numberIn(form: SettingsForm, setting: NumberSetting): number | null {
  const text = form[setting].trim()
  if (!/^\d{1,6}$/.test(text)) return null
  const read = settingsSchema.shape[setting].safeParse(Number(text))
  return read.success ? read.data : null
}
