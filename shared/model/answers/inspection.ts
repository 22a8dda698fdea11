import { maskedSchema } from '../values/branded.ts'
import { problemSchema } from './failure.ts'
import { operationIdSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

const pairSchema = z.object({ name: z.string(), value: maskedSchema })
const pairsSchema = z.array(pairSchema).readonly()

/** A request in the steps of its signing (§5.1, §5.2). Values are masked by their field's sensitivity. */
export const inspectionSchema = z.object({
  operation: operationIdSchema,
  method: z.literal('POST'),
  url: z.string(),
  /** Values with white space at an end, which was removed before signing; as typed. */
  trimmed: z.array(z.object({ field: z.string(), typed: maskedSchema })).readonly(),
  /** The problems that the form would report; the text is built anyway. */
  problems: z.array(problemSchema).readonly(),
  /** True if placeholders replace control and signature, because a person who copies them could move money. */
  withheld: z.boolean(),
  fields: pairsSchema,
  signing: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('control'),
      parts: z.array(z.object({ label: z.string(), value: maskedSchema })).readonly(),
      /** With a token in place of the secret. */
      text: maskedSchema,
      /** Null if it was not computed: from history, or without a stored secret. */
      control: z.string().nullable(),
    }),
    z.object({
      kind: z.literal('oauth'),
      signatureMethod: z.enum(['RSA-SHA256', 'HMAC-SHA1']),
      nonce: z.string(),
      timestamp: z.string(),
      parameters: pairsSchema,
      encoded: pairsSchema,
      sorted: pairsSchema,
      parameterString: maskedSchema,
      baseStringUrl: z.string(),
      baseString: maskedSchema,
      signature: z.string().nullable(),
      signatureHex: z.string().nullable(),
      authorization: z.string().nullable(),
    }),
  ]),
  headers: pairsSchema,
  body: maskedSchema,
})
export type Inspection = z.infer<typeof inspectionSchema>
