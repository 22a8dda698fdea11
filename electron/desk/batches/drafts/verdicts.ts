/** The state of each row among all rows: duplicates in the table, unusual amounts, and a person's decisions. */
import { destinationText } from '#shared/gateway/fields/destination.ts'
import { createsOrder, effectOf, type Operation } from '#shared/gateway/operations/operations.ts'
import type { DraftState, Earlier, RowFacts, RowNote, StateRow, Verdict } from './state.ts'

/** With fewer amounts there is no median. */
const fewestForMedian = 5
const unusualTimes = 10n

/** Creates the judge of a draft's rows. It receives each row once, in order, after all rows were checked. */
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
 * The acceptance of a row's possible duplicate. Null if there is none, or if it is not the one that the person saw: an
 * edited or excluded row changes which rows repeat it.
 */
export function acceptanceOf({ accepted }: StateRow, earlier: Earlier | null): StateRow['accepted'] {
  if (accepted === null || earlier === null || !mayAccept(earlier)) return null
  const { kind, line, entryId } = accepted.saw
  return kind === earlier.kind && line === earlier.line && entryId === earlier.entryId ? accepted : null
}

/** The earlier row that this one repeats. Null without one; then this row counts for later ones. */
function doubleOf(operation: Operation, facts: RowFacts, line: number, firstWith: Map<string, number>): Earlier | null {
  let found: Earlier | null = null
  for (const { kind, key } of keysOf(operation, facts)) {
    const first = firstWith.get(key)
    if (first === undefined) firstWith.set(key, line)
    else found ??= { kind, line: first, entryId: null, state: null, at: null }
  }
  return found
}

/** Keys that are equal for equal rows. Reads have none, as a query may be repeated. */
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

