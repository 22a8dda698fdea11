import { createHash } from 'node:crypto'

export interface AcquirerReferences {
  readonly rrn: string
  readonly transactionId: string
  readonly approvalCode: string
  readonly receiptId: string
}

/** Simulated acquirer references of an order or later transaction; always the same for one id. */
export function acquirerReferences(id: string): AcquirerReferences {
  const hex = createHash('sha256').update(id).digest('hex')
  const digits = BigInt(`0x${hex}`).toString()
  return {
    rrn: digits.slice(0, 12),
    transactionId: `PNTEST-${digits.slice(12, 20)}`,
    approvalCode: digits.slice(20, 26),
    receiptId: uuidOf(hex),
  }
}

/** An id in the form of a UUID, derived from `purpose` and `id`. */
export function derivedUuid(purpose: string, id: string): string {
  return uuidOf(createHash('sha256').update(`${purpose} ${id}`).digest('hex'))
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
