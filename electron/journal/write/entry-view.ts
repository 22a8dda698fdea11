import type { Masked, MerchantOrderId, MinorUnits, OrderId, SerialNumber, UtcTime } from '#shared/brands.ts'
import { fields } from '#shared/gateway/fields/fields.ts'
import { netAmountOf } from '#shared/gateway/operations/net-amount.ts'
import { isOpen, type EntryEvent, type EntryState, type HistoryRow } from '#shared/model/history/history.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import { shownNotes } from '#shared/model/history/shown-notes.ts'
import type { ClosingEvent, EntryHistory, ObservationEvent, OutcomeEvent } from './events.ts'
import { becameFinalAfter, observationApplies, stateAfterClosing, stateAfterObservation, stateAfterOutcome } from './entry-state.ts'
import type { Intent, Removal } from '../records.ts'
import { replyFacts, type ReplyFacts } from './reply-facts.ts'
import { differencesIn } from './reported-differences.ts'
import { sentReading } from './sent-reading.ts'

/** An id by which an entry is found. `asked`: a person queried it, and no reply confirmed it. */
export type Identifier =
  | { readonly kind: 'merchant-order'; readonly value: MerchantOrderId; readonly asked: false }
  | { readonly kind: 'order'; readonly value: OrderId; readonly asked: boolean }
  | { readonly kind: 'serial'; readonly value: SerialNumber; readonly asked: boolean }

/** The content of the reading tables for an entry. */
export interface EntryView {
  readonly intent: Intent
  /** The facts from the entry's own events. Its collision, merchant and payment also depend on other entries. */
  readonly row: Omit<HistoryRow, 'collision' | 'paymentEntryId'>
  /** True if a person has compared it with the entry that it collides with. */
  readonly collisionClosed: boolean
  readonly identifiers: readonly Identifier[]
  /** The gateway's own id of the card; null if no reply named one. */
  readonly cardHash: string | null
  readonly bin: ReplyFacts['bin']
  readonly expiry: ReplyFacts['expiry']
  /** Its references at the bank, the acquirer and on the receipt. */
  readonly references: readonly string[]
  /** True if it moved an unknown amount of money. */
  readonly netUnknown: boolean
  /** When this desk recorded its final state, or when it became uncertain (`becameFinalAfter`). */
  readonly becameFinal: UtcTime | null
  /** When its content was removed; null while it has content, also after an earlier removal. */
  readonly withoutContentSince: UtcTime | null
  /** True if the content of its requests and replies was removed; it may have new notes. */
  readonly areReportsRemoved: boolean
  /** Its current notes, newest first. */
  readonly notes: readonly ShownNote[]
}

/** Facts of an entry that become known after its intent. */
interface Facts {
  readonly state: EntryState
  readonly orderId: OrderId | null
  readonly serialNumber: SerialNumber | null
  readonly lastFour: HistoryRow['lastFour']
  readonly errorCode: HistoryRow['errorCode']
  readonly errorText: HistoryRow['errorText']
}

/** Derives an entry's displayed data from its events alone. */
export function viewOf(history: EntryHistory): EntryView {
  const { intent, later, removal } = history
  const notes = shownNotes(history.notes)
  const noteCount = notes.filter(({ removed }) => removed === null).length
  const start: Facts = {
    state: 'sending', orderId: intent.orderId, serialNumber: null, lastFour: null, errorCode: null, errorText: null,
  }
  let [facts, becameFinal]: [Facts, UtcTime | null] = [start, null]
  const statuses: Masked[] = []
  for (const event of later) {
    const state = stateAtSender(history, facts.state, event)
    const known = applyEvent(intent, { ...facts, state }, event)
    const isStatus = event.kind === 'observation' && observationApplies(state, event.record)
    if (isStatus && event.record.reply !== '') statuses.push(event.record.reply)
    becameFinal = becameFinalAfter(becameFinal, facts.state, known.state, event.record.at)
    facts = known
  }
  const reported = replyFacts(history)
  const { cardBrand, cardholder, bankReference, approvalCode, finalAt, cardHash, references } = reported
  const net = netAmountOf({
    operation: intent.operation, approved: facts.state === 'approved',
    minorAmount: movedAmount(history, reported), releasesHold: intent.releasesHold,
  })
  const differences = intent.createsOrder && statuses.length > 0
    ? differencesIn({ ...intent, state: facts.state }, statuses, sentReading(intent)) : removal?.reportedOtherwise ?? []
  const row: EntryView['row'] = {
    entryId: intent.entryId, at: intent.at, who: intent.who, profileId: intent.profileId,
    profileName: intent.profileName, merchantKey: intent.merchantKey, environment: intent.environment,
    operation: intent.operation,
    effect: intent.effect, entryPoint: intent.entryPoint, merchantOrderId: intent.merchantOrderId,
    cardReference: intent.cardReference ?? reported.registeredReference, minorAmount: intent.minorAmount,
    enumeratedMinorAmounts: intent.enumeratedMinorAmounts, currency: intent.currency, ...facts,
    reviewed: intent.reviewed, netMinorAmount: net.kind === 'moved' ? net.netMinorAmount : null,
    cardBrand, cardholder, bankReference, approvalCode, finalAt, reason: intent.reason,
    ...(intent.releasesHold && { releasesHold: true }),
    ...(differences.length > 0 && { reportedOtherwise: differences }),
    ...(removal !== null && { contentRemovedAt: removal.at }),
    ...(noteCount > 0 && { notes: noteCount }),
    ...(intent.adoptedFrom !== undefined && { sentBy: intent.adoptedFrom }),
    comment: intent.fields.find(({ name }) => name === fields.comment.wire)?.value ?? null,
  }
  const collisionClosed = later.some((event) => event.kind === 'closing' && event.record.closes === 'collision')
  const identifiers = identifiersOf(history)
  const withoutContentSince = history.hasContent ? null : removal?.at ?? null
  const netUnknown = net.kind === 'unknown'
  const { bin, expiry } = reported
  return {
    intent, row, collisionClosed, identifiers, cardHash, bin, expiry, references, netUnknown, becameFinal,
    withoutContentSince, areReportsRemoved: removal !== null && !history.hasReports, notes,
  }
}

