import { touchesMoney, type Operation } from './operations.ts'

/**
 * True when whoever holds a whole control or signature of this operation could move money with it: a signature of what
 * touches money, and every control. SECURITY: a control is taken over values without separators and has no nonce (§5.1,
 * addendum 4), so that the values of any operation can be chosen to give the text of a void: a card lookup's login and
 * card reference run together like a void's login, merchant order id and order id.
 */
export function isReplayable(operation: Operation<string>): boolean {
  return operation.authentication.kind === 'control' || touchesMoney(operation)
}
