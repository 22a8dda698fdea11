import { maskedSchema, utcTimeSchema } from './branded.ts'
import { failureSchema } from './failure.ts'
import { closingKinds, historyRowSchema } from './history.ts'
import { z } from './zod.ts'

/**
 * What did not fit or could not be compared when an unknown entry was asked about (addendum 10). `elsewhere`: not
 * found, but the profile names another gateway or login today than the one that the request was sent to, or nobody
 * knows which login that was.
 */
export const resolutionMismatches = [
  'not-found', 'amount', 'currency', 'time', 'card', 'order-id', 'not-answered', 'elsewhere',
] as const

/** An open outcome, and where its checks stand. */
export const openOutcomeSchema = z.object({
  row: historyRowSchema,
  /**
   * `sending`: the request itself is under way. `asking`: a status query is. `planned`: the next one is due at
   * `nextAskAt`, null while the plan waits for the vault. `by-hand`: automatic checks have stopped.
   */
  phase: z.enum(['sending', 'asking', 'planned', 'by-hand']),
  nextAskAt: utcTimeSchema.nullable(),
  /** Milliseconds between the checks after the next one; null when the next one is the last. */
  thenEveryMs: z.number().nullable(),
  lastAskedAt: utcTimeSchema.nullable(),
  /** How often it was checked since this run of the application began. */
  timesAsked: z.number(),
  /** What the last answer left open; empty before the first. */
  mismatches: z.array(z.enum(resolutionMismatches)).readonly(),
  /** The refusal that the last answer was, as it came (masked); null when it was none. */
  said: z.object({ errorCode: z.string().nullable(), errorText: maskedSchema.nullable() }).nullable(),
  /** Why the gateway could not be asked at all the last time; null when it could. */
  cannotAsk: failureSchema.nullable(),
  /** That the order waits for its cardholder (§3), and the address to pass on, where there is one. Null else. */
  cardholder: z.object({ link: z.string().nullable() }).nullable(),
  /** How a person may close it; null where only a status can resolve it. */
  closes: z.enum(closingKinds).nullable(),
  /** From when on an answer of the gateway lets a person close it. */
  closesFrom: utcTimeSchema,
  /** True when the gateway was asked after that moment and its answer lets a person close it. */
  mayBeClosed: z.boolean(),
})
export type OpenOutcome = z.infer<typeof openOutcomeSchema>
