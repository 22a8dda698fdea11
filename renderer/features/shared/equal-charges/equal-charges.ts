/** Texts about two equal charges of one card, and links to compare them. */
import type { RouteLocationRaw } from 'vue-router'
import type { EntryId } from '#shared/brands.ts'
import type { EqualCharges } from '#shared/model/payments/equal-charges.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Translate } from '../../../i18n/index.ts'

/** Link to the comparison of two payments. */
export function compareLink(...entryIds: readonly [EntryId, EntryId]): RouteLocationRaw {
  return { path: '/compare', query: { entries: entryIds.join(',') } }
}

/** Link to the payments that a charge may be compared with. */
export function chargedTwiceLink(entryId: EntryId): RouteLocationRaw {
  return { path: '/charged-twice', query: { entry: entryId } }
}

/** Time between two charges: "seconds", "4 minutes", "3 hours". */
export function apartText(apartMs: number, t: Translate): string {
  const minutes = Math.round(apartMs / 60_000)
  if (minutes === 0) return t('compare.moments')
  return minutes < 120 ? t('compare.minutes', { count: minutes }) : t('compare.hours', { count: Math.round(minutes / 60) })
}

/** Mark beside a charge: the time between it and the equal one, and the link to compare both. */
export interface EqualChargeMark {
  readonly text: string
  readonly to: RouteLocationRaw
}

/** The mark of each charge that has an equal one; with several, the newest pair counts. */
export function equalChargeMarks(
  pairs: readonly EqualCharges<{ readonly row: Pick<HistoryRow, 'entryId'> }>[], t: Translate,
): ReadonlyMap<EntryId, EqualChargeMark> {
  return new Map(pairs.toReversed().flatMap(({ later, earlier, apartMs }) => {
    const mark = {
      text: t('compare.apart', { apart: apartText(apartMs, t) }), to: compareLink(earlier.row.entryId, later.row.entryId),
    }
    return [later, earlier].map(({ row }) => [row.entryId, mark] as const)
  }))
}
