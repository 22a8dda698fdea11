import type { FieldValues } from '#shared/gateway/fields.ts'
import type { Pair } from '#shared/gateway/form.ts'
import type { Books, FreshIds } from '../books.ts'
import type { FaultKind } from '../faults.ts'
import type { RegisteredCard } from '../ledger.ts'
import type { Order, Transaction } from '../orders.ts'
import type { Readings } from '../readings.ts'
import { invalidParameter, type Refusal } from '../replies.ts'
import type { Route } from '../route.ts'
import type { AuthenticationStep } from '../ways.ts'

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
    /** Without the serial number of the request, which every reply contains. */
    readonly fields: readonly Pair[]
    readonly order?: Order
    readonly card?: RegisteredCard
    readonly transaction?: Transaction
    readonly step?: AuthenticationStep
    readonly fault?: FaultKind | null
  }
  /** The card's fault strikes before anything is done. */
  | { readonly kind: 'nothing-done'; readonly fault: FaultKind }

export type Handler = (input: HandlerInput) => HandlerOutput
