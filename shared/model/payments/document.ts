/** Documents about a payment: confirmations for the customer, and the investigation report for gateway support. */
import { entryIdSchema } from '../values/branded.ts'
import { z } from '../values/zod.ts'

/** The requested document; a refund is identified by its entry. */
export const wantedDocumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment') }),
  z.object({ kind: z.literal('refund'), entryId: entryIdSchema }),
  z.object({ kind: z.literal('investigation') }),
])
export type WantedDocument = z.infer<typeof wantedDocumentSchema>

/** The id of a prepared document, whose facts main keeps. */
export const documentIdSchema = z.string().regex(/^[\da-f]{32}$/)
