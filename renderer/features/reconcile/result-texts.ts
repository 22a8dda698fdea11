/** Texts about a result. */
import type { KeptResult } from '#shared/model/payments/reconcile.ts'
import type { Translate } from '../../i18n/index.ts'

/** The number of lines and payments that are not matched or that differ. */
export function openIn({ different, suggested, onlyStatement, onlyHistory }: KeptResult['lists']): number {
  return different + suggested + onlyStatement + onlyHistory
}

/** The text of a period: "2026-11-01 to 2026-11-30"; one date for a single day. */
export function periodText({ first, last }: KeptResult['period'], t: Translate): string {
  return first === last ? first : t('reconcile.result.period', { first, last })
}
