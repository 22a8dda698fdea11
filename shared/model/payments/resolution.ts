import { maskedSchema, utcTimeSchema } from '../values/branded.ts'
import { failureSchema } from '../answers/failure.ts'
import { closingKinds, historyRowSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

/**
 * Differences and missing facts when the status of an unknown entry was checked (addendum 10). `elsewhere`: not found,
 * but the profile now names another gateway or login than the request was sent to, or that login is not known.
 */
export const resolutionMismatches = [
  'not-found', 'amount', 'currency', 'time', 'card', 'order-id', 'not-answered', 'elsewhere',
] as const

/** An open outcome, and the state of its checks. */
export const openOutcomeSchema = z.object({
  row: historyRowSchema,
  /**
   * `sending`: the request itself is in progress. `asking`: a status query is. `planned`: the next one is due at
   * `nextAskAt`, null while the plan waits for the vault. `by-hand`: automatic checks have stopped.
   */
  phase: z.enum(['sending', 'asking', 'planned', 'by-hand']),
  nextAskAt: utcTimeSchema.nullable(),
  /** Milliseconds between the checks after the next one; null when the next one is the last. */
  thenEveryMs: z.number().nullable(),
  lastAskedAt: utcTimeSchema.nullable(),
  /** How often it was checked since this run of the application began. */
  timesAsked: z.number(),
  /** What the last reply left open; empty before the first. */
  mismatches: z.array(z.enum(resolutionMismatches)).readonly(),
  /** The last reply's refusal, masked; null when it was no refusal. */
  said: z.object({ errorCode: z.string().nullable(), errorText: maskedSchema.nullable() }).nullable(),
  /** Why the gateway could not be asked at all the last time; null when it could. */
  cannotAsk: failureSchema.nullable(),
  /** The order waits for its cardholder (§3); `link` is the address to pass on, where there is one. Null otherwise. */
  cardholder: z.object({ link: z.string().nullable() }).nullable(),
  /** How a person may close it; null where only a status can resolve it. */
  closes: z.enum(closingKinds).nullable(),
  /** From this time on a reply of the gateway permits a person to close it. */
  closesFrom: utcTimeSchema,
  /** True when the gateway was queried after that time and its reply permits closing. */
  mayBeClosed: z.boolean(),
})
export type OpenOutcome = z.infer<typeof openOutcomeSchema>
