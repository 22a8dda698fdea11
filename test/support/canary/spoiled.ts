import type { CallName } from '#shared/ipc/contract.ts'
import type { Planted } from './canaries.ts'

/** Variants of the input, one for each of its texts, each with a card number in that text, whole or in groups. */
export function withEachText(
  input: unknown, planted: Pick<Planted, 'cardNumber'>, at = 'input',
): { readonly at: string; readonly spoiled: unknown }[] {
  const { cardNumber } = planted
  if (typeof input === 'string') {
    const inGroups = (cardNumber.match(/.{4}/g) ?? []).join(' ')
    return [cardNumber, inGroups].map((spoiled) => ({ at, spoiled }))
  }
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([key, value]) => withEachText(value, planted, `${at}.${key}`).map((one) => ({
    at: one.at, spoiled: Array.isArray(input) ? input.with(Number(key), one.spoiled) : { ...input, [key]: one.spoiled },
  })))
}

/**
 * Ids from gateways, merchants and programs have a valid check digit by chance: such an order must still be found.
 */
export function mayResembleCardNumber(name: CallName, at: string): boolean {
  const createsOrder = name === 'payments.review' || name === 'inspector.build'
  return /\.(?:orderId|receiptId|exportId|generationId)$/.test(at) || (at.endsWith('.merchantOrderId') && !createsOrder)
}
