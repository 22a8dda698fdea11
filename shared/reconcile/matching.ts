/**
 * Matches the lines of a statement with entries of the history. Any number of entries may be offered; only those that a
 * line may be about, or that the statement should contain, are kept.
 */
import { isUncertain } from '../model/history/history.ts'
import { isCounterpart, isNear, isSameMoney, isSameState, kindRank } from './compare.ts'
import { lineKindOf, type EntryIds, type LedgerEntry, type OfferedEntry } from './ledger-entry.ts'
import { withSafeIds } from './read-lines.ts'
import { daysApart, idNames, type IdName, type LineKind, type StatementLine } from './statement-line.ts'

/**
 * The rule of a match. `lastFour` (with amount, currency and day) and `settlementDay` only suggest. `settlement`: the
 * line is the sum of other lines. `hand`: a person matched it.
 */
export const matchRules = [...idNames, 'settlement', 'lastFour', 'settlementDay', 'hand'] as const
export type MatchRule = (typeof matchRules)[number]

export interface Link {
  readonly rule: MatchRule
  /** Positions in the list of entries; more than one for a settlement. */
  readonly entries: readonly number[]
  /** The lines whose sum a settlement is. */
  readonly covers?: readonly number[]
  readonly isSuggestion: boolean
}

/** From `first` to `last`, both included. */
export interface Period {
  readonly first: string
  readonly last: string
}

/** Entries that the statement should contain and that are counted, but not listed. */
export interface UnlistedSum {
  readonly currency: string | null
  readonly kind: LineKind
  readonly entries: number
  readonly amount: bigint
}

export interface Matching {
  /** Without card numbers. */
  readonly lines: readonly StatementLine[]
  readonly entries: readonly LedgerEntry[]
  /** One for each line; null if the line has no known entry. */
  readonly links: readonly (Link | null)[]
  /** The entries beyond `mostListedEntries`. */
  readonly unlisted: readonly UnlistedSum[]
}

interface Pair {
  readonly line: number
  readonly entry: number
  readonly rule: IdName | 'lastFour'
  /** See `rankOf`. */
  readonly rank: number
}

/** Further entries without a line are counted and not listed. */
const mostListedEntries = 100_000

export interface Matcher {
  /** Considers an entry. Each entry is offered once. */
  offer(offered: OfferedEntry): void
  /** Lines from a position on whose ids no entry had: their entries may be older than the statement's period. */
  unmatched(from: number, most: number): readonly { readonly place: number; readonly line: StatementLine }[]
  finish(): Matching
}

/** True for an entry that the statement of a period should contain: money moved in it, or may have moved. */
export function isDue({ kind, moved, state, day }: LedgerEntry, { first, last }: Period): boolean {
  return (moved || (kind !== 'hold' && isUncertain(state))) && day >= first && day <= last
}

