import { createHash } from 'node:crypto'
import type { CardOnFile } from './card-on-file.ts'

/** The same for one card number, whatever the number of its registrations (§2.3 `unq-card-ref-id`). */
export function uniqueCardId(card: Pick<CardOnFile, 'bin' | 'lastFour'>): string {
  const hex = createHash('sha256').update(`unique ${card.bin} ${card.lastFour}`).digest('hex')
  return BigInt(`0x${hex.slice(0, 14)}`).toString()
}
