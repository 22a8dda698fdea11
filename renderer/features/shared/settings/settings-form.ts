import { holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import {
  leastWaitMinutes, longestOperatorName, mostIdleMinutes, mostWaitMinutes, settingsSchema, type SentSettings,
  type Settings,
} from '#shared/model/application/settings.ts'
import type { Translate } from '../../../i18n/index.ts'

/** The typed values of the form. */
export interface SettingsForm {
  operatorName: string
  notFoundAfterMinutes: string
  lockAfterMinutes: string
  replaceAfterDays: string
  contentProtection: boolean
  notices: boolean
  auditFile: AuditFileInForm
}

/** The audit file in the form, and the value to save. `path` is empty without a file. */
export interface AuditFileInForm {
  readonly path: string
  readonly sent: SentSettings['auditFile']
}

type NumberSetting = 'notFoundAfterMinutes' | 'lockAfterMinutes' | 'replaceAfterDays'

const leastReplaceDays = settingsSchema.shape.replaceAfterDays.minValue ?? 0
const mostReplaceDays = settingsSchema.shape.replaceAfterDays.maxValue ?? 0

/** The form for settings. */
export function settingsFormOf(settings: Settings): SettingsForm {
  return {
    operatorName: settings.operatorName,
    notFoundAfterMinutes: String(settings.notFoundAfterMinutes),
    lockAfterMinutes: String(settings.lockAfterMinutes),
    replaceAfterDays: String(settings.replaceAfterDays),
    contentProtection: settings.contentProtection,
    notices: settings.notices,
    auditFile: { path: settings.auditFile ?? '', sent: 'keep' },
  }
}

/** The settings of a form; null if a number is invalid or out of range. `settingsProblems` checks the texts. */
export function settingsFrom(form: SettingsForm): SentSettings | null {
  const notFoundAfterMinutes = numberIn(form, 'notFoundAfterMinutes')
  const lockAfterMinutes = numberIn(form, 'lockAfterMinutes')
  const replaceAfterDays = numberIn(form, 'replaceAfterDays')
  if (notFoundAfterMinutes === null || lockAfterMinutes === null || replaceAfterDays === null) return null
  return {
    operatorName: form.operatorName.trim(), notFoundAfterMinutes, lockAfterMinutes, replaceAfterDays,
    contentProtection: form.contentProtection, notices: form.notices, auditFile: form.auditFile.sent,
  }
}

/** The problem of each field; an empty text without one. */
export type SettingsProblems = Readonly<Record<Exclude<keyof SettingsForm, 'contentProtection' | 'notices' | 'auditFile'>, string>>

/** Validates the typed values. */
export function settingsProblems(form: SettingsForm, t: Translate): SettingsProblems {
  const range = (setting: NumberSetting, least: number, most: number): string =>
    (numberIn(form, setting) === null ? t('maintenance.settings.range', { least, most }) : '')
  return {
    operatorName: operatorNameProblem(form.operatorName.trim(), t),
    notFoundAfterMinutes: range('notFoundAfterMinutes', leastWaitMinutes, mostWaitMinutes),
    lockAfterMinutes: range('lockAfterMinutes', 1, mostIdleMinutes),
    replaceAfterDays: range('replaceAfterDays', leastReplaceDays, mostReplaceDays),
  }
}

function operatorNameProblem(name: string, t: Translate): string {
  if (name.length > longestOperatorName) return t('maintenance.settings.operatorNameLong', { most: longestOperatorName })
  return holdsCardNumber(name) ? t('maintenance.settings.operatorNameCard') : ''
}

function numberIn(form: SettingsForm, setting: NumberSetting): number | null {
  const text = form[setting].trim()
  if (!/^\d{1,6}$/.test(text)) return null
  const read = settingsSchema.shape[setting].safeParse(Number(text))
  return read.success ? read.data : null
}
