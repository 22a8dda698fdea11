import { answerSchema } from '../answers/answer.ts'
import { maskedSchema } from '../values/branded.ts'
import { failureSchema } from '../answers/failure.ts'
import { operationIdSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

/** True when the reply named an address that may not be opened: neither https nor, on a sandbox, this computer. */
const addressRefused = z.boolean().optional()

/**
 * The order's step in the table of §3, as sent to the page. Payloads stay in main; the page receives the issuer's
 * host.
 */
const threeDSecureStepSchema = z.discriminatedUnion('kind', [
  /** In progress; the gateway waits for nothing from us (`sale_filtering` and the like). */
  z.object({ kind: z.literal('working') }),
  z.object({
    kind: z.literal('method'),
    transactionId: z.string().nullable(),
    /** Null when the reply names no method address: then U is uploaded. */
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
  /** Waits for the cardholder in a step that the table does not name; `redirect-to` may still continue it. */
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('final'), status: z.string() }),
])
export type ThreeDSecureStep = z.infer<typeof threeDSecureStepSchema>

export const threeDSecureLookSchema = z.object({
  /** The status that was asked just now. */
  answer: answerSchema,
  /** Null when the status could not be read. */
  step: threeDSecureStepSchema.nullable(),
  /** The operation of the next step; null when there is none to send. */
  sends: operationIdSchema.nullable(),
  /** The address for the cardholder, where the gateway sent one that may be passed on. */
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
  /** The answer to the upload; null when there was nothing to upload. */
  upload: answerSchema.nullable(),
  /** Why the upload was not sent; null otherwise. */
  uploadFailure: failureSchema.nullable(),
})
export type ThreeDSecureVisit = z.infer<typeof threeDSecureVisitSchema>
