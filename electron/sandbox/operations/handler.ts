import type { FieldValues } from '#shared/gateway/fields.ts'
import type { Pair } from '#shared/gateway/form.ts'
import type { Books, FreshIds } from '../books.ts'
import type { FaultKind } from '../faults.ts'
import type { RegisteredCard } from '../ledger.ts'
import type { Order } from '../orders.ts'
import type { Readings } from '../readings.ts'
import type { Refusal } from '../replies.ts'
import type { Route } from '../route.ts'

/** What an operation gets: a request that is checked and valid. */
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
    /** Without the serial number of the request, which every reply carries. */
    readonly fields: readonly Pair[]
    readonly order?: Order
    readonly card?: RegisteredCard
    readonly fault?: FaultKind | null
  }
  /** The card's fault strikes before anything is done. */
  | { readonly kind: 'nothing-done'; readonly fault: FaultKind }

export type Handler = (input: HandlerInput) => HandlerOutput
