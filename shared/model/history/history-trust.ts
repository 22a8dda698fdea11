/** Whether the history file is the one that the keychain recorded, and which requests are permitted then. */
import { createsOrder, effectOf, operations, touchesMoney, type OperationId } from '../../gateway/operations/operations.ts'
import { utcTimeSchema } from '../values/branded.ts'
import type { Environment } from '../values/environment.ts'
import { z } from '../values/zod.ts'

/**
 * `missing`: there was a history, but the file was empty if this run opened it. `older`: the file lacks the newest
 * row of the keychain's record. `no-record`: there is a history but no record. `key`: the key that signs the history
 * was lost or replaced.
 */
export const behindReasons = ['missing', 'older', 'no-record', 'key'] as const
type BehindReason = (typeof behindReasons)[number]

/** An administrator's decision about a history that was behind. */
const carefulSchema = z.object({
  decision: z.enum(['restored', 'gone-on']),
  since: utcTimeSchema,
  /** The time from which an administrator may end it. */
  endsNotBefore: utcTimeSchema,
})
export type Careful = z.infer<typeof carefulSchema>

export const historyTrustSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('in-order') }),
  /** Nothing that moves money is sent outside the sandbox until an administrator decides. */
  z.object({ kind: z.literal('behind'), why: z.enum(behindReasons) }),
  /** The gateway is queried before each payment, until an administrator ends it. */
  z.object({ kind: z.literal('careful'), ...carefulSchema.shape }),
])
export type HistoryTrust = z.infer<typeof historyTrustSchema>

/** The keychain's record of the history. */
export const historyRecordSchema = z.object({
  /** The newest row: its number and link, and when it was recorded. */
  newest: z.object({ number: z.number().int().min(0), link: z.string().regex(/^[0-9a-f]{64}$/), at: utcTimeSchema }),
  /** The id of the key that signs the history; null before the first signature, `lost` after its loss was accepted. */
  keyId: z.string().max(128).nullable(),
  careful: carefulSchema.nullable(),
})
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** The facts of keychain and file that are compared. */
export interface HistoryEvidence {
  readonly record: HistoryRecord | null
  /** True if the file contains the recorded row. */
  readonly holdsNewest: boolean
  /** True if this run wrote every row of the file. */
  readonly beganEmpty: boolean
  /** True if there was a history before an empty file. */
  readonly startedOver: boolean
  /** The key that signs the history; null if there is none. */
  readonly keyId: string | null
  /** The key of the newest signed head in the file; null if none is signed. */
  readonly headKeyId: string | null
}

/** Concludes from the evidence whether the history can be trusted. */
export function historyTrustOf(evidence: HistoryEvidence): HistoryTrust {
  const why = behindBecause(evidence)
  if (why !== null) return { kind: 'behind', why }
  const careful = evidence.record?.careful ?? null
  return careful === null ? { kind: 'in-order' } : { kind: 'careful', ...careful }
}

function behindBecause({
  record, holdsNewest, beganEmpty, startedOver, keyId, headKeyId,
}: HistoryEvidence): BehindReason | null {
  if (record === null) {
    if (beganEmpty) return startedOver ? 'missing' : null
    if (headKeyId !== null && headKeyId !== keyId) return 'key'
    // SECURITY: the record is written before the first signature, so a key without a record means that it was lost.
    return keyId === null ? null : 'no-record'
  }
  if (!holdsNewest) return beganEmpty ? 'missing' : 'older'
  return isKeyOf(record, { keyId, headKeyId }) ? null : 'key'
}

const lostKey = 'lost'

function isKeyOf(
  { keyId: known }: HistoryRecord, { keyId, headKeyId }: Pick<HistoryEvidence, 'keyId' | 'headKeyId'>,
): boolean {
  if (known === lostKey) return true
  return known === null ? headKeyId === null || headKeyId === keyId : known === keyId
}

/** The key to record if the history is in order; an accepted loss stays recorded until there is a new key. */
export function keyToRemember(
  known: string | null, { keyId, headKeyId }: Pick<HistoryEvidence, 'keyId' | 'headKeyId'>,
): string | null {
  return keyId ?? (known === lostKey || headKeyId !== null ? lostKey : known)
}

const dayMs = 24 * 60 * 60_000

/** The minimum number of days on which the gateway is queried before each payment. */
export const carefulDays = 30

/** The state after a decision. `newestTime`: the latest time of any clock, in milliseconds since 1970. */
export function carefulFrom(decision: Careful['decision'], newestTime: number): Careful {
  const timeAfter = (days: number) => utcTimeSchema.parse(new Date(newestTime + days * dayMs).toISOString())
  return { decision, since: timeAfter(0), endsNotBefore: timeAfter(carefulDays) }
}

/** True if it may end now. `earliestTime`: the earliest time of any clock now, in milliseconds since 1970. */
export function mayEndCareful({ endsNotBefore }: Pick<Careful, 'endsNotBefore'>, earliestTime: number): boolean {
  return earliestTime >= Date.parse(endsNotBefore)
}

/**
 * A condition before a request is sent. `gateway-question`: the gateway must not know its merchant order id.
 * `confirmed-reason`: a person must have confirmed a reason in a message box of the system.
 */
export type Precondition = 'none' | 'gateway-question' | 'confirmed-reason'

/** True for requests that are always sent: in the sandbox, reads and card registrations. */
export function isExempt(id: OperationId, environment: Environment): boolean {
  const effect = effectOf(operations[id])
  return environment === 'sandbox' || effect === 'reads' || effect === 'registers'
}

/**
 * The condition for a request. Voids and captures need only the order's status, which is queried before each of them
 * anyway. A refund also needs a reason, as the gateway does not report the sum of partial refunds.
 */
export function preconditionOf(
  trust: Exclude<HistoryTrust, { kind: 'behind' }>, id: OperationId, environment: Environment,
): Precondition {
  const operation = operations[id]
  if (isExempt(id, environment) || trust.kind === 'in-order') return 'none'
  if (!touchesMoney(operation)) return 'none'
  if (createsOrder(operation)) return 'gateway-question'
  return id === 'return' ? 'confirmed-reason' : 'none'
}
