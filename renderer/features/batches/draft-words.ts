/** A table before it is sent, in words. */
import type { Draft } from '#shared/model/payments/batch.ts'
import { merchantText } from '../../app/merchant-text.ts'
import type { Translate } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'
import { countedText, numberText } from './batch-words.ts'

/** "11 of 12 charges are ready". */
export function readyText({ states, operation, rows }: Draft, t: Translate): string {
  const ready = states.ready.rows
  return t('batches.check.title', { count: ready, ready: numberText(ready), counted: countedText(operation, rows, t) })
}

/** Where its rows are from, when they were read, and for which merchant. */
export function sourceText({ fileName, source, readAt, profileName, environment }: Draft, t: Translate): string {
  const name = fileName ?? t(source === 'history' ? 'batches.check.history' : 'batches.check.clipboard')
  return [name, t('batches.check.read', { at: localTime(readAt, 'minute') }), merchantText(profileName, environment, t)].join(' · ')
}
