/**
 * The operation catalogue: one entry for each operation of §4 and addendum 3, by section in `catalogue/`. Forms, texts,
 * validation, signing, the client, the sandbox, the inspector, masking, the journal and `docs/operations.md` are built
 * from it; adding an operation means adding an entry.
 */
import { cardPaymentOperations } from '../catalogue/card-payments.ts'
import { cardOperations } from '../catalogue/cards.ts'
import type { OperationEntry } from '../catalogue/entry.ts'
import { effectOf, type MoneyKind, type OrderActionKind } from '../catalogue/kinds.ts'
import { orderActionOperations } from '../catalogue/order-actions.ts'
import { orderStatusOperations } from '../catalogue/order-status.ts'
import { recurrentPaymentOperations } from '../catalogue/recurrent-payments.ts'
import { threeDSecureOperations } from '../catalogue/three-d-secure.ts'
import { transferOperations } from '../catalogue/transfers.ts'
import { fields, type FieldKey } from '../fields/fields.ts'

export type { MenuSection, OperationEntry, SignatureMethod, ThreeDSecureStep } from '../catalogue/entry.ts'
export {
  createsOrder, directionOf, effectOf, replyKindOf, requiresAmount, type Effect,
} from '../catalogue/kinds.ts'

const entries = {
  ...cardOperations, ...cardPaymentOperations, ...recurrentPaymentOperations, ...orderActionOperations,
  ...threeDSecureOperations, ...transferOperations, ...orderStatusOperations,
} as const

export type OperationId = keyof typeof entries

/** The operations that act on the money of an existing order (addendum 8). */
export type OrderActionId = {
  [Id in OperationId]: (typeof entries)[Id]['kind'] extends OrderActionKind ? Id : never
}[OperationId]

/** An operation of the catalogue; with `Operation<string>` any operation with an entry. */
export type Operation<Id extends string = OperationId> = OperationEntry & { readonly id: Id }

/** The entry of an operation that moves or holds money. */
export type MoneyEntry = Extract<OperationEntry, { readonly kind: MoneyKind }>

export const operationIds = Object.keys(entries) as readonly OperationId[]

/** The catalogue in its order. */
export const catalogue: readonly Operation[] = operationIds.map((id) => ({ id, ...entries[id] }))

/** The catalogue by id. */
export const operations = Object.fromEntries(
  catalogue.map((operation) => [operation.id, operation]),
) as { readonly [Id in OperationId]: Operation }

/** True for the id of an operation in the catalogue. */
export function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(entries, text)
}

/** True for operations that move or hold money: sent at most once, shown for review, never repeated (addendum 10). */
export function touchesMoney<Entry extends OperationEntry>(operation: Entry): operation is Entry & MoneyEntry {
  const effect = effectOf(operation)
  return effect === 'moves-money' || effect === 'holds-money'
}

/** True if an operation takes its money from a card: one of its fields identifies the payer. */
export function isByCard(operation: Pick<OperationEntry, 'fields'>): boolean {
  return operation.fields.some(({ key }) => fields[key].decides === 'payer')
}

/** True if an operation sends this field. */
export function carries(operation: Pick<OperationEntry, 'fields'>, key: FieldKey): boolean {
  return operation.fields.some((use) => use.key === key)
}
