import type { ControlPart } from './control-parts.ts'
import { operationIds, operations, touchesMoney, type Operation } from './operations.ts'

/**
 * True when whoever holds a whole control or signature of this operation could do something with it. A control has no
 * nonce, and several recipes give the same text: the control of a status query or a card registration is, to the
 * letter, the one of a full refund and of a void of the same order (addendum 4). So more than the money-moving
 * operations themselves is concerned.
 */
export function isReplayable(operation: Operation): boolean {
  if (touchesMoney(operation) || operation.effect === 'continues-order') return true
  if (operation.authentication.kind !== 'control') return false
  const own = textShape(operation.authentication.recipe)
  return moneyShapes.has(own)
}

/** What a recipe concatenates when no amount is sent. */
function textShape(recipe: readonly ControlPart[]): string {
  return recipe
    .filter((part) => part.when !== 'when-sent')
    .map((part) => (part.from === 'field' ? part.key : part.from))
    .join(' ')
}

const moneyShapes: ReadonlySet<string> = new Set(operationIds.map((id) => operations[id]).flatMap((operation) =>
  (touchesMoney(operation) || operation.effect === 'continues-order') && operation.authentication.kind === 'control'
    ? [textShape(operation.authentication.recipe)]
    : []))
