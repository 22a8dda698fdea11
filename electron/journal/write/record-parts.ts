/**
 * The two parts of a record. Facts are permanent: merchant, operation, ids, amounts and state. They prevent a second
 * charge, and a refund of more than the remaining amount. Content can be removed: texts, the request's fields, replies,
 * and everything that names a customer.
 */
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { NoteRecord } from '#shared/model/history/note.ts'
import { recordDefaults, type RecordKind } from '#shared/team/record-defaults.ts'
import { jsonTextWithout } from '../../common/files/json-text.ts'
import type { Closing, Intent, Observation, OutcomeRecord } from '../records.ts'

// The compiler refuses defaults that the records cannot have.
const defaults = recordDefaults satisfies {
  readonly intent: DefaultsOf<Intent>, readonly outcome: DefaultsOf<OutcomeRecord>,
  readonly observation: DefaultsOf<Observation>, readonly closing: DefaultsOf<Closing>,
  readonly note: DefaultsOf<NoteRecord>,
}
interface DefaultsOf<Kept> { readonly facts: Partial<Kept>, readonly content: Partial<Kept> }
type Content<Kind extends RecordKind> = keyof typeof defaults[Kind]['content']
/** The properties that are columns of a later event's row; of an intent's row, only the time is. */
type RowColumns = 'entryId' | 'at'

// SECURITY: a caller's object may have more properties than its type (a spread request, for example). Only these
// properties and those above are written; the compiler refuses a list that misses one.
const facts: Readonly<Record<RecordKind, readonly string[]>> = {
  intent: namesOf<Omit<Intent, Content<'intent'> | 'at'>>({
    entryId: 1, who: 1, profileId: 1, profileName: 1, environment: 1, operation: 1, effect: 1, createsOrder: 1,
    entryPoint: 1, merchantOrderId: 1, orderId: 1, cardReference: 1, minorAmount: 1, currency: 1,
    enumeratedMinorAmounts: 1, url: 1, login: 1, merchantKey: 1, gatewayAt: 1, reviewed: 1, releasesHold: 1, claims: 1,
    adoptedFrom: 1, batch: 1, destination: 1, minorUnitDigits: 1,
  }),
  outcome: namesOf<Omit<OutcomeRecord, Content<'outcome'> | RowColumns>>({
    kind: 1, fault: 1, httpStatus: 1, status: 1, stage: 1, orderId: 1, errorCode: 1, durationMs: 1,
  }),
  observation: namesOf<Omit<Observation, Content<'observation'> | RowColumns>>({
    status: 1, stage: 1, step: 1, orderId: 1, errorCode: 1, resolves: 1,
  }),
  closing: namesOf<Omit<Closing, Content<'closing'> | RowColumns>>({ who: 1, closes: 1, errorCode: 1, desk: 1 }),
  note: namesOf<Omit<NoteRecord, Content<'note'> | RowColumns>>({
    who: 1, noteId: 1, about: 1, change: 1, followUp: 1,
  }),
}

function namesOf<Value>(names: Record<keyof Value & string, 1>): string[] {
  return Object.keys(names)
}

/** A stored record: two JSON texts without the values of `recordDefaults`. `content` is null if the record has none. */
export interface RecordParts {
  readonly facts: string
  readonly content: string | null
}

/** The properties of a record from its event's row. `entryId` is null for an intent, whose facts contain it. */
export interface RecordPlace {
  readonly at: UtcTime
  readonly entryId: EntryId | null
}

/** Splits a record into its parts. */
export function partsOf(kind: RecordKind, record: object): RecordParts {
  const content = picked(record, Object.keys(defaults[kind].content), defaults[kind].content)
  return { facts: picked(record, facts[kind], defaults[kind].facts), content: content === '{}' ? null : content }
}

/** Joins two parts to a record; removed properties have their defaults. Throws for a text that is no JSON. */
export function recordOf(
  kind: RecordKind, { facts: kept, content }: RecordParts, { at, entryId }: RecordPlace,
): unknown {
  return {
    ...defaults[kind].facts, ...JSON.parse(kept) as object, at, ...entryId === null ? {} : { entryId },
    ...contentIn(kind, content),
  }
}

/** Reads only the properties of the content, so that the text cannot replace a fact. */
function contentIn(kind: RecordKind, content: string | null): object {
  if (content === null) return defaults[kind].content
  const read = JSON.parse(content) as object
  return Object.fromEntries(Object.entries(defaults[kind].content).map(([name, value]) =>
    [name, Object.hasOwn(read, name) ? Reflect.get(read, name) : value]))
}

/** True for a kind of record that consists of facts and content. */
export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(defaults, kind)
}

function picked(record: object, names: readonly string[], without: object): string {
  return jsonTextWithout(without, Object.fromEntries(names.map((name) => [name, Reflect.get(record, name)])))
}
