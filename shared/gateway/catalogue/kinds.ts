/**
 * The kinds of operation. Effect, reply, direction of the money and required fields follow from the kind of an entry,
 * so that no entry can contradict itself.
 */
import type { FieldKey } from '../fields/fields.ts'
import type { TransactionType } from './transaction-types.ts'

/** The effect of an operation. Every effect but `reads` requires a durable intent before the send. */
export type Effect = 'reads' | 'registers' | 'moves-money' | 'holds-money' | 'continues-order'

/** The documented reply; `not-shown` replies are parsed and shown whole. */
type ReplyKind = 'card-registration' | 'card-details' | 'async-response' | 'order-status' | 'not-shown'

/**
 * The direction of an approved movement from the merchant's view: `in` receives money, `out` sends it. `none` holds or
 * releases it, or moves it between third parties.
 */
type MoneyDirection = 'in' | 'out' | 'none'

interface Always {
  readonly reply: ReplyKind
  /** The fields that every entry of the kind requires. An amount is required only if a new order states one. */
  readonly requires: readonly FieldKey[]
}

/** `transactionType`: the gateway's word for the transaction (§2.9); null if there is none or none is documented. */
type Traits = Always & (
  | {
    readonly effect: 'reads' | 'registers' | 'continues-order'
    readonly createsOrder: false; readonly direction: 'none'; readonly transactionType: null
  }
  | {
    readonly effect: 'moves-money'
    readonly createsOrder: true; readonly direction: MoneyDirection; readonly transactionType: 'sale' | null
  }
  | {
    readonly effect: 'holds-money'
    readonly createsOrder: true; readonly direction: 'none'; readonly transactionType: 'preauth' | null
  }
  | {
    readonly effect: 'moves-money'
    readonly createsOrder: false; readonly direction: 'in' | 'out'; readonly transactionType: 'reversal' | 'capture'
  }
)

const noMoney = { createsOrder: false, direction: 'none', transactionType: null } as const
const newOrder = { createsOrder: true, requires: ['merchantOrderId', 'amount', 'currency'] } as const
const onOrder = { createsOrder: false, reply: 'async-response', requires: ['merchantOrderId', 'orderId'] } as const

const kinds = {
  /** Queries the status of an order. */
  'status-check': { ...noMoney, effect: 'reads', reply: 'order-status', requires: ['merchantOrderId'] },
  /** Queries the details of a card on file. */
  'card-lookup': { ...noMoney, effect: 'reads', reply: 'card-details', requires: ['cardReference'] },
  /** Any other query; the interface documents no reply. */
  'other-check': { ...noMoney, effect: 'reads', reply: 'not-shown', requires: [] },
  /** Creates a card reference from an order. */
  'card-registration': {
    ...noMoney, effect: 'registers', reply: 'card-registration', requires: ['merchantOrderId', 'orderId'],
  },
  /** Continues an order after a step of 3-D Secure (§3). */
  'upload': { ...noMoney, ...onOrder, effect: 'continues-order' },
  /** Creates an order that collects money from a card. */
  'charge': {
    ...newOrder, effect: 'moves-money', reply: 'async-response', direction: 'in', transactionType: 'sale',
  },
  /** Creates an order that holds money for a later capture. */
  'hold': {
    ...newOrder, effect: 'holds-money', reply: 'async-response', direction: 'none', transactionType: 'preauth',
  },
  /** Creates an order that holds an amount chosen by the gateway, or none: no amount is sent. */
  'hold-without-amount': {
    ...newOrder, requires: ['merchantOrderId'],
    effect: 'holds-money', reply: 'async-response', direction: 'none', transactionType: null,
  },
  /** Creates an order that pays out the merchant's money. */
  'payout': { ...newOrder, effect: 'moves-money', reply: 'not-shown', direction: 'out', transactionType: null },
  /** Creates an order that moves money between third parties. */
  'transfer': { ...newOrder, effect: 'moves-money', reply: 'not-shown', direction: 'none', transactionType: null },
  /** Returns money that an order collected, or releases its hold. */
  'reversal': { ...onOrder, effect: 'moves-money', direction: 'out', transactionType: 'reversal' },
  /** Collects the money that an order holds. */
  'capture': { ...onOrder, effect: 'moves-money', direction: 'in', transactionType: 'capture' },
} as const satisfies Readonly<Record<string, Traits>>

type Kinds = typeof kinds

/** The kind of an entry; the functions below return the properties of a kind. */
export type OperationKind = keyof Kinds

export const operationKinds = Object.keys(kinds) as readonly OperationKind[]

type KindsWith<Wanted> = { [Kind in OperationKind]: Kinds[Kind] extends Wanted ? Kind : never }[OperationKind]

/** The kinds that move or hold money. */
export type MoneyKind = KindsWith<{ readonly effect: 'moves-money' | 'holds-money' }>

/** The kinds that act on the money of an existing order (addendum 8). */
export type OrderActionKind = MoneyKind & KindsWith<{ readonly createsOrder: false }>

/** The fields that an entry of a kind requires. */
export type RequiredBy<Kind extends OperationKind> = Kinds[Kind]['requires'][number]

type NewOrderKind = KindsWith<{ readonly createsOrder: true }>

/** The kinds that create an order and send no amount. */
export type KindWithoutAmount = {
  [Kind in NewOrderKind]: 'amount' extends RequiredBy<Kind> ? never : Kind
}[NewOrderKind]

interface OfKind { readonly kind: OperationKind }

/** The effect of an operation. */
export function effectOf({ kind }: OfKind): Effect {
  return kinds[kind].effect
}

/** True if the request's merchant order id becomes the id of a new order. */
export function createsOrder({ kind }: OfKind): boolean {
  return kinds[kind].createsOrder
}

/** The documented reply. */
export function replyKindOf({ kind }: OfKind): ReplyKind {
  return kinds[kind].reply
}

/** The direction of an approved movement; `none` also for an operation that moves nothing. */
export function directionOf({ kind }: OfKind): MoneyDirection {
  return kinds[kind].direction
}

/** The gateway's word for the created transaction (§2.9); null if there is none or none is documented. */
export function transactionTypeOf({ kind }: OfKind): TransactionType | null {
  return kinds[kind].transactionType
}

/** True if the operation requires an amount with its currency. */
export function requiresAmount({ kind }: OfKind): boolean {
  return (kinds[kind].requires as readonly FieldKey[]).includes('amount')
}
