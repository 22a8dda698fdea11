/** The lists of a reconciliation and their sums: every line and every entry is in exactly one list. */
import { differencesOf, isCounterpart, statedAmount, type Difference } from './compare.ts'
import { lineKindOf } from './ledger-entry.ts'
import { isDue, movedAmount, sumOf, type Link } from './matching.ts'
import type { Current } from './reconciliation.ts'
import { lineKinds, type LineKind } from './statement-line.ts'

/** In display order; lists that need a person come first. */
export const listNames = ['different', 'suggested', 'onlyStatement', 'onlyHistory', 'matched'] as const
export type ListName = (typeof listNames)[number]

/** A line with its entries, or an entry without a line, by their positions in the lists of lines and entries. */
export type ListRow =
  | { readonly line: number; readonly entries: readonly number[] }
  | { readonly line: null; readonly entries: readonly [number] }

/** The sums of the lines and entries in a list with the same currency and kind, in ten-thousandths. */
export interface ListSum {
  readonly list: ListName
  readonly currency: string | null
  readonly kind: LineKind
  readonly lines: number
  readonly stated: bigint
  readonly entries: number
  readonly moved: bigint
}

export interface Lists {
  readonly rows: Readonly<Record<ListName, readonly ListRow[]>>
  /** By list, currency and kind. They add up to all lines of the statement and all compared entries. */
  readonly sums: readonly ListSum[]
}

/** Sorts a reconciliation into its lists. */
export function listsOf(current: Current): Lists {
  const { lines, links, entries, unlisted, period } = current
  const rows: Record<ListName, ListRow[]> = {
    different: [], suggested: [], onlyStatement: [], onlyHistory: [], matched: [],
  }
  const sums = new Map<string, ListSum>()
  const placed = new Uint8Array(entries.length)

  function add(list: ListName, currency: string | null, kind: LineKind, part: Partial<Omit<ListSum, 'list'>>): void {
    const key = `${list} ${kind} ${currency ?? ''}`
    const { lines: before = 0, stated = 0n, entries: counted = 0, moved = 0n } = sums.get(key) ?? {}
    sums.set(key, {
      list, currency, kind, lines: before + (part.lines ?? 0), stated: stated + (part.stated ?? 0n),
      entries: counted + (part.entries ?? 0), moved: moved + (part.moved ?? 0n),
    })
  }

  function addEntry(list: ListName, place: number): void {
    const entry = entries[place]
    if (entry === undefined || placed[place] === 1) return
    placed[place] = 1
    add(list, entry.currency, lineKindOf(entry), { entries: 1, moved: movedAmount(entry) })
  }

  lines.forEach((line, place) => {
    const link = links[place] ?? null
    const list = listOf(current, place, link)
    rows[list].push({ line: place, entries: link?.entries ?? [] })
    add(list, line.currency, line.kind, { lines: 1, stated: statedAmount(line) })
    if (isCounterpart(line.kind)) for (const entry of link?.entries ?? []) addEntry(list, entry)
  })
  entries.forEach((entry, place) => {
    if (placed[place] === 1 || !isDue(entry, period)) return
    rows.onlyHistory.push({ line: null, entries: [place] })
    addEntry('onlyHistory', place)
  })
  for (const { currency, kind, entries: count, amount } of unlisted) {
    add('onlyHistory', currency, kind, { entries: count, moved: amount })
  }
  return { rows, sums: [...sums.values()].toSorted(byOrder) }
}

/** The differences between a line and its entries; a settlement's amount is compared with their sum or its lines'. */
export function differencesAt({ lines, entries }: Current, place: number, link: Link | null): readonly Difference[] {
  const line = lines[place]
  if (line === undefined || link === null) return []
  const linked = link.entries.flatMap((one) => entries[one] ?? [])
  if (line.kind !== 'settlement') return linked.flatMap((entry) => differencesOf(line, entry))
  const sum = link.covers === undefined
    ? sumOf(linked)
    : link.covers.flatMap((one) => lines[one] ?? []).reduce((total, one) => total + statedAmount(one), 0n)
  return line.amount === sum || line.amount === -sum ? [] : ['amount']
}

function listOf(current: Current, place: number, link: Link | null): ListName {
  if (link === null) return 'onlyStatement'
  if (link.isSuggestion) return 'suggested'
  return differencesAt(current, place, link).length > 0 ? 'different' : 'matched'
}

function byOrder(one: ListSum, other: ListSum): number {
  return (one.currency ?? '~').localeCompare(other.currency ?? '~', 'en') || lineKinds.indexOf(one.kind) - lineKinds.indexOf(other.kind)
    || listNames.indexOf(one.list) - listNames.indexOf(other.list)
}
