/** The state of each row among all rows: doubles inside the table, unusual amounts, and what a person decided. */
import { destinationText } from '#shared/gateway/fields/destination.ts'
import { createsOrder, effectOf, type Operation } from '#shared/gateway/operations/operations.ts'
import type { DraftState, Earlier, RowFacts, RowNote, StateRow, Verdict } from './state.ts'

/** Fewer amounts have no usual one. */
const fewestForMedian = 5
const unusualTimes = 10n

/** Creates the judge of a draft's rows: it receives each of them once and in their order, after all were checked. */
export function judgeOf(draft: DraftState): (row: StateRow) => Verdict {
  const median = medians(draft.rows)
  const firstWith = new Map<string, number>()
  return (row) => {
    const { facts } = row
    if (facts === null) throw new Error('a row was not checked')
    const notes = [...unusual(facts, median), ...facts.cardNotes]
    if (row.isOut) return { state: 'left-out', earlier: facts.earlier, notes }
    if (facts.problems.length > 0 || facts.obstacle !== null) return { state: 'problem', earlier: null, notes }
    if (facts.isDone) return { state: 'done-before', earlier: facts.earlier, notes }
    const earlier = doubleOf(draft.operation, facts, row.line, firstWith) ?? facts.earlier
    const isReady = earlier === null || acceptanceOf(row, earlier) !== null
    return { state: isReady ? 'ready' : 'duplicate', earlier, notes }
  }
}

/** True for a possible duplicate that a person may accept with a reason. */
export function mayAccept({ kind }: Earlier): boolean {
  return kind !== 'same-id' && kind !== 'order-busy'
}

/**
 * What a person accepted of a row's possible duplicate; null where that is none, or another one than the person saw: an
 * edited or left-out row changes what others repeat.
 */
export function acceptanceOf({ accepted }: StateRow, earlier: Earlier | null): StateRow['accepted'] {
  if (accepted === null || earlier === null || !mayAccept(earlier)) return null
  const { kind, line, entryId } = accepted.saw
  return kind === earlier.kind && line === earlier.line && entryId === earlier.entryId ? accepted : null
}

/** The earlier row of the table that this one repeats; null without one, and then it counts for later rows. */
function doubleOf(operation: Operation, facts: RowFacts, line: number, firstWith: Map<string, number>): Earlier | null {
  let found: Earlier | null = null
  for (const { kind, key } of keysOf(operation, facts)) {
    const first = firstWith.get(key)
    if (first === undefined) firstWith.set(key, line)
    else found ??= { kind, line: first, entryId: null, state: null, at: null }
  }
  return found
}

/** What makes two rows the same; a question may be asked twice. */
function keysOf(operation: Operation, facts: RowFacts): { readonly kind: 'same-id' | 'row'; readonly key: string }[] {
  if (effectOf(operation) === 'reads') return []
  const { values, currency, minorAmount } = facts
  const { merchantOrderId, orderId, cardReference, amount, enumeratedAmounts } = values
  if (!createsOrder(operation)) {
    const part = amount === undefined ? 'whole' : minorAmount
    return [{ kind: 'row', key: JSON.stringify(['order', orderId ?? merchantOrderId, part]) }]
  }
  const who = cardReference ?? destinationText(values)
  return [
    { kind: 'same-id', key: JSON.stringify(['id', merchantOrderId]) },
    { kind: 'row', key: JSON.stringify(['payment', who, minorAmount, enumeratedAmounts, currency]) },
  ]
}

function unusual({ highest, currency }: RowFacts, median: ReadonlyMap<string, bigint>): readonly RowNote[] {
  const usual = currency === null ? undefined : median.get(currency)
  const isUnusual = highest !== null && usual !== undefined && BigInt(highest) > usual * unusualTimes
  return isUnusual ? ['amount-unusual'] : []
}

function medians(rows: readonly StateRow[]): ReadonlyMap<string, bigint> {
  const known = rows.flatMap(({ facts }) => {
    const { highest = null, currency = null } = facts ?? {}
    return highest === null || currency === null ? [] : [{ currency, amount: BigInt(highest) }]
  })
  const amounts = Map.groupBy(known, ({ currency }) => currency)
  return new Map([...amounts].filter(([, found]) => found.length >= fewestForMedian).map(([currency, found]) => {
    const sorted = found.map(({ amount }) => amount).toSorted((one, other) => (one < other ? -1 : Number(one > other)))
    return [currency, sorted[sorted.length >> 1] ?? 0n]
  }))
}

