/**
 * The two parts of a record. Facts are permanent: merchant, operation, ids, amounts and state, which prevent a second
 * charge, and a refund above the rest. Content can be removed: texts, the request's fields, replies, and everything
 * that names a customer.
 */
import type { Masked } from '#shared/brands.ts'
import type { NoteRecord } from '#shared/model/note.ts'
import { jsonText } from '../../common/json-text.ts'
import type { Closing, Intent, Observation, OutcomeRecord } from '../records.ts'

const nothing = '' as Masked

/** The content of each kind of record, with the values that a record without it shows. */
const emptied = {
  intent: {
    askedSerialNumber: null, fields: [], signedText: nothing, reason: null,
  } satisfies Partial<Intent>,
  outcome: { serialNumber: null, errorText: null, lastFour: null, reply: null } satisfies Partial<OutcomeRecord>,
  observation: { serialNumber: null, errorText: null, lastFour: null, reply: nothing } satisfies Partial<Observation>,
  closing: { reason: nothing, errorText: null, reply: null } satisfies Partial<Closing>,
  note: { text: nothing, tags: [] } satisfies Partial<NoteRecord>,
} as const
type Emptied = typeof emptied

/** A kind of record that has both parts. */
export type RecordKind = keyof Emptied

// SECURITY: a caller's object may have more properties than its type (a spread request, for example). Only these
// properties and those above are written; the compiler refuses a list that misses one.
const facts: Readonly<Record<RecordKind, readonly string[]>> = {
  intent: namesOf<Omit<Intent, keyof Emptied['intent']>>({
    entryId: 1, at: 1, who: 1, profileId: 1, profileName: 1, environment: 1, operation: 1, effect: 1, createsOrder: 1,
    entryPoint: 1, merchantOrderId: 1, orderId: 1, cardReference: 1, minorAmount: 1, currency: 1,
    enumeratedMinorAmounts: 1, url: 1, login: 1, merchantKey: 1, gatewayAt: 1, reviewed: 1, releasesHold: 1, claims: 1,
    adoptedFrom: 1, batch: 1, destination: 1,
  }),
  outcome: namesOf<Omit<OutcomeRecord, keyof Emptied['outcome']>>({
    entryId: 1, at: 1, kind: 1, fault: 1, httpStatus: 1, status: 1, stage: 1, orderId: 1, errorCode: 1, durationMs: 1,
  }),
  observation: namesOf<Omit<Observation, keyof Emptied['observation']>>({
    entryId: 1, at: 1, status: 1, stage: 1, step: 1, orderId: 1, errorCode: 1, resolves: 1,
  }),
  closing: namesOf<Omit<Closing, keyof Emptied['closing']>>({ entryId: 1, at: 1, who: 1, closes: 1, errorCode: 1 }),
  note: namesOf<Omit<NoteRecord, keyof Emptied['note']>>({
    entryId: 1, at: 1, who: 1, noteId: 1, about: 1, change: 1, followUp: 1,
  }),
}

function namesOf<Value>(names: Record<keyof Value & string, 1>): string[] {
  return Object.keys(names)
}

/** A record as it is kept: two JSON texts. `content` is null where the record has none. */
export interface RecordParts {
  readonly facts: string
  readonly content: string | null
}

/** Splits a record into its parts. */
export function partsOf(kind: RecordKind, record: object): RecordParts {
  const content = picked(record, Object.keys(emptied[kind]))
  return { facts: picked(record, facts[kind]), content: content === JSON.stringify(emptied[kind]) ? null : content }
}

/** The record of two parts; removed properties are empty. Throws for a text that is no JSON. */
export function recordOf(kind: RecordKind, { facts: kept, content }: RecordParts): unknown {
  const rest = content === null ? emptied[kind] : JSON.parse(content) as object
  return { ...rest, ...JSON.parse(kept) as object }
}

/** True for a kind whose record has both parts. */
export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(emptied, kind)
}

function picked(record: object, names: readonly string[]): string {
  return jsonText(Object.fromEntries(names.map((name) => [name, Reflect.get(record, name)])))
}
