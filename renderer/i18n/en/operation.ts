/** The texts of operations and of their verbs, read from the entries of the catalogue. */
import type { Verb } from '#shared/gateway/catalogue/verbs.ts'
import { ofHoldOf } from '#shared/gateway/operations/made-transactions.ts'
import { touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'

export type OperationTexts = Pick<Operation, 'name' | 'purpose' | 'button'>
export type VerbTexts = Required<Omit<Verb, 'id'>>

/** Name, purpose and button of each operation, by its id; for a payment on hold by `{id}-of-hold`. */
export function operationTexts(operations: readonly Operation<string>[]): Readonly<Record<string, OperationTexts>> {
  return Object.fromEntries(operations.flatMap((operation) => {
    const { id, name, purpose, button } = operation
    const ofHold = ofHoldOf(operation)
    return [
      [id, { name, purpose, button }],
      ...(ofHold === null ? [] : [[`${id}-of-hold`, { name: ofHold.name, purpose: ofHold.purpose, button: ofHold.button }]]),
    ]
  }))
}

/** The texts of review, button, result and possible duplicate, by the id of the verb. */
export function verbTexts(operations: readonly Operation<string>[]): Readonly<Record<string, VerbTexts>> {
  const verbs = operations.filter((operation) => touchesMoney(operation))
    .flatMap((operation) => [operation, ofHoldOf(operation)].flatMap((words) => words?.verb ?? []))
  return Object.fromEntries(verbs.map((verb) => {
    const { id, ...texts } = verb
    const { duplicate, duplicateWithoutCard = duplicate, past, pastWithCard = past } = texts
    return [id, { ...texts, duplicateWithoutCard, pastWithCard }]
  }))
}
