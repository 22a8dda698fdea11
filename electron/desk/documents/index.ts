/** Documents about a payment: confirmations for the customer, and the signed report for gateway support. */
import { builtFromMasked } from '#shared/gateway/requests/masking.ts'
import type { CustomerLanguage } from '#shared/customer-texts/language.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { documentHtml } from '../../common/documents/document-html.ts'
import { documentText } from '../../common/documents/document-text.ts'
import type { PrintedDocument } from '../../common/documents/document.ts'
import { describeError } from '../../common/processes/log.ts'
import type { CallsOf } from '../calls.ts'
import type { CheckedCallbacks } from '../callbacks/index.ts'
import type { DeskContext } from '../context.ts'
import { saveFile } from '../maintenance/index.ts'
import type { PrintedPage } from '../printing.ts'
import { confirmationDocument } from './confirmation-document.ts'
import { confirmPayment, confirmRefund } from './confirm.ts'
import type { DocumentFacts } from './facts.ts'
import { fileNameOf } from './file-name.ts'
import { investigate } from './investigate.ts'
import { investigationDocument } from './investigation-document.ts'
import type { KeptDocuments } from './kept-documents.ts'
import { logoOf } from './sender.ts'
import { signReport } from './sign-report.ts'

export { keptDocuments, type KeptDocuments } from './kept-documents.ts'

/** The calls about documents. */
export function documentCalls(
  desk: DeskContext, kept: KeptDocuments, checked: Pick<CheckedCallbacks, 'of'>,
): CallsOf<'documents'> {
  const { services } = desk

  async function text(facts: DocumentFacts, language: CustomerLanguage): Promise<Result<Uint8Array, Failure>> {
    return await finished(facts, Buffer.from(documentText(documentOf(facts, language)), 'utf8'))
  }

  async function pdf(facts: DocumentFacts, language: CustomerLanguage): Promise<Result<Uint8Array, Failure>> {
    const printed = await printing(() => services.system.printing.pdf(pageOf(facts, language)))
    return printed.ok ? await finished(facts, printed.value) : printed
  }

  async function finished(facts: DocumentFacts, content: Uint8Array): Promise<Result<Uint8Array, Failure>> {
    return facts.kind === 'investigation' && facts.isSigned ? await signReport(services, content) : success(content)
  }

  async function printing<Value>(print: () => Promise<Value>): Promise<Result<Value, Failure>> {
    try {
      return success(await print())
    } catch (error) {
      services.log('document-not-printed', describeError(error))
      return failed({ code: 'document-not-printed' })
    }
  }

  return {
    'documents.prepare': async (input) => {
      const facts = await factsOf(desk, checked, input)
      return facts.ok ? success({ documentId: kept.add(facts.value) }) : facts
    },
    'documents.text': async ({ documentId, language }) => {
      const facts = kept.find(documentId)
      if (!facts.ok) return facts
      const content = await text(facts.value, language)
      return content.ok ? success({ text: builtFromMasked(Buffer.from(content.value).toString('utf8')) }) : content
    },
    'documents.save': async ({ documentId, language, format }) => {
      const facts = kept.find(documentId)
      if (!facts.ok) return facts
      const content = format === 'pdf' ? await pdf(facts.value, language) : await text(facts.value, language)
      if (!content.ok) return content
      return await saveFile(services, { name: fileNameOf(facts.value, format), content: content.value })
    },
    'documents.print': async ({ documentId, language }) => {
      const facts = kept.find(documentId)
      if (!facts.ok) return facts
      const printed = await printing(() => services.system.printing.print(pageOf(facts.value, language)))
      if (!printed.ok) return printed
      return printed.value ? success(null) : failed({ code: 'cancelled' })
    },
  }
}

async function factsOf(
  desk: DeskContext, checked: Pick<CheckedCallbacks, 'of'>, { order, wanted }: ParsedInput<'documents.prepare'>,
): Promise<Result<DocumentFacts, Failure>> {
  switch (wanted.kind) {
    case 'payment': return await confirmPayment(desk, order)
    case 'refund': return await confirmRefund(desk, order, wanted.entryId)
    case 'investigation': return await investigate(desk.services, checked, order)
  }
}

function documentOf(facts: DocumentFacts, language: CustomerLanguage): PrintedDocument {
  return facts.kind === 'investigation' ? investigationDocument(facts, language) : confirmationDocument(facts, language)
}

function pageOf(facts: DocumentFacts, language: CustomerLanguage): PrintedPage {
  const logo = facts.kind === 'investigation' ? null : logoOf(facts.profile)
  return { html: documentHtml(documentOf(facts, language)), logo }
}
