/**
 * The schemas of other desks' records. SECURITY: a record of another desk, or of the database's administrator, is
 * accepted only if it matches its schema.
 */
import type { EntryId, UtcTime } from '../brands.ts'
import {
  cardReferenceSchema, entryIdSchema, maskedSchema, merchantKeySchema, merchantOrderIdSchema, minorUnitsSchema,
  orderIdSchema, profileIdSchema, serialNumberSchema, utcTimeSchema,
} from '../model/branded.ts'
import { isLoopback } from '../model/base-url.ts'
import { environmentSchema } from '../model/environment.ts'
import { closingKinds, effectSchema, operationIdSchema, outcomeKinds } from '../model/history.ts'
import { noteRecordSchema } from '../model/note.ts'
import { entryPointSchema } from '../model/profile.ts'
import { destinationSchema, teamFactsSchema } from '../model/team.ts'
import { parseForeignJson } from '../foreign-json.ts'
import { z } from '../model/zod.ts'
import { leftOut, type RecordKind } from './left-out.ts'

/** Times and amounts are used in computations: an invalid one would throw in every desk that reads it. */
const time = utcTimeSchema.refine((text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)))
const amount = minorUnitsSchema.refine((text) => /^\d{1,32}$/.test(text))

const who = z.string().max(200)
const word = z.string().max(1_000).nullable()
const learned = {
  entryId: entryIdSchema, at: time, orderId: orderIdSchema.nullable(),
  serialNumber: serialNumberSchema.nullable(), errorCode: word,
  errorText: maskedSchema.nullable(),
  lastFour: z.string().max(4).nullable(),
}

/** An intent as `electron/journal` stores it, without its claim, which only concerns the desk that sent it. */
const intent = z.object({
  kind: z.literal('intent'),
  entryId: entryIdSchema,
  at: time,
  who,
  profileId: profileIdSchema,
  profileName: z.string().max(200),
  merchantKey: merchantKeySchema,
  environment: environmentSchema,
  operation: operationIdSchema,
  effect: effectSchema,
  createsOrder: z.boolean(),
  entryPoint: entryPointSchema,
  merchantOrderId: merchantOrderIdSchema.nullable(),
  orderId: orderIdSchema.nullable(),
  askedSerialNumber: serialNumberSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  minorAmount: amount.nullable(),
  currency: z.string().max(16).nullable(),
  destination: destinationSchema.optional(),
  enumeratedMinorAmounts: z.array(amount).max(100).readonly(),
  fields: z.array(z.object({ name: z.string().max(200), value: maskedSchema })).max(500).readonly(),
  // Without `abort` the refinement below would read what is no address.
  url: z.url({ protocol: /^https?$/, abort: true }).max(2_048),
  login: z.string().max(200),
  signedText: maskedSchema,
  gatewayAt: time.nullable(),
  reason: maskedSchema.nullable(),
  reviewed: z.object({ minorAmount: amount, currency: z.string().max(16) }).nullable(),
  releasesHold: z.boolean(),
}).refine(({ environment, url }) => (environment === 'sandbox' ? isLoopback(url) : url.startsWith('https:')))
  .transform(({ kind: _kind, ...intent }) => intent)

const outcome = z.object({
  ...learned, kind: z.enum(outcomeKinds), fault: word, httpStatus: z.number().nullable(), status: word, stage: word,
  reply: maskedSchema.nullable(), durationMs: z.number(),
})

const observation = z.object({
  ...learned, status: z.string().max(1_000), stage: word, step: word, resolves: z.boolean(),
  reply: maskedSchema,
})

const closing = z.object({
  entryId: entryIdSchema, at: time, who, reason: maskedSchema, closes: z.enum(closingKinds),
  errorCode: word, errorText: maskedSchema.nullable(), reply: maskedSchema.nullable(),
})

const note = noteRecordSchema.extend({ at: time })

/** Each kind of record, by the name of its event. */
const foreignRecords = { intent, outcome, observation, closing, note } as const satisfies Record<RecordKind, unknown>
type Records = typeof foreignRecords

/** The parts of an event: its entry and time, its facts, and its content unless that was removed. */
export interface ForeignParts {
  readonly entryId: EntryId | null
  readonly at: UtcTime
  readonly facts: string
  readonly content: { readonly body: string } | null
}

/**
 * The record of an event of another desk; null if it does not match its schema. Without content, its texts are empty.
 */
export function foreignRecord<Kind extends keyof Records>(
  kind: Kind, { entryId, at, facts, content }: ForeignParts,
): z.infer<Records[Kind]> | null {
  const read = teamFactsSchema.safeParse(jsonIn(facts)).data?.record
  const rest = content === null ? {} : jsonIn(content.body)
  if (!isObject(read) || !isObject(rest)) return null
  const usual = leftOut[kind]
  // SECURITY: permanent facts take precedence over removable content, also those that are left out; entry and time are
  // what the link covers.
  const record = foreignRecords[kind].safeParse({ ...usual.content, ...rest, ...usual.facts, ...read, entryId, at })
  return record.success ? record.data as z.infer<Records[Kind]> : null
}

function jsonIn(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
