/** Results in words. */
import type { KeptResult } from '#shared/model/payments/reconcile.ts'
import type { Translate } from '../../i18n/index.ts'

/** How many lines and payments are not matched, or differ. */
export function openIn({ different, suggested, onlyStatement, onlyHistory }: KeptResult['lists']): number {
  return different + suggested + onlyStatement + onlyHistory
}

/** "2026-11-01 to 2026-11-30"; one date for a single day. */
export function periodText({ first, last }: KeptResult['period'], t: Translate): string {
  return first === last ? first : t('reconcile.result.period', { first, last })
}
