/** Questions to the journal, and what is answered. */
import type {
  CardReference, EntryId, MerchantKey, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber, UtcTime,
} from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { EntryPoint } from '#shared/model/profile.ts'

/** What is known of an order from earlier entries, to fill in what a status request needs. */
export interface KnownOrder {
  readonly profileId: ProfileId
  readonly entryPoint: EntryPoint
  readonly merchantOrderId: MerchantOrderId
  readonly orderId: OrderId | null
}

/** A profile and its merchant. Entries of both are told of; a merchant of null is not known. */
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

/** A charge or hold like one that is reviewed: of the same card, amount and currency; null where none is sent. */
export interface LikeChargeQuery extends MerchantAt {
  readonly cardReference: CardReference
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  /** `open`: only those whose outcome is open. */
  readonly which: 'open' | 'any'
}

/** An order like one that is reviewed, by what a double click repeats: operation, amount and currency. */
export interface LikeOrderQuery extends MerchantAt {
  readonly operation: OperationId
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
}

/** The entry whose request was signed with an OAuth nonce. */
export interface NonceUse {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly operation: OperationId
}
