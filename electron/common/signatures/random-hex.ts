import { randomBytes } from 'node:crypto'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'

/**
 * Lower-case hex of so many random bytes from the system's generator, never with digits shaped like a card number.
 * Order ids, nonces and the ids of desks occur in masked texts, are searched for, and must be complete there. By
 * chance one text of ten bytes in 400 would not be.
 */
export function randomHex(bytes: number, random: (bytes: number) => Buffer = randomBytes): string {
  for (;;) {
    const made = random(bytes).toString('hex')
    if (maskFreeText(made) === made) return made
  }
}
