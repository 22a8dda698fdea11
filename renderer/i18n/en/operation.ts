/** The texts of operations and of what is done with money: each stands in its entry of the catalogue. */
import type { Verb } from '#shared/gateway/catalogue/verbs.ts'
import { touchesMoney, type Operation } from '#shared/gateway/operations.ts'

export type OperationTexts = Pick<Operation, 'name' | 'purpose' | 'button'>
export type VerbTexts = Required<Omit<Verb, 'id'>>

/** Name, purpose and button of each operation, by its id. */
export function operationTexts(operations: readonly Operation<string>[]): Readonly<Record<string, OperationTexts>> {
  return Object.fromEntries(operations.map(({ id, name, purpose, button }) => [id, { name, purpose, button }]))
}

/** The words of review, button, result and possible duplicate, by the id of the verb. */
export function verbTexts(operations: readonly Operation<string>[]): Readonly<Record<string, VerbTexts>> {
  const money = operations.filter((operation) => touchesMoney(operation)).map((operation) => operation.money)
  return Object.fromEntries(money.map(({ verb }) => {
    const { id, ...texts } = verb
    const { undo, undoOfHold = undo, duplicate, duplicateWithoutCard = duplicate } = texts
    return [id, { ...texts, undoOfHold, duplicateWithoutCard }]
  }))
}
