import { maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import { withoutEnd } from '#shared/text-end.ts'
import type { DocumentFacts } from './facts.ts'

const longestName = 64
const names = {
  payment: 'payment-confirmation', refund: 'refund-confirmation', investigation: 'investigation',
} as const satisfies Readonly<Record<DocumentFacts['kind'], string>>

/**
 * A file name that Windows accepts too: letters, digits, dashes, dots and underscores, and no device name.
 * SECURITY: a card number used as an id is masked, as in the document.
 */
export function fileNameOf(facts: DocumentFacts, format: 'pdf' | 'text'): string {
  const id = facts.kind === 'investigation'
    ? facts.page.orderId ?? facts.page.merchantOrderId ?? ''
    : facts.merchantOrderId
  const plain = withoutEnd(maskWrittenCards(id).replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, longestName).replace(/^[-.]+/, ''), '-.')
  return `${names[facts.kind]}-${plain === '' ? 'order' : plain}.${format === 'pdf' ? 'pdf' : 'txt'}`
}
