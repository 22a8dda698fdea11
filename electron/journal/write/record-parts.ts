/**
 * The two parts of a record. Facts are permanent: merchant, operation, ids, amounts and state, which prevent a second
 * charge, and a refund above the rest. Content can be removed: texts, the request's fields, replies, and everything
 * that names a customer.
 */
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { NoteRecord } from '#shared/model/history/note.ts'
import { recordDefaults, type RecordKind } from '#shared/team/record-defaults.ts'
import { jsonTextWithout } from '../../common/files/json-text.ts'
import type { Closing, Intent, Observation, OutcomeRecord } from '../records.ts'

// The compiler refuses values that the records cannot have.
const usual = recordDefaults satisfies {
  readonly intent: UsualOf<Intent>, readonly outcome: UsualOf<OutcomeRecord>,
  readonly observation: UsualOf<Observation>, readonly closing: UsualOf<Closing>, readonly note: UsualOf<NoteRecord>,
}
interface UsualOf<Kept> { readonly facts: Partial<Kept>, readonly content: Partial<Kept> }
type Content<Kind extends RecordKind> = keyof typeof usual[Kind]['content']
/** What the row of a later event says already; that of an intent only its time. */
type InTheRow = 'entryId' | 'at'

// SECURITY: a caller's object may have more properties than its type (a spread request, for example). Only these
// properties and those above are written; the compiler refuses a list that misses one.
const facts: Readonly<Record<RecordKind, readonly string[]>> = {
  intent: namesOf<Omit<Intent, Content<'intent'> | 'at'>>({
    entryId: 1, who: 1, profileId: 1, profileName: 1, environment: 1, operation: 1, effect: 1, createsOrder: 1,
    entryPoint: 1, merchantOrderId: 1, orderId: 1, cardReference: 1, minorAmount: 1, currency: 1,
    enumeratedMinorAmounts: 1, url: 1, login: 1, merchantKey: 1, gatewayAt: 1, reviewed: 1, releasesHold: 1, claims: 1,
    adoptedFrom: 1, batch: 1, destination: 1, minorUnitDigits: 1,
  }),
  outcome: namesOf<Omit<OutcomeRecord, Content<'outcome'> | InTheRow>>({
    kind: 1, fault: 1, httpStatus: 1, status: 1, stage: 1, orderId: 1, errorCode: 1, durationMs: 1,
  }),
  observation: namesOf<Omit<Observation, Content<'observation'> | InTheRow>>({
    status: 1, stage: 1, step: 1, orderId: 1, errorCode: 1, resolves: 1,
  }),
  closing: namesOf<Omit<Closing, Content<'closing'> | InTheRow>>({ who: 1, closes: 1, errorCode: 1 }),
  note: namesOf<Omit<NoteRecord, Content<'note'> | InTheRow>>({
    who: 1, noteId: 1, about: 1, change: 1, followUp: 1,
  }),
}

function namesOf<Value>(names: Record<keyof Value & string, 1>): string[] {
  return Object.keys(names)
}

/**
 * A record as it is kept: two JSON texts without the values of `recordDefaults`. `content` is null where the record has none.
 */
export interface RecordParts {
  readonly facts: string
  readonly content: string | null
}

/** What the row of an event says of its record; `entryId` null for an intent, which names its entry itself. */
export interface RecordPlace {
  readonly at: UtcTime
  readonly entryId: EntryId | null
}

/** Splits a record into its parts. */
export function partsOf(kind: RecordKind, record: object): RecordParts {
  const content = picked(record, Object.keys(usual[kind].content), usual[kind].content)
  return { facts: picked(record, facts[kind], usual[kind].facts), content: content === '{}' ? null : content }
}

/** The record of two parts; removed properties are empty. Throws for a text that is no JSON. */
export function recordOf(
  kind: RecordKind, { facts: kept, content }: RecordParts, { at, entryId }: RecordPlace,
): unknown {
  return {
    ...usual[kind].facts, ...JSON.parse(kept) as object, at, ...entryId === null ? {} : { entryId },
    ...contentIn(kind, content),
  }
}

/** No fact: of the text only the names of the content are read. */
function contentIn(kind: RecordKind, content: string | null): object {
  if (content === null) return usual[kind].content
  const read = JSON.parse(content) as object
  return Object.fromEntries(Object.entries(usual[kind].content).map(([name, value]) =>
    [name, Object.hasOwn(read, name) ? Reflect.get(read, name) : value]))
}

/** True for a kind whose record has both parts. */
export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(usual, kind)
}

function picked(record: object, names: readonly string[], without: object): string {
  return jsonTextWithout(without, Object.fromEntries(names.map((name) => [name, Reflect.get(record, name)])))
}
