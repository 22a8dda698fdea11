/** The types of the journal's queries and of their results. */
import type {
  CardReference, EntryId, MerchantKey, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber, UtcTime,
} from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'

/** The facts of an order from earlier entries, which complete a status request. */
export interface KnownOrder {
  readonly profileId: ProfileId
  readonly entryPoint: EntryPoint
  readonly merchantOrderId: MerchantOrderId
  readonly orderId: OrderId | null
}

/** A profile and its merchant. Entries of both match; null for an unknown merchant. */
export interface MerchantAt {
  readonly profileId: ProfileId
  readonly merchantKey: MerchantKey | null
}

/** The ids by which an order is searched; all given ones must match. */
export interface OrderIds {
  readonly merchantOrderId?: MerchantOrderId
  readonly orderId?: OrderId
  readonly serialNumber?: SerialNumber
}

/** Finds a possible duplicate of a charge or hold; null for a currency or amount that the request does not send. */
export interface DuplicateChargeQuery extends MerchantAt {
  readonly cardReference: CardReference
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  /** `open`: only those whose outcome is open. */
  readonly which: 'open' | 'any'
}

/** Finds a possible duplicate of a new order, such as after a double click. */
export interface DuplicateOrderQuery extends MerchantAt {
  readonly operation: OperationId
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  /** As in its intent; null if it names none: then every destination matches. */
  readonly destination: string | null
}

/** The entry whose request was signed with an OAuth nonce. */
export interface NonceUse {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly operation: OperationId
}
