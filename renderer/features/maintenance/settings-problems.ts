import { holdsCardNumber } from '#shared/gateway/luhn.ts'
import { leastWaitMinutes, longestOperatorName, mostWaitMinutes, settingsSchema } from '#shared/model/settings.ts'
import type { Translate } from '../../i18n/index.ts'

/** What a person typed. */
export interface SettingsForm {
  readonly operatorName: string
  readonly notFoundAfterMinutes: string
}

/** What stands in the way of saving, beside each field; empty texts where nothing does. */
export function settingsProblems(form: SettingsForm, t: Translate): Readonly<Record<keyof SettingsForm, string>> {
  return {
    operatorName: operatorNameProblem(form.operatorName.trim(), t),
    notFoundAfterMinutes: minutesIn(form.notFoundAfterMinutes) === null
      ? t('maintenance.settings.notFoundAfterRange', { least: leastWaitMinutes, most: mostWaitMinutes })
      : '',
  }
}

function operatorNameProblem(name: string, t: Translate): string {
  if (name.length > longestOperatorName) return t('maintenance.settings.operatorNameLong', { most: longestOperatorName })
  return holdsCardNumber(name) ? t('maintenance.settings.operatorNameCard') : ''
}

/** The minutes that were typed; null when they are no number or out of range. */
export function minutesIn(text: string): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null
  const read = settingsSchema.shape.notFoundAfterMinutes.safeParse(Number(text))
  return read.success ? read.data : null
}
