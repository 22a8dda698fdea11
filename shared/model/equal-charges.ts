import { operations } from '../gateway/operations.ts'
import { isUncertain, type HistoryRow } from './history.ts'

/** Two charges of one card, of which one may be a duplicate. */
export interface EqualCharges<Row> {
  readonly later: Row
  readonly earlier: Row
  /** Time between them in milliseconds, at most a day. */
  readonly apartMs: number
}

type Charge = Pick<HistoryRow, 'at' | 'operation' | 'state' | 'reviewed'>

const dayMs = 86_400_000
const collecting: readonly string[] = ['charge', 'hold']

/**
 * Each charge or hold of one card with the one before it of the same amount and currency, where both are within 24
 * hours and both moved or may have moved money. `rows` are newest first, and so are the pairs.
 */
export function equalCharges<Row extends Charge>(rows: readonly Row[]): EqualCharges<Row>[] {
  const charges = rows.filter(({ operation, state }) =>
    collecting.includes(operations[operation].kind) && (state === 'approved' || isUncertain(state)))
  return charges.flatMap((later, place) => {
    const earlier = charges.slice(place + 1).find(({ reviewed }) => isSame(reviewed, later.reviewed))
    const apartMs = earlier === undefined ? Infinity : Date.parse(later.at) - Date.parse(earlier.at)
    return earlier === undefined || apartMs > dayMs ? [] : { later, earlier, apartMs }
  })
}

function isSame(one: Charge['reviewed'], other: Charge['reviewed']): boolean {
  return one !== null && other !== null && one.minorAmount === other.minorAmount && one.currency === other.currency
}
