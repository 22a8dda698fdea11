/**
 * The first digits of the card numbers of payment networks (ISO/IEC 7812-1), as a pattern for the start of the digits:
 * the international networks (3 to 6, Mastercard and Mir from 22), RuPay and UnionPay (81, 82), Uzcard (8600) and the
 * national ones, which are 9 and the number of their country: ArCa, Belkart, Elcart, mada, Troy and Humo.
 */
export const networkDigits = '(?:[3-6]|2[2-7]|8(?:[12]|600)|9(?:051|112|417|682|792|860))'

const ofNetwork = new RegExp(`^${networkDigits}`)

/** Whether the digits begin as a card number of a payment network does. Nothing else is checked. */
export function isOfNetwork(digits: string): boolean {
  return ofNetwork.test(digits)
}
