import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import type { Books, FreshIds } from '../orders/books.ts'
import type { FaultKind } from '../faults/faults.ts'
import type { RegisteredCard } from '../orders/ledger.ts'
import type { Order, Transaction } from '../orders/orders.ts'
import type { Readings } from '../requests/readings.ts'
import { invalidParameter, type Refusal } from '../http/replies.ts'
import type { Route } from '../requests/route.ts'
import type { AuthenticationStep } from '../orders/ways.ts'

/** Refuses the value of a parameter (§7.1, addendum 11). */
export function refuse(message: string): HandlerOutput {
  return { kind: 'refused', refusal: invalidParameter(message) }
}

/** The input of an operation: a checked and valid request. */
export interface HandlerInput {
  readonly route: Route
  readonly values: FieldValues
  readonly books: Books
  readonly ids: FreshIds
  /** Milliseconds since 1970. */
  readonly now: number
  readonly processingMs: number
  readonly productWord: string
  readonly baseUrl: string
  readonly readings: Readings
}

export type HandlerOutput =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
    readonly kind: 'answered'
    /** Without the request's serial number, which every reply contains. */
    readonly fields: readonly Pair[]
    readonly order?: Order
    readonly card?: RegisteredCard
    readonly transaction?: Transaction
    readonly step?: AuthenticationStep
    readonly fault?: FaultKind | null
  }
  /** The card's fault occurs before anything is done. */
  | { readonly kind: 'nothing-done'; readonly fault: FaultKind }

export type Handler = (input: HandlerInput) => HandlerOutput