/** Creates a matcher. `most`: see `mostListedEntries`. */
export function createMatcher(lines: readonly StatementLine[], period: Period, most = mostListedEntries): Matcher {
  const byId = indexOf(lines)
  const byCard = cardIndexOf(lines)
  const entries: LedgerEntry[] = []
  const pairs: Pair[] = []
  const related = new Uint8Array(lines.length)
  /** One bit for each id of a line that occurs in the history. */
  const known = new Uint8Array(lines.length)
  const unlisted = new Map<string, UnlistedSum>()
  let alone = 0

  function pairsOf({ entry, ids }: OfferedEntry): readonly Omit<Pair, 'entry'>[] {
    const found = new Map<number, Omit<Pair, 'entry'>>()
    idNames.forEach((rule, strength) => {
      for (const place of linesWith(rule, ids)) {
        known[place] = (known[place] ?? 0) | bitOf(rule)
        const line = lines[place]
        const kind = line === undefined || found.has(place) ? null : kindRank(line.kind, entry.kind)
        if (line === undefined || kind === null) continue
        if (rule === 'approvalCode' && !isConfirmed(line, entry)) continue
        const rank = rankOf(strength, kind, line, entry)
        found.set(place, { line: place, rule, rank })
      }
    })
    if (found.size > 0) return [...found.values()]
    return (byCard.get(cardKey(ids.lastFour, entry) ?? '') ?? []).flatMap((place) => {
      const line = lines[place]
      if (line === undefined || !isCounterpart(line.kind) || kindRank(line.kind, entry.kind) !== 0) return []
      const rank = rankOf(idNames.length, 0, line, entry)
      return isNear(line, entry) ? [{ line: place, rule: 'lastFour' as const, rank }] : []
    })
  }

  function linesWith(rule: IdName, ids: EntryIds): readonly number[] {
    const { [rule]: id } = ids
    return id === undefined ? [] : byId[rule].get(id) ?? []
  }

  function count(entry: LedgerEntry): void {
    const { currency } = entry
    const kind = lineKindOf(entry)
    const key = `${kind} ${currency ?? ''}`
    const { entries: before = 0, amount = 0n } = unlisted.get(key) ?? {}
    unlisted.set(key, { currency, kind, entries: before + 1, amount: amount + movedAmount(entry) })
  }

  return {
    offer(offered) {
      const found = pairsOf(offered)
      const { entry } = offered
      if (found.length === 0) {
        if (!isDue(entry, period)) return
        if (alone === most) {
          count(entry)
          return
        }
        alone += 1
      }
      for (const pair of found) {
        pairs.push({ ...pair, entry: entries.length })
        if (pair.rule !== 'lastFour') related[pair.line] = 1
      }
      entries.push(entry)
    },
    unmatched(from, count) {
      const found: { place: number; line: StatementLine }[] = []
      for (let place = from; place < lines.length && found.length < count; place += 1) {
        const line = lines[place]
        if (line === undefined || related[place] === 1) continue
        const { orderId, merchantOrderId, serialNumber } = line.ids
        if ((orderId ?? merchantOrderId ?? serialNumber) !== undefined) found.push({ place, line })
      }
      return found
    },
    finish() {
      const links = linked(lines, pairs)
      linkSettlements(lines, links)
      const dropped = withoutUnrelated(entries, links, period)
      if (unlisted.size === 0) suggestSettlements(lines, dropped.entries, dropped.links)
      return {
        ...dropped, unlisted: [...unlisted.values()],
        lines: lines.map((line, place) => withSafeIds(line, (name) => ((known[place] ?? 0) & bitOf(name)) !== 0)),
      }
    },
  }
}

/** The net amount that an entry moved; 0 if it moved none. */
export function movedAmount({ moved, amount }: LedgerEntry): bigint {
  return moved ? amount ?? 0n : 0n
}

/** The net amount that entries moved together. */
export function sumOf(entries: readonly LedgerEntry[]): bigint {
  return entries.reduce((total, entry) => total + movedAmount(entry), 0n)
}

/** Approval codes are short, and many payments have the same one, so money and day must fit too. */
function isConfirmed(line: StatementLine, entry: LedgerEntry): boolean {
  return isNear(line, entry) && (isSameMoney(line, entry) || !isCounterpart(line.kind))
}

function bitOf(name: IdName): number {
  return 1 << idNames.indexOf(name)
}

/**
 * A lower rank is better: by rule first, then by kind, state, money, and days between. The state decides between the
 * attempts of a refund, of which one succeeded.
 */
function rankOf(strength: number, kind: number, line: StatementLine, entry: LedgerEntry): number {
  const differs = (isSameState(line, entry) ? 0 : 2) + (isSameMoney(line, entry) ? 0 : 1)
  return ((strength * 10 + kind) * 4 + differs) * 1_000_000 + Math.min(distance(line, entry), 999_999)
}

function distance(line: StatementLine, entry: LedgerEntry): number {
  return daysApart(line.day, entry.day) ?? 0
}

function indexOf(lines: readonly StatementLine[]): Record<IdName, Map<string, number[]>> {
  const index = Object.fromEntries(idNames.map((name) => [name, new Map<string, number[]>()])) as
    Record<IdName, Map<string, number[]>>
  lines.forEach(({ ids }, place) => {
    for (const name of idNames) {
      const { [name]: id } = ids
      if (id !== undefined) add(index[name], id, place)
    }
  })
  return index
}

