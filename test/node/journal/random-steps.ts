import * as fc from 'fast-check'
import { outcomeKinds } from '#shared/model/history/history.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import {
  at, charge, masked, merchantOrderId, note, observation, orderId, outcome, serialNumber, signedWithOAuth, statusRead,
} from './samples.ts'

const status = fc.constantFrom('approved', 'declined', 'filtered', 'error', 'processing', 'unknown', 'chain_declined')
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const ids = fc.record({
  orderId: fc.option(fc.constantFrom('71', '72').map(orderId)),
  serialNumber: fc.option(fc.constantFrom('sn-1', 'sn-2').map(serialNumber)),
  errorText: fc.option(fc.constantFrom('no funds', 'expired').map(masked)),
  lastFour: fc.option(fc.constantFrom('4242', '1111')),
})

/** A call that records something about one of five entries; some are refused. */
export const step = fc.oneof(
  fc.record({ name, order: fc.constantFrom('x', 'y', 'z'), operation: fc.constantFrom('sale', 'recurrent-payment') })
    .map(({ name, order, operation }) => (journal: JournalPort) =>
      journal.recordIntent(charge(name, { merchantOrderId: merchantOrderId(order), operation }))),
  fc.record({ name, kind: fc.constantFrom(...outcomeKinds), status: fc.option(status), ids })
    .map(({ name, kind, status, ids }) => (journal: JournalPort) =>
      journal.recordOutcome(outcome(name, { kind, status, ...ids }))),
  fc.record({ name, status, resolves: fc.boolean(), ids })
    .map(({ name, status, resolves, ids }) => (journal: JournalPort) =>
      journal.recordObservation(observation(name, { status, resolves, ...ids }))),
  fc.record({ name, kind: fc.constantFrom(...outcomeKinds), ids })
    .map(({ name, kind, ids }) => (journal: JournalPort) => journal.recordRead({
      intent: statusRead(name, { orderId: ids.orderId, signedText: signedWithOAuth(name) }),
      outcome: outcome(name, { kind, ...ids }),
    })),
  fc.constant((journal: JournalPort) => journal.closeLeftovers({ at: at(30) })),
)

/** Adds or changes a note of one of them. */
export const noteStep = fc.record({
  name, number: fc.constantFrom(1, 2), change: fc.constantFrom('added', 'corrected', 'removed', 'finished'),
  about: fc.constantFrom('payment', 'card'), day: fc.option(fc.constantFrom('2026-11-20', '2026-11-27')),
  text: fc.constantFrom('boots', 'parcel'), tags: fc.subarray(['parcel', 'angry']),
}).map(({ name, number, change, about, day, text, tags }) => (journal: JournalPort) => journal.recordNote(note(name, {
  number, change, about, followUp: day === null ? null : { day, person: null }, text: masked(text),
  tags: tags.map(masked),
})))
