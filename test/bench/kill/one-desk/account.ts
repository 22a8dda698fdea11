/** The results of a kill test: the payments of every run, compared with the ledger each time. */
import type { EntryId } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { LedgerLine } from '../../../../electron/sandbox/orders/ledger.ts'
import { compare, noMisses, type Misses } from '../compare.ts'
import { nameInLedger } from '../payment-name.ts'
import type { FoundPayment } from '../messages.ts'
import { phaseOf, phases, type Phase } from './phases.ts'

/** A confirmed payment whose end was not shown, and whether its whole request had been sent. */
type CutPayments = ReadonlyMap<string, { readonly seen: boolean }>

interface Tally {
  /** Runs that were killed during at least one payment. */
  rounds: number
  payments: number
}

export interface Figures {
  /** Every violation found by any comparison, once. */
  readonly misses: Misses
  readonly comparisons: number
  readonly charges: number
  readonly refunds: number
  readonly states: ReadonlyMap<EntryState, number>
  /** Entries that stay unknown, by whether the ledger has their payment. */
  readonly unknown: { readonly inLedger: number; readonly absent: number }
  readonly died: Readonly<Record<Phase, Tally>>
}

export interface Account {
  /** A run was killed: its payments stay open until a later run reports how it found them. */
  died(cut: CutPayments): void
  /** A run has resolved and reported its newest payments, or all of them. */
  resolved(found: readonly FoundPayment[], which: 'newest' | 'everything'): void
  /** Entries that are unknown after they were checked. */
  unknownEntries(): EntryId[]
  figures(): Figures
}

/** Opens an account; `ledger` reads the whole ledger from the disk. */
export function openAccount(ledger: () => readonly LedgerLine[]): Account {
  const journal = new Map<EntryId, FoundPayment>()
  const open: CutPayments[] = []
  let misses = noMisses
  const died = Object.fromEntries(phases.map((phase) => [phase, { rounds: 0, payments: 0 }])) as Record<Phase, Tally>
  let comparisons = 0

  const classify = (cut: CutPayments) => {
    const byName = new Map([...journal.values()].map((payment) => [payment.name, payment]))
    const found = [...cut].map(([name, { seen }]) => {
      const kept = byName.get(name)
      return phaseOf({ kept: kept === undefined ? 'no' : kept.wasCut ? 'intent' : 'outcome', seen })
    })
    for (const phase of found) died[phase].payments += 1
    for (const phase of new Set<Phase>(found.length === 0 ? ['idle'] : found)) died[phase].rounds += 1
  }

  return {
    died(cut) { open.push(cut) },
    resolved(payments, which) {
      if (which === 'everything') journal.clear()
      for (const payment of payments) journal.set(payment.entryId, payment)
      for (const cut of open.splice(0)) classify(cut)
      comparisons += 1
      const found = compare(ledger(), [...journal.values()])
      // The end of a refund that is not among the newest is not reported.
      misses = bothOf(misses, which === 'everything' ? found : { ...found, refundedWhileOpen: [] })
    },
    unknownEntries: () => [...journal.values()].flatMap(({ state, entryId }) => (state === 'unknown' ? [entryId] : [])),
    figures() {
      const lines = ledger()
      const reached = new Set(lines.map(nameInLedger))
      const payments = [...journal.values()]
      const unknown = payments.filter(({ state }) => state === 'unknown')
      const inLedger = unknown.filter(({ name }) => reached.has(name)).length
      return {
        misses,
        comparisons,
        charges: lines.filter(({ order }) => order !== undefined).length,
        refunds: lines.filter(({ transaction }) => transaction !== undefined).length,
        states: new Map([...Map.groupBy(payments, ({ state }) => state)].map(([state, all]) => [state, all.length])),
        unknown: { inLedger, absent: unknown.length - inLedger },
        died,
      }
    },
  }
}

function bothOf(one: Misses, other: Misses): Misses {
  const rules = Object.keys(one) as (keyof Misses)[]
  return Object.fromEntries(rules.map((rule) => [rule, [...new Set([...one[rule], ...other[rule]])]])) as
    Record<keyof Misses, string[]>
}
