/** What happened to an entry, as another desk told the team, in the words of this desk's own history. */
import type { Masked, UtcTime } from '#shared/brands.ts'
import { maskedSchema } from '#shared/model/branded.ts'
import { closingKinds, outcomeKinds, type EntryEvent } from '#shared/model/history.ts'
import { z } from '#shared/model/zod.ts'

const word = z.string().max(1_000).nullable()
const errors = { errorCode: word, errorText: maskedSchema.nullable(), reply: maskedSchema.nullable() }
const who = z.string().max(200)

const intentRecord = z.object({ who, reason: maskedSchema.nullable() })
const outcomeRecord = z.object({
  kind: z.enum(outcomeKinds), fault: word, httpStatus: z.number().nullable(), status: word, stage: word,
  durationMs: z.number(), ...errors,
})
const observationRecord = z.object({
  status: z.string().max(1_000), stage: word, step: word, resolves: z.boolean(), ...errors,
})
const closingRecord = z.object({
  who, reason: maskedSchema, closes: z.enum(closingKinds), ...errors,
})

/** The event that a record of this kind tells; null for one that tells none, or is not in the form of one. */
export function foreignEvent(kind: string, at: UtcTime, record: unknown): EntryEvent | null {
  switch (kind) {
    case 'claim':
    case 'intent': return intentIn(at, record)
    case 'outcome': return outcomeIn(at, record)
    case 'observation': return observationIn(at, record)
    case 'closing': return closingIn(at, record)
    default: return null
  }
}

function intentIn(at: UtcTime, record: unknown): EntryEvent | null {
  const read = intentRecord.safeParse(record)
  return read.success ? { kind: 'intent', at, ...read.data } : null
}

function outcomeIn(at: UtcTime, record: unknown): EntryEvent | null {
  const read = outcomeRecord.safeParse(record)
  if (!read.success) return null
  const { kind: outcome, ...others } = read.data
  return { ...others, kind: 'outcome', at, outcome }
}

function observationIn(at: UtcTime, record: unknown): EntryEvent | null {
  const read = observationRecord.safeParse(record)
  if (!read.success) return null
  const { reply, ...others } = read.data
  // A reply that was too long for the team is left out.
  const kept = reply ?? ('' as Masked)
  return { ...others, kind: 'observation', at, lastAt: at, repeats: 0, reply: kept }
}

function closingIn(at: UtcTime, record: unknown): EntryEvent | null {
  const read = closingRecord.safeParse(record)
  return read.success ? { ...read.data, kind: 'closing', at } : null
}
