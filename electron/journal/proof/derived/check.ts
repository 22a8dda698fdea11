import type { CheckedSlice, DerivedPlace } from '../../chain/chain-types.ts'
import type { Connection } from '../../connection.ts'
import { repairMerchants } from '../../write/merchants.ts'
import { checkCards } from './cards.ts'
import { checkFacets, checkValues } from './counts.ts'
import { checkEntries } from './entries.ts'
import { checkFinalSums } from './final-sums.ts'
import { checkKeys, countKeys, noKeys } from './keys.ts'

/**
 * Compares the next slice of derived data with what this version derives from the events, and corrects differences:
 * the events are the truth. Entries come first, by their number; then ids and nonces that name an entry without them;
 * then the counts, the cards, and the sums of final entries. Call it only if the chain is valid, and again from `next`
 * until that is null. Each slice takes some milliseconds.
 */
export function checkDerived(connection: Connection, { from }: { from: DerivedPlace | null }): CheckedSlice {
  if (from !== null) return checkAt(connection, from)
  const merchants = repairMerchants(connection).map((entryId) => ({ table: 'merchant_alias', entryId, entries: 1 }) as const)
  const { wrong, next } = checkAt(connection, { stage: 'entries', after: -Infinity, expected: noKeys })
  return { wrong: [...merchants, ...wrong], next }
}

function checkAt(connection: Connection, place: DerivedPlace): CheckedSlice {
  switch (place.stage) {
    case 'entries': return checkEntries(connection, place)
    case 'keys': return countKeys(connection, place)
    case 'strange-keys': return checkKeys(connection, place)
    case 'facets': return checkFacets(connection, place)
    case 'values': return checkValues(connection, place)
    case 'cards': return checkCards(connection, place)
    case 'final-sums': return checkFinalSums(connection, place)
  }
}