function cardIndexOf(lines: readonly StatementLine[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  lines.forEach((line, place) => {
    const key = cardKey(line.lastFour, line)
    if (key !== null) add(index, key, place)
  })
  return index
}

function cardKey(lastFour: string | null, { amount, currency }: Pick<StatementLine, 'amount' | 'currency'>): string | null {
  return lastFour === null || amount === null || currency === null ? null : `${lastFour} ${amount} ${currency}`
}

function add(index: Map<string, number[]>, key: string, place: number): void {
  const places = index.get(key)
  if (places === undefined) index.set(key, [place])
  else places.push(place)
}

/** Assigns each line its best entry. An entry has at most one counterpart. */
function linked(lines: readonly StatementLine[], pairs: Pair[]): (Link | null)[] {
  const links: (Link | null)[] = lines.map(() => null)
  const taken = new Set<number>()
  for (const { line, entry, rule } of pairs.sort(better)) {
    const kind = lines[line]?.kind
    if (kind === undefined || links[line] !== null) continue
    const counterpart = isCounterpart(kind)
    if (counterpart && taken.has(entry)) continue
    if (counterpart) taken.add(entry)
    links[line] = { rule, entries: [entry], isSuggestion: rule === 'lastFour' }
  }
  return links
}

function better(one: Pair, other: Pair): number {
  return one.rank - other.rank || one.line - other.line || one.entry - other.entry
}

/** Links each settlement to the lines of its currency that name it: a batch may have one for each currency. */
function linkSettlements(lines: readonly StatementLine[], links: (Link | null)[]): void {
  const covered = new Map<string, number[]>()
  const keyOf = ({ settlement, currency }: StatementLine): string | null =>
    (settlement === null ? null : `${currency ?? ''} ${settlement}`)
  lines.forEach((line, place) => {
    const key = line.kind === 'settlement' ? null : keyOf(line)
    if (key !== null) add(covered, key, place)
  })
  lines.forEach((line, place) => {
    const covers = line.kind === 'settlement' ? covered.get(keyOf(line) ?? '') : undefined
    if (covers !== undefined) links[place] = { rule: 'settlement', entries: [], covers, isSuggestion: false }
  })
}

/** Drops entries that are linked to no line and need not be in the statement. */
function withoutUnrelated(
  entries: readonly LedgerEntry[], links: readonly (Link | null)[], period: Period,
): { readonly entries: readonly LedgerEntry[]; readonly links: (Link | null)[] } {
  const used = new Set(links.flatMap((link) => link?.entries ?? []))
  const places = new Map<number, number>()
  const kept = entries.filter((entry, place) => {
    const keeps = used.has(place) || isDue(entry, period)
    if (keeps) places.set(place, places.size)
    return keeps
  })
  return {
    entries: kept,
    links: links.map((link) => (link === null
      ? null
      : { ...link, entries: link.entries.map((place) => places.get(place) ?? 0) })),
  }
}

/** Suggests for a settlement without lines the free entries of its day and currency, if their sum is its amount. */
function suggestSettlements(
  lines: readonly StatementLine[], entries: readonly LedgerEntry[], links: (Link | null)[],
): void {
  const used = new Set(links.flatMap((link, place) =>
    (link !== null && isCounterpart(lines[place]?.kind ?? 'other') ? link.entries : [])))
  const free = new Map<string, number[]>()
  entries.forEach((entry, place) => {
    if (!used.has(place) && entry.moved) add(free, `${entry.day} ${entry.currency ?? ''}`, place)
  })
  lines.forEach(({ kind, day, currency, amount }, place) => {
    const key = `${day ?? ''} ${currency ?? ''}`
    const dayEntries = kind === 'settlement' && links[place] === null ? free.get(key) : undefined
    if (dayEntries === undefined || amount === null) return
    const sum = sumOf(dayEntries.flatMap((one) => entries[one] ?? []))
    if (sum !== amount && sum !== -amount) return
    links[place] = { rule: 'settlementDay', entries: dayEntries, isSuggestion: true }
    free.delete(key)
  })
}
