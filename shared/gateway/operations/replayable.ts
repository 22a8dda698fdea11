import { touchesMoney, type Operation } from './operations.ts'

/**
 * True if a person with a complete control or signature of this operation could move money with it: every control, and
 * the signatures of operations that touch money. SECURITY: a control covers values without separators and has no nonce
 * (§5.1, addendum 4). So the values of any operation can be chosen to give the text of a void: a card lookup's login
 * and card reference concatenate like a void's login, merchant order id and order id.
 */
export function isReplayable(operation: Operation<string>): boolean {
  return operation.authentication.kind === 'control' || touchesMoney(operation)
}
