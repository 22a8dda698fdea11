import { randomBytes } from 'node:crypto'
import { maskFreeText } from '#shared/gateway/masking.ts'

/**
 * Lower-case hex of so many random bytes from the system's generator, never such that some of its digits could be taken
 * for a card number: order ids, nonces and the ids of desks stand in masked texts, are searched for, and must be whole
 * there. By chance one text of ten bytes in 400 could.
 */
export function randomHex(bytes: number, random: (bytes: number) => Buffer = randomBytes): string {
  for (;;) {
    const made = random(bytes).toString('hex')
    if (maskFreeText(made) === made) return made
  }
}
