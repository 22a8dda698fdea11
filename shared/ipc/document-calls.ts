/** The bridge's calls for documents. Main builds them; the page gets only their text. */
import { customerLanguages } from '../customer-texts/language.ts'
import { maskedSchema } from '../model/values/branded.ts'
import { documentIdSchema, wantedDocumentSchema } from '../model/payments/document.ts'
import { orderKeySchema } from '../model/payments/order.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { person } from './rules.ts'

const prepared = z.object({ documentId: documentIdSchema, language: z.enum(customerLanguages) })

export const documentCalls = {
  /**
   * Gathers the facts of a document and keeps them for ten minutes. A confirmation queries the gateway first;
   * `not-possible-now` if the gateway does not confirm.
   */
  'documents.prepare': call({
    input: z.object({ order: orderKeySchema, wanted: wantedDocumentSchema }),
    output: z.object({ documentId: documentIdSchema }),
    authority: person,
  }),
  /** The text in a language; a report ends with its signature. `document-gone` after ten minutes or a lock. */
  'documents.text': call({ input: prepared, output: z.object({ text: maskedSchema }), authority: person }),
  'documents.save': call({
    input: prepared.extend({ format: z.enum(['pdf', 'text']) }), output: z.object({ fileName: z.string() }),
    authority: person,
  }),
  /** Shows the system's print dialog; `cancelled` if the person closed it. */
  'documents.print': call({ input: prepared, output: z.null(), authority: person }),
} as const
