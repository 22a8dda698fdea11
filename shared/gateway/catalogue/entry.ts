/** What the catalogue says of one operation: its request, its effect, its form and its texts. */
import type { ControlPart } from '../control-parts.ts'
import type { FieldGroup } from '../field-groups.ts'
import type { FieldUse } from '../field-uses.ts'
import type { TransactionType } from '../transaction-types.ts'
import type { Verb } from './verbs.ts'

/** What an operation does to the world. Everything but `reads` gets a durable intent before it is sent. */
export type Effect = 'reads' | 'registers' | 'moves-money' | 'holds-money' | 'continues-order'

export type SignatureMethod = 'RSA-SHA256' | 'HMAC-SHA1'

export type Authentication =
  /** SHA-1 `control` over these parts and the merchant's secret last (§5.1, addendum 4). */
  | { readonly kind: 'control'; readonly recipe: readonly ControlPart[] }
  /** OAuth 1.0a; a profile may choose HMAC-SHA1 only where `methods` names it (§5.2, addendum 3 and 5). */
  | { readonly kind: 'oauth'; readonly methods: readonly [SignatureMethod, ...SignatureMethod[]] }

/** How the path names an endpoint group (addendum 3): `/group/{id}`, the bare id, or not at all. */
type GroupForm = 'group-segment' | 'bare-id' | 'none'

/** Which reply the interface document promises; `not-shown` replies are parsed and shown whole. */
type ReplyKind = 'card-registration' | 'card-details' | 'async-response' | 'order-status' | 'not-shown'

/** The sections of the screen "More operations", in their order. */
export const menuSections = ['takePayment', 'sendMoney', 'ask', 'threeDSecure'] as const
export type MenuSection = (typeof menuSections)[number]

/** The steps of an order's 3-D Secure that an upload leads on from (§3). */
export const threeDSecureSteps = ['method', 'challenge', 'authentication'] as const
export type ThreeDSecureStep = (typeof threeDSecureSteps)[number]

/**
 * Which way an approved movement goes, seen from the merchant: `in` brings money, `out` takes it, `none` holds it, lets
 * it go, or moves it between others.
 */
type MoneyDirection = 'in' | 'out' | 'none'

/** What is done with money, and what the gateway calls the transaction that it makes (§2.9). */
export interface MoneyEffect {
  readonly verb: Verb
  /** Null where no document says what the gateway calls it. */
  readonly transactionType: TransactionType | null
  /** What it is called and does where the order is a hold (addendum 8); absent where that makes no difference. */
  readonly ofHold?: { readonly verb: Verb; readonly name: string; readonly purpose: string; readonly button: string }
  readonly direction: MoneyDirection
}

interface Common {
  readonly version: 'v2' | 'v4' | '3ds/v1'
  /** Below `{base_url}/{word}/api`, ending in `/`; the entry point follows. A profile may override it. */
  readonly path: string
  /** The path before that one, which a profile can switch to (addendum 2). */
  readonly olderPath?: string
  readonly groupForm: GroupForm
  readonly authentication: Authentication
  readonly reply: ReplyKind
  /** True when the merchant order id of the request becomes the id of a new order. */
  readonly createsOrder: boolean
  /** In wire order. */
  readonly fields: readonly FieldUse[]
  /** How a form groups the fields; an operation with few of them needs no groups. */
  readonly groups?: readonly FieldGroup[]
  /** Where the interface document or its addendum describes it. */
  readonly section: string
  readonly name: string
  /** What it is for, in one sentence. */
  readonly purpose: string
  /** What stands on the button of its form. */
  readonly button: string
  /** The section of "More operations" that lists it; null where another screen leads to it. */
  readonly menu: MenuSection | null
  /** The path of its screen; null for the generated form of "More operations". */
  readonly screen: string | null
}

type ByEffect =
  | { readonly effect: 'moves-money' | 'holds-money'; readonly money: MoneyEffect }
  | { readonly effect: 'continues-order'; readonly step: ThreeDSecureStep }
  | { readonly effect: 'reads' | 'registers' }

/** One entry of the catalogue; its key there is the operation's id. */
export type OperationEntry = Common & ByEffect

/** The operations of one section of the interface. */
export type OperationFamily = Readonly<Record<string, OperationEntry>>

/** Signed with the control secret over these parts. */
export function control(...recipe: readonly ControlPart[]): Authentication {
  return { kind: 'control', recipe }
}

/** Signed with the merchant's RSA key. */
export const oauth: Authentication = { kind: 'oauth', methods: ['RSA-SHA256'] }

/** Signed with the merchant's RSA key, or by a profile's choice with the control secret. */
export const oauthOrHmac: Authentication = { kind: 'oauth', methods: ['RSA-SHA256', 'HMAC-SHA1'] }
