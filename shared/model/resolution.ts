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

/** An open outcome that is asked about or closed, and where that stands. */
export const openOutcomeSchema = z.object({
  row: historyRowSchema,
  /**
   * `asking`: a status query is under way. `planned`: the next one is due at `nextAskAt`, null while the plan waits for
   * the vault. `by-hand`: the plan has ended.
   */
  phase: z.enum(['asking', 'planned', 'by-hand']),
  nextAskAt: utcTimeSchema.nullable(),
  lastAskedAt: utcTimeSchema.nullable(),
  /** What the last answer left open; empty before the first. */
  mismatches: z.array(z.enum(resolutionMismatches)).readonly(),
  /** The refusal that the last answer was, as it came (masked); null when it was none. */
  said: z.object({ errorCode: z.string().nullable(), errorText: maskedSchema.nullable() }).nullable(),
  /** Why the gateway could not be asked at all the last time; null when it could. */
  cannotAsk: failureSchema.nullable(),
  /** How a person may close it; null where only a status can resolve it. */
  closes: z.enum(closingKinds).nullable(),
  /** From when on an answer of the gateway lets a person close it. */
  closesFrom: utcTimeSchema,
  /** True when the gateway was asked after that moment and its answer lets a person close it. */
  mayBeClosed: z.boolean(),
})
export type OpenOutcome = z.infer<typeof openOutcomeSchema>
