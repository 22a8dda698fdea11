/**
 * The first digits of card numbers by payment network (ISO/IEC 7812-1), as a pattern for the start of the digits: the
 * international networks (3 to 6, Mastercard and Mir from 22), RuPay and UnionPay (81, 82), Uzcard (8600), and national
 * networks with 9 and their country's number: ArCa, Belkart, Elcart, mada, Troy and Humo.
 */
export const networkDigits = '(?:[3-6]|2[2-7]|8(?:[12]|600)|9(?:051|112|417|682|792|860))'

const ofNetwork = new RegExp(`^${networkDigits}`)

/** True if the digits begin as card numbers of a payment network do. Checks nothing else. */
export function isOfNetwork(digits: string): boolean {
  return ofNetwork.test(digits)
}
