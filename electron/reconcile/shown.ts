/** A comparison in the form for display. */
import type { KeptResult, ReconcileResult, ResultRow } from '#shared/model/payments/reconcile.ts'
import { majorOf } from '#shared/model/values/currency-sums.ts'
import type { LedgerEntry } from '#shared/reconcile/ledger-entry.ts'
import { differencesAt, type Lists, type ListRow, type ListSum } from '#shared/reconcile/lists.ts'
import type { Current } from '#shared/reconcile/reconciliation.ts'

/** A settlement may have many entries; the page shows the first ones and their number. */
export const mostOnPage = 5

/** The sums and counts of a result. */
export function shownResult(facts: KeptResult, { lines, unlisted }: Current, { sums }: Lists): ReconcileResult {
  return {
    ...facts,
    sums: sums.map(({ stated, moved, ...sum }) => ({
      ...sum, stated: majorOf(stated, sum.currency ?? ''), moved: majorOf(moved, sum.currency ?? ''),
    })),
    totals: totalsOf(sums),
    unlisted: unlisted.reduce((sum, { entries }) => sum + entries, 0),
    unreadable: lines.filter(({ amount }) => amount === null).length,
  }
}

/** The sums over all lists by currency and kind, in order. */
function totalsOf(sums: readonly ListSum[]): ReconcileResult['totals'] {
  return [...Map.groupBy(sums, ({ currency, kind }) => JSON.stringify([currency, kind])).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { currency, kind } = first
    const stated = same.reduce((sum, one) => sum + one.stated, 0n)
    const moved = same.reduce((sum, one) => sum + one.moved, 0n)
    const text = (amount: bigint): string => majorOf(amount, currency ?? '')
    return [{
      currency, kind, lines: same.reduce((sum, one) => sum + one.lines, 0), stated: text(stated),
      entries: same.reduce((sum, one) => sum + one.entries, 0), moved: text(moved), difference: text(stated - moved),
    }]
  })
}

/** The number of rows in each list. */
export function countsOf({ rows }: Lists): KeptResult['lists'] {
  return Object.fromEntries(Object.entries(rows).map(([list, those]) => [list, those.length])) as KeptResult['lists']
}

/** A row of a list, with at most `most` of its entries. */
export function shownRow(current: Current, { line: place, entries }: ListRow, most: number): ResultRow {
  const line = place === null ? undefined : current.lines[place]
  const link = place === null ? null : current.links[place] ?? null
  const decision = place === null ? undefined : current.decided.get(place)
  return {
    place,
    line: line === undefined ? null : {
      line: line.line, kind: line.kind, type: line.type, ids: line.ids, lastFour: line.lastFour,
      amount: amountText(line), amountText: line.amountText, currency: line.currency, day: line.day,
      state: line.state,
    },
    entries: entries.slice(0, most).flatMap((one) => current.entries[one] ?? []).map(shownEntry),
    entryCount: entries.length,
    covers: link?.covers?.length ?? 0,
    rule: link?.rule ?? null,
    differences: place === null ? [] : [...differencesAt(current, place, link)],
    decision: decision === undefined
      ? null
      : { kind: decision.kind, who: decision.who, at: decision.at, reason: decision.reason },
  }
}

function shownEntry(entry: LedgerEntry): ResultRow['entries'][number] {
  const { entryId, day, operation, state, currency, orderId, merchantOrderId } = entry
  return { entryId, day, operation, state, currency, orderId, merchantOrderId, amount: amountText(entry) }
}

function amountText({ amount, currency }: Pick<LedgerEntry, 'amount' | 'currency'>): string | null {
  return amount === null ? null : majorOf(amount, currency ?? '')
}
