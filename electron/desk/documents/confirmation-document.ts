import type { Masked } from '#shared/brands.ts'
import { catalogues } from '#shared/customer-texts/catalogues.ts'
import { amountIn, momentIn } from '#shared/customer-texts/format.ts'
import type { CustomerLanguage } from '#shared/customer-texts/language.ts'
import { maskFreeText, maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import type { PrintedDocument, Row } from '../../common/documents/document.ts'
import type { ConfirmationFacts } from './facts.ts'
import { senderOf } from './sender.ts'

/** The document for the customer in a language. */
export function confirmationDocument(facts: ConfirmationFacts, language: CustomerLanguage): PrintedDocument {
  const texts = catalogues[language].documents
  const { title, text } = texts[facts.kind]
  return {
    language, title, sender: senderOf(facts.profile),
    blocks: [
      ...(facts.profile.environment === 'production' ? [] : [{ kind: 'warning', text: texts.test } as const]),
      { kind: 'paragraph', text },
      { kind: 'rows', rows: rowsOf(facts, language) },
      ...(facts.kind === 'refund' ? [{ kind: 'paragraph', text: texts.refund.arrival } as const] : []),
      { kind: 'note', text: texts.noInvoice },
    ],
  }
}

function rowsOf(facts: ConfirmationFacts, language: CustomerLanguage): Row[] {
  const { labels } = catalogues[language].documents
  const { kind, amount, other, at, card, merchantOrderId, bankReference, statusAt, profile } = facts
  const timeZone = timeZoneOf(profile)
  const values: readonly (readonly [label: string, value: string | null, mask?: (text: string) => Masked])[] = [
    [labels.amount, amountIn(language, amount)],
    [kind === 'payment' ? labels.paidAt : labels.refundedAt, at === null ? null : momentIn(language, at, timeZone)],
    [labels.card, card === null ? null : [card.brand ?? '', `•••• ${card.lastFour}`].join(' ').trim()],
    [labels.reference, merchantOrderId, maskWrittenCards],
    [kind === 'payment' ? labels.refunded : labels.ofPayment, other === null ? null : amountIn(language, other)],
    [labels.bankReference, bankReference, maskWrittenCards],
    [labels.statusAt, momentIn(language, statusAt, timeZone)],
  ]
  return values.flatMap(([label, value, mask = maskFreeText]) =>
    (value === null ? [] : [{ label, value: mask(value) }]))
}
