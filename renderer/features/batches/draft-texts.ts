/** Texts about a draft. */
import type { Draft } from '#shared/model/payments/batch.ts'
import { merchantText } from '../../app/merchant-text.ts'
import type { Translate } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'
import { countedText, numberText } from './batch-texts.ts'

/** How many rows are ready: "11 of 12 charges are ready". */
export function readyText({ states, operation, rows }: Draft, t: Translate): string {
  const ready = states.ready.rows
  return t('batches.check.title', { count: ready, ready: numberText(ready), counted: countedText(operation, rows, t) })
}

/** The source of the rows, the time they were read, and the merchant. */
export function sourceText({ fileName, source, readAt, profileName, environment }: Draft, t: Translate): string {
  const name = fileName ?? t(source === 'history' ? 'batches.check.history' : 'batches.check.clipboard')
  return [name, t('batches.check.read', { at: localTime(readAt, 'minute') }), merchantText(profileName, environment, t)].join(' · ')
}
