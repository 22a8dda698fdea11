import { maskedSchema, utcTimeSchema } from '../values/branded.ts'
import { failureSchema } from '../answers/failure.ts'
import { closingKinds, historyRowSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

/**
 * Differences and missing facts when the status of an unknown entry was checked (addendum 10). `elsewhere`: not found,
 * but the profile's gateway or login now differs from the request's, or the request's login is not known.
 */
export const resolutionMismatches = [
  'not-found', 'amount', 'currency', 'time', 'card', 'order-id', 'not-answered', 'elsewhere',
] as const

/** An open outcome, and the state of its checks. */
export const openOutcomeSchema = z.object({
  row: historyRowSchema,
  /**
   * `sending`: the request itself is in progress. `asking`: a status query is. `planned`: the next query is due at
   * `nextAskAt`, null while the plan waits for the vault. `by-hand`: automatic checks have stopped.
   */
  phase: z.enum(['sending', 'asking', 'planned', 'by-hand']),
  nextAskAt: utcTimeSchema.nullable(),
  /** Milliseconds between the checks after the next one; null if the next one is the last. */
  thenEveryMs: z.number().nullable(),
  lastAskedAt: utcTimeSchema.nullable(),
  /** The number of checks since this run of the application began. */
  timesAsked: z.number(),
  /** The mismatches of the last reply; empty before the first. */
  mismatches: z.array(z.enum(resolutionMismatches)).readonly(),
  /** The last reply's refusal, masked; null if it was not refused. */
  said: z.object({ errorCode: z.string().nullable(), errorText: maskedSchema.nullable() }).nullable(),
  /** Why the gateway could not be queried the last time; null if it could. */
  cannotAsk: failureSchema.nullable(),
  /** The order waits for its cardholder (§3); `link` is the address to share, null if there is none. Else null. */
  cardholder: z.object({ link: z.string().nullable() }).nullable(),
  /** How a person may close it; null if only a status can resolve it. */
  closes: z.enum(closingKinds).nullable(),
  /** From this time on a reply of the gateway permits a person to close it. */
  closesFrom: utcTimeSchema,
  /** True if the gateway was queried after that time and its reply permits closing. */
  mayBeClosed: z.boolean(),
})
export type OpenOutcome = z.infer<typeof openOutcomeSchema>
