import type { DeskId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import type { Services } from '../services.ts'

/**
 * A random id for a desk: 32 hexadecimal digits, never such that some of them could be taken for a card number. It
 * stands in masked texts, like those of the audit trail, and must be whole there.
 */
export function newDeskId({ randomHex }: Pick<Services['system'], 'randomHex'>): DeskId {
  for (;;) {
    const made = randomHex(16)
    if (maskFreeText(made) === made) return made as DeskId
  }
}
