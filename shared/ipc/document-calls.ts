/** The part of the bridge's contract that is about documents. Main builds them; the page gets their text alone. */
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
   * Gathers the facts of a document, for ten minutes. For a confirmation the gateway is asked first;
   * `not-possible-now` where it does not confirm.
   */
  'documents.prepare': call({
    input: z.object({ order: orderKeySchema, wanted: wantedDocumentSchema }),
    output: z.object({ documentId: documentIdSchema }),
    authority: person,
  }),
  /** Its text in a language; that of a report ends with its signature. `document-gone` after ten minutes or a lock. */
  'documents.text': call({ input: prepared, output: z.object({ text: maskedSchema }), authority: person }),
  'documents.save': call({
    input: prepared.extend({ format: z.enum(['pdf', 'text']) }), output: z.object({ fileName: z.string() }),
    authority: person,
  }),
  /** Shows the system's dialog for printing; `cancelled` where the person closed it. */
  'documents.print': call({ input: prepared, output: z.null(), authority: person }),
} as const
