/** A result as it is kept: compressed JSON. */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { LedgerEntry } from '#shared/reconcile/ledger-entry.ts'
import type { UnlistedSum } from '#shared/reconcile/matching.ts'
import type { Decision, Reconciled } from '#shared/reconcile/reconciliation.ts'
import type { StatementLine } from '#shared/reconcile/statement-line.ts'

const version = 1
/** SECURITY: a file that was replaced expands no further than any result. */
const mostBytes = 300_000_000

/** JSON has no whole numbers of this size: amounts are kept as text. */
type Kept<Value> = Omit<Value, 'amount'> & { readonly amount: string | null }

interface StoredResult extends Omit<Reconciled, 'lines' | 'entries' | 'unlisted'> {
  readonly version: typeof version
  readonly lines: readonly Kept<StatementLine>[]
  readonly entries: readonly Kept<LedgerEntry>[]
  readonly unlisted: readonly Kept<UnlistedSum>[]
}

/** The bytes of a result. */
export function storedResult({ lines, entries, unlisted, links, period }: Reconciled): Uint8Array {
  return gzipSync(JSON.stringify({
    version, period, links, lines: lines.map(kept), entries: entries.map(kept), unlisted: unlisted.map(kept),
  } satisfies StoredResult))
}

/** The result of such bytes; throws for any others. */
export function resultOf(bytes: Uint8Array): Reconciled {
  const text = gunzipSync(bytes, { maxOutputLength: mostBytes }).toString('utf8')
  const { version: of, lines, entries, unlisted, links, period } = JSON.parse(text) as StoredResult
  if (of !== version) throw new Error('the result has another version')
  return {
    period, links, lines: lines.map(restored), entries: entries.map(restored),
    unlisted: unlisted.map((sum) => ({ ...sum, amount: BigInt(sum.amount ?? 0) })),
  }
}

type KeptDecision =
  | Exclude<Decision, { readonly kind: 'match' }>
  | (Omit<Extract<Decision, { readonly kind: 'match' }>, 'entry'> & { readonly entry: Kept<LedgerEntry> })

/** Decisions as text. */
export function storedDecisions(decisions: readonly Decision[]): string {
  return JSON.stringify(decisions.map((one): KeptDecision => (one.kind === 'match' ? { ...one, entry: kept(one.entry) } : one)))
}

/** The decisions of such a text; throws for any other. */
export function decisionsOf(text: string): readonly Decision[] {
  return (JSON.parse(text) as readonly KeptDecision[])
    .map((one): Decision => (one.kind === 'match' ? { ...one, entry: restored(one.entry) } : one))
}

function kept<Value extends { readonly amount: bigint | null }>(value: Value): Kept<Value> {
  return { ...value, amount: value.amount?.toString() ?? null }
}

function restored<Value extends { readonly amount: string | null }>(value: Value): Omit<Value, 'amount'> & { readonly amount: bigint | null } {
  return { ...value, amount: value.amount === null ? null : BigInt(value.amount) }
}
