/**
 * The schemas of other desks' records. SECURITY: a record of another desk, or of the database's administrator, is
 * accepted only if it matches its schema.
 */
import type { EntryId, UtcTime } from '../brands.ts'
import {
  cardReferenceSchema, entryIdSchema, maskedSchema, merchantKeySchema, merchantOrderIdSchema, minorUnitsSchema,
  orderIdSchema, profileIdSchema, serialNumberSchema, utcTimeSchema,
} from '../model/values/branded.ts'
import { isLoopback } from '../model/values/base-url.ts'
import { environmentSchema } from '../model/values/environment.ts'
import { closingKinds, effectSchema, operationIdSchema, outcomeKinds } from '../model/history/history.ts'
import { noteRecordSchema } from '../model/history/note.ts'
import { entryPointSchema } from '../model/profiles/profile.ts'
import { destinationSchema, teamFactsSchema } from '../model/team/team.ts'
import { parseForeignJson } from '../foreign-json.ts'
import { z } from '../model/values/zod.ts'
import { recordDefaults, type RecordKind } from './record-defaults.ts'

/** Desks compute with times and amounts: an invalid one would throw in every desk that reads it. */
const time = utcTimeSchema.refine((text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)))
const amount = minorUnitsSchema.refine((text) => /^\d{1,32}$/.test(text))

const who = z.string().max(200)
const word = z.string().max(1_000).nullable()
const text = maskedSchema.nullable()

/** The facts and the content that outcomes and observations share. */
const sharedFacts = { entryId: entryIdSchema, at: time, orderId: orderIdSchema.nullable(), errorCode: word }
const sharedContent = {
  serialNumber: serialNumberSchema.nullable().catch(null), errorText: text.catch(null),
  lastFour: z.string().max(4).nullable().catch(null),
}

/** An intent as `electron/journal` stores it, without its claim, which only concerns the desk that sent it. */
const intentFacts = z.object({
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
  cardReference: cardReferenceSchema.nullable(),
  minorAmount: amount.nullable(),
  currency: z.string().max(16).nullable(),
  destination: destinationSchema.optional(),
  enumeratedMinorAmounts: z.array(amount).max(100).readonly(),
  // `abort` skips the refinement below for a text that is no address.
  url: z.url({ protocol: /^https?$/, abort: true }).max(2_048),
  login: z.string().max(200),
  gatewayAt: time.nullable(),
  reviewed: z.object({ minorAmount: amount, currency: z.string().max(16) }).nullable(),
  releasesHold: z.boolean(),
}).refine(({ environment, url }) => (environment === 'sandbox' ? isLoopback(url) : url.startsWith('https:')))
  .transform(({ kind: _kind, ...intent }) => intent)

/** The schemas of each kind of record, by the name of its event. All facts are required, no content is. */
const foreignRecords = {
  intent: {
    facts: intentFacts,
    content: z.object({
      askedSerialNumber: serialNumberSchema.nullable().catch(null),
      fields: z.array(z.object({ name: z.string().max(200), value: maskedSchema })).max(500).readonly()
        .catch(recordDefaults.intent.content.fields),
      signedText: maskedSchema.catch(recordDefaults.intent.content.signedText),
      reason: text.catch(null),
    }),
  },
  outcome: {
    facts: z.object({
      ...sharedFacts, kind: z.enum(outcomeKinds), fault: word, httpStatus: z.number().nullable(), status: word,
      stage: word, durationMs: z.number(),
    }),
    content: z.object({ ...sharedContent, reply: text.catch(null) }),
  },
  observation: {
    facts: z.object({ ...sharedFacts, status: z.string().max(1_000), stage: word, step: word, resolves: z.boolean() }),
    content: z.object({ ...sharedContent, reply: maskedSchema.catch(recordDefaults.observation.content.reply) }),
  },
  closing: {
    facts: z.object({ entryId: entryIdSchema, at: time, who, closes: z.enum(closingKinds), errorCode: word }),
    content: z.object({
      reason: maskedSchema.catch(recordDefaults.closing.content.reason), errorText: text.catch(null),
      reply: text.catch(null),
    }),
  },
  note: {
    facts: noteRecordSchema.omit({ text: true, tags: true }).extend({ at: time }),
    content: z.object({
      text: noteRecordSchema.shape.text.catch(recordDefaults.note.content.text),
      tags: noteRecordSchema.shape.tags.catch(recordDefaults.note.content.tags),
    }),
  },
} as const satisfies {
  readonly [Kind in RecordKind]: {
    readonly facts: z.ZodType
    readonly content: z.ZodObject<Record<keyof typeof recordDefaults[Kind]['content'], z.ZodType>>
  }
}
type Records = typeof foreignRecords
type ForeignRecord<Kind extends RecordKind> = z.infer<Records[Kind]['facts']> & z.infer<Records[Kind]['content']>

/** The parts of an event: its entry and time, its facts, and its content unless it was removed. */
export interface ForeignParts {
  readonly entryId: EntryId | null
  readonly at: UtcTime
  readonly facts: string
  readonly content: { readonly body: string } | null
}

/**
 * The record of an event of another desk; null if its facts do not match their schema. Content that is missing or does
 * not match has the value of `recordDefaults`.
 */
export function foreignRecord<Kind extends RecordKind>(
  kind: Kind, { entryId, at, facts, content }: ForeignParts,
): ForeignRecord<Kind> | null {
  const kept = teamFactsSchema.safeParse(jsonIn(facts)).data?.record
  if (!isObject(kept)) return null
  // SECURITY: only the permanent facts decide whether there is a record, and what its facts are. If removable content
  // decided, desks that read it before and after its removal would show different states. Entry and time are those
  // that the link covers.
  const read = foreignRecords[kind].facts.safeParse({ ...recordDefaults[kind].facts, ...kept, entryId, at })
  if (!read.success) return null
  const rest = content === null ? null : jsonIn(content.body)
  const texts = foreignRecords[kind].content.parse(isObject(rest) ? rest : {})
  return { ...texts, ...read.data } as ForeignRecord<Kind>
}

function jsonIn(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
