/** The cards for charges: mostly approved ones, some that are not, some with network faults. */
import { faultCards, refundFaultCards, sandboxCards, type SeededCard } from '../../../electron/sandbox/orders/cards.ts'

/** Faults that keep a connection open for long would only delay the end of the round. */
const isQuick = ({ fault, refundFault }: SeededCard) =>
  ![fault, refundFault].some((kind) => kind === 'slow' || kind === 'no-answer')

const withOutcome = (wanted: string) =>
  sandboxCards.filter(({ outcome }) => outcome === wanted).map(({ cardReference }) => cardReference)

export const chargedCards = [
  ...withOutcome('approved'), ...Array.from({ length: 30 }, () => withOutcome('approved')).flat(),
  ...['declined', 'filtered', 'error', 'refund-declined'].flatMap(withOutcome),
  ...[...faultCards, ...refundFaultCards].filter(isQuick).map(({ cardReference }) => cardReference),
] as [string, ...string[]]
