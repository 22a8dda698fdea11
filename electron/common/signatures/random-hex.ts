import { randomBytes } from 'node:crypto'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'

/**
 * Lower-case hex of so many random bytes from the system's generator, never with digits shaped like a card number.
 * Masked texts contain order ids, nonces and ids of desks; people search for them, so masking must not change them.
 * Otherwise one of 400 texts of ten bytes would be masked by chance.
 */
export function randomHex(bytes: number, random: (bytes: number) => Buffer = randomBytes): string {
  for (;;) {
    const text = random(bytes).toString('hex')
    if (maskFreeText(text) === text) return text
  }
}
