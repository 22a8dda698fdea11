/** The facts in documents, fixed when a document is prepared. */
import type { MerchantOrderId, UtcTime } from '#shared/brands.ts'
import type { ReadAmount } from '#shared/customer-texts/format.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import type { CheckedCallback } from '../callbacks/index.ts'

/** The facts of a confirmation. SECURITY: no code, cause, text of the gateway, mail or address of the customer. */
export interface ConfirmationFacts {
  readonly kind: 'payment' | 'refund'
  /** The signed profile of the merchant that confirms. */
  readonly profile: Profile
  readonly amount: ReadAmount
  /** Payment: the refunded amount, null if none. Refund: the amount of the payment, null if not known. */
  readonly other: ReadAmount | null
  /** When it was paid or refunded; null if not known here. */
  readonly at: UtcTime | null
  readonly card: { readonly brand: string | null; readonly lastFour: string } | null
  readonly merchantOrderId: MerchantOrderId
  /** The number by which the customer's bank finds a refund. */
  readonly bankReference: string | null
  /** When the gateway confirmed it. */
  readonly statusAt: UtcTime
}

/** The facts of an investigation report. */
export interface InvestigationFacts {
  readonly kind: 'investigation'
  readonly page: OrderPage
  /** Null if the profile no longer exists. */
  readonly login: string | null
  /** How the profile reads amounts in minor units. */
  readonly reading: Switches['minorUnitDigits']
  readonly callbacks: readonly CheckedCallback[]
  readonly writtenAt: UtcTime
  /** Whether the desk can sign the report, which needs a keychain. */
  readonly isSigned: boolean
}

export type DocumentFacts = ConfirmationFacts | InvestigationFacts
