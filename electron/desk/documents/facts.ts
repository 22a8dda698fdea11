/** The facts of the documents, as they were when a document was prepared. */
import type { MerchantOrderId, UtcTime } from '#shared/brands.ts'
import type { ReadAmount } from '#shared/customer-texts/format.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import type { CheckedCallback } from '../callbacks/index.ts'

/** What a confirmation shows. SECURITY: no code, cause, text of the gateway, mail or address of the customer. */
export interface ConfirmationFacts {
  readonly kind: 'payment' | 'refund'
  /** The signed profile of the merchant that confirms. */
  readonly profile: Profile
  readonly amount: ReadAmount
  /** Of a payment: what was refunded since; null for nothing. Of a refund: the payment's amount, null if not known. */
  readonly other: ReadAmount | null
  /** When it was paid or refunded; null where that is not known here. */
  readonly at: UtcTime | null
  readonly card: { readonly brand: string | null; readonly lastFour: string } | null
  readonly merchantOrderId: MerchantOrderId
  /** By which the customer's bank finds a refund. */
  readonly bankReference: string | null
  /** When the gateway confirmed it. */
  readonly statusAt: UtcTime
}

/** What an investigation report shows. */
export interface InvestigationFacts {
  readonly kind: 'investigation'
  readonly page: OrderPage
  /** Null when the profile no longer exists. */
  readonly login: string | null
  /** How the profile reads amounts in minor units. */
  readonly reading: Switches['minorUnitDigits']
  readonly callbacks: readonly CheckedCallback[]
  readonly writtenAt: UtcTime
  /** Whether the desk can sign it: it has a keychain. */
  readonly isSigned: boolean
}

export type DocumentFacts = ConfirmationFacts | InvestigationFacts
