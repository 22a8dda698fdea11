/** The queries of the journal and their results. */
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

/** The ids that an order may be found by; those that are there have to lead to it. */
export interface OrderIds {
  readonly merchantOrderId?: MerchantOrderId
  readonly orderId?: OrderId
  readonly serialNumber?: SerialNumber
}

/** Finds a charge or hold like a reviewed one: of the same card, amount and currency; null where none is sent. */
export interface LikeChargeQuery extends MerchantAt {
  readonly cardReference: CardReference
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  /** `open`: only those whose outcome is open. */
  readonly which: 'open' | 'any'
}

/** Finds an order like a reviewed one, by what a double click repeats: operation, amount, currency and destination. */
export interface LikeOrderQuery extends MerchantAt {
  readonly operation: OperationId
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  /** As in its intent; null where none is named: then every destination is like it. */
  readonly destination: string | null
}

/** The entry whose request was signed with an OAuth nonce. */
export interface NonceUse {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly operation: OperationId
}