/** The facts of an entry that a removal of its content keeps. */
export function keptFacts(history: EntryHistory): Pick<Removal, 'movedMinorAmount' | 'reportedOtherwise'> {
  const { reportedOtherwise } = viewOf(history).row
  return { movedMinorAmount: movedAmountOf(history), ...(reportedOtherwise !== undefined && { reportedOtherwise }) }
}

/** The amount that an entry moves, in minor units; null if it is not known. */
export function movedAmountOf(history: EntryHistory): MinorUnits | null {
  return movedAmount(history, replyFacts(history))
}

/** The moved amount. Of enumerated amounts, only a reply of the gateway states which one was charged. */
function movedAmount(
  { intent: { enumeratedMinorAmounts, reviewed }, removal }: EntryHistory, { approvedAmount }: ReplyFacts,
): MinorUnits | null {
  if (removal !== null) return removal.movedMinorAmount
  if (enumeratedMinorAmounts.length > 0) {
    return enumeratedMinorAmounts.find((amount) => amount === approvedAmount?.minorAmount) ?? null
  }
  return reviewed?.minorAmount ?? null
}

/**
 * The state to which another desk's event applies, for an adopted entry. A desk that did not send the request knows
 * only the state `unknown`, so its closing applies to that, whatever the sender reported. If the gateway accepted the
 * request, the sender's later observations apply to `processing`.
 */
function stateAtSender(
  { intent, later }: EntryHistory, state: EntryState, event: EntryHistory['later'][number],
): EntryState {
  if (intent.adoptedFrom === undefined) return state
  if (event.kind === 'closing') return isOpen(state) && event.record.closes !== 'error' ? 'unknown' : state
  const isAccepted = later.some((one) => one.kind === 'outcome' && one.record.kind === 'accepted')
  const isGivenUp = state === 'not-found' || state === 'closed-unknown'
  return event.kind === 'observation' && isGivenUp && isAccepted ? 'processing' : state
}

function applyEvent(intent: Intent, known: Facts, event: EntryHistory['later'][number]): Facts {
  if (event.kind === 'closing') {
    const state = stateAfterClosing(known.state, event.record.closes)
    const { errorCode, errorText } = event.record
    return state === known.state ? known : { ...known, state, errorCode, errorText }
  }
  if (event.kind === 'outcome') {
    const { record } = event
    if (known.state !== 'sending') return known
    return {
      state: stateAfterOutcome(known.state, intent.effect, record),
      orderId: known.orderId ?? record.orderId,
      serialNumber: record.serialNumber,
      lastFour: record.lastFour,
      errorCode: record.errorCode,
      errorText: record.errorText,
    }
  }
  const { record } = event
  const state = stateAfterObservation(known.state, intent.effect, record)
  if (!observationApplies(known.state, record)) return { ...known, state }
  return {
    state,
    // A resolving observation was compared with the entry, so it is preferred to a reply that could not be trusted.
    orderId: record.resolves ? record.orderId ?? known.orderId : known.orderId ?? record.orderId,
    serialNumber: known.serialNumber ?? record.serialNumber,
    lastFour: record.lastFour ?? known.lastFour,
    errorCode: record.errorCode,
    errorText: record.errorText,
  }
}

/** Every id of the entry, including those of observations that resolved nothing, as people search for them too. */
function identifiersOf({ intent, later }: EntryHistory): Identifier[] {
  const identifiers: Identifier[] = []
  if (intent.merchantOrderId !== null) {
    identifiers.push({ kind: 'merchant-order', value: intent.merchantOrderId, asked: false })
  }
  const seen = [
    { asked: true, orderId: intent.orderId, serialNumber: intent.askedSerialNumber },
    ...later.flatMap((event) => (event.kind === 'closing'
      ? []
      : [{ asked: false, orderId: event.record.orderId, serialNumber: event.record.serialNumber }])),
  ]
  for (const { asked, orderId, serialNumber } of seen) {
    if (orderId !== null) identifiers.push({ kind: 'order', value: orderId, asked })
    if (serialNumber !== null) identifiers.push({ kind: 'serial', value: serialNumber, asked })
  }
  return identifiers
}

/** The events of an entry for display. */
export function shownEvents({ intent, later }: EntryHistory): EntryEvent[] {
  return [{ kind: 'intent', at: intent.at, who: intent.who, reason: intent.reason }, ...later.map(shownEvent)]
}

function shownEvent(event: OutcomeEvent | ObservationEvent | ClosingEvent): EntryEvent {
  if (event.kind === 'closing') {
    const { entryId: _own, ...closing } = event.record
    return { kind: 'closing', ...closing }
  }
  const { at, status, stage, errorCode, errorText } = event.record
  if (event.kind === 'observation') {
    const { lastAt, repeats, record: { step, reply, resolves } } = event
    const observed = { status: event.record.status, stage, step, errorCode, errorText, reply, resolves }
    return { kind: 'observation', at, lastAt, repeats, ...observed }
  }
  const { kind: outcome, fault, httpStatus, durationMs, reply } = event.record
  return { kind: 'outcome', at, outcome, fault, httpStatus, status, stage, errorCode, errorText, durationMs, reply }
}
