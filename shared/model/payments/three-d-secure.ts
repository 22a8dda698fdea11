import { answerSchema } from '../answers/answer.ts'
import { maskedSchema } from '../values/branded.ts'
import { failureSchema } from '../answers/failure.ts'
import { operationIdSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

/** True if the reply's address must not be opened: neither https nor, for a sandbox, on this computer. */
const addressRefused = z.boolean().optional()

/** The order's step in the table of §3, for the page. Payloads stay in main; the page gets the issuer's host. */
const threeDSecureStepSchema = z.discriminatedUnion('kind', [
  /** In progress; the gateway requires no action (`sale_filtering` and similar). */
  z.object({ kind: z.literal('working') }),
  z.object({
    kind: z.literal('method'),
    transactionId: z.string().nullable(),
    /** Null if the reply has no method address; `U` is then uploaded. */
    host: z.string().nullable(),
    hasPage: z.boolean(),
    addressRefused,
  }),
  z.object({
    kind: z.literal('challenge'), host: z.string().nullable(), challengeRequest: maskedSchema, addressRefused,
  }),
  z.object({
    kind: z.literal('authentication'), host: z.string().nullable(), authenticationRequest: maskedSchema,
    merchantData: maskedSchema, addressRefused,
  }),
  /** Waits for the cardholder in a step that the table does not contain; `redirect-to` may still continue it. */
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('final'), status: z.string() }),
])
export type ThreeDSecureStep = z.infer<typeof threeDSecureStepSchema>

export const threeDSecureLookSchema = z.object({
  /** The status, queried just now. */
  answer: answerSchema,
  /** Null if the status could not be read. */
  step: threeDSecureStepSchema.nullable(),
  /** The operation of the next step; null if there is none. */
  sends: operationIdSchema.nullable(),
  /** The address for the cardholder, if the gateway sent one that may be shared; null otherwise. */
  redirectTo: z.string().nullable(),
})
export type ThreeDSecureLook = z.infer<typeof threeDSecureLookSchema>

/** How a visit to the issuer's page ended. */
const visitEnds = ['posted', 'loaded', 'closed', 'timed-out', 'not-loaded', 'not-needed'] as const

export const threeDSecureVisitSchema = z.object({
  /**
   * `posted`: the issuer posted its answer. `loaded`: the method page finished loading without one. `closed`: the
   * window was closed before. `not-needed`: there was no page to visit.
   */
  end: z.enum(visitEnds),
  /** The answer to the upload; null if nothing was uploaded. */
  upload: answerSchema.nullable(),
  /** Why the upload was not sent; null otherwise. */
  uploadFailure: failureSchema.nullable(),
})
export type ThreeDSecureVisit = z.infer<typeof threeDSecureVisitSchema>
