/** The stored form of a result: compressed lines of JSON. A large one as a single text would take much memory. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip, gunzipSync } from 'node:zlib'
import type { LedgerEntry } from '#shared/reconcile/ledger-entry.ts'
import type { Link, UnlistedSum } from '#shared/reconcile/matching.ts'
import type { Decision, Reconciled } from '#shared/reconcile/reconciliation.ts'
import type { StatementLine } from '#shared/reconcile/statement-line.ts'

const version = 1
/** SECURITY: a replaced file expands no further than any result. */
const mostBytes = 300_000_000
const itemsPerPart = 1_000
const lineFeed = 0x0a

/** JSON has no whole numbers of this size, so amounts are stored as text. */
type Kept<Value> = Omit<Value, 'amount'> & { readonly amount: string | null }

/** A line of the file: first the facts, then parts of the lists. */
type Part =
  | { readonly version: number; readonly period: Reconciled['period']; readonly unlisted: readonly Kept<UnlistedSum>[] }
  | { readonly lines: readonly Kept<StatementLine>[] }
  | { readonly entries: readonly Kept<LedgerEntry>[] }
  | { readonly links: readonly (Link | null)[] }

/** The bytes of a result. */
export async function storedResult(reconciled: Reconciled): Promise<Uint8Array> {
  return await buffer(Readable.from(partsOf(reconciled)).pipe(createGzip()))
}

function* partsOf({ lines, entries, unlisted, links, period }: Reconciled): Generator<string> {
  const text = (part: Part): string => `${JSON.stringify(part)}\n`
  yield text({ version, period, unlisted: unlisted.map(kept) })
  for (const some of inParts(lines)) yield text({ lines: some.map(kept) })
  for (const some of inParts(entries)) yield text({ entries: some.map(kept) })
  for (const some of inParts(links)) yield text({ links: some })
}

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += itemsPerPart) yield items.slice(from, from + itemsPerPart)
}

/** Parses the bytes of a result; throws for others. */
export function resultOf(bytes: Uint8Array): Reconciled {
  const content = gunzipSync(bytes, { maxOutputLength: mostBytes })
  const lines: StatementLine[] = []
  const entries: LedgerEntry[] = []
  const links: (Link | null)[] = []
  let facts: Pick<Reconciled, 'period' | 'unlisted'> | null = null
  let from = 0
  for (let end = content.indexOf(lineFeed); end !== -1; end = content.indexOf(lineFeed, from)) {
    const part = JSON.parse(content.toString('utf8', from, end)) as Part
    from = end + 1
    if ('lines' in part) lines.push(...part.lines.map(restored))
    else if ('entries' in part) entries.push(...part.entries.map(restored))
    else if ('links' in part) links.push(...part.links)
    else if (part.version === version) {
      const unlisted = part.unlisted.map((sum) => ({ ...sum, amount: BigInt(sum.amount ?? 0) }))
      facts = { period: part.period, unlisted }
    }
  }
  if (facts === null) throw new Error('the result has another version')
  return { ...facts, lines, entries, links }
}

type KeptDecision =
  | Exclude<Decision, { readonly kind: 'match' }>
  | (Omit<Extract<Decision, { readonly kind: 'match' }>, 'entry'> & { readonly entry: Kept<LedgerEntry> })

/** Decisions as text. */
export function storedDecisions(decisions: readonly Decision[]): string {
  return JSON.stringify(decisions.map((one): KeptDecision =>
    (one.kind === 'match' ? { ...one, entry: kept(one.entry) } : one)))
}

/** Parses the text of decisions; throws for other text. */
export function decisionsOf(text: string): readonly Decision[] {
  return (JSON.parse(text) as readonly KeptDecision[])
    .map((one): Decision => (one.kind === 'match' ? { ...one, entry: restored(one.entry) } : one))
}

function kept<Value extends { readonly amount: bigint | null }>(value: Value): Kept<Value> {
  return { ...value, amount: value.amount?.toString() ?? null }
}

function restored<Value extends { readonly amount: string | null }>(
  value: Value,
): Omit<Value, 'amount'> & { readonly amount: bigint | null } {
  return { ...value, amount: value.amount === null ? null : BigInt(value.amount) }
}
