/** The shape of one operation in the catalogue: its request, its kind, its form and its texts. */
import type { ControlPart } from './control-parts.ts'
import type { FieldGroup } from '../fields/field-groups.ts'
import type { FieldUse } from '../fields/field-uses.ts'
import type { MoneyKind, OperationKind } from './kinds.ts'
import type { Verb } from './verbs.ts'

export type SignatureMethod = 'RSA-SHA256' | 'HMAC-SHA1'

export type Authentication =
  /** SHA-1 `control` over these parts and the merchant's secret last (§5.1, addendum 4). */
  | { readonly kind: 'control'; readonly recipe: readonly ControlPart[] }
  /** OAuth 1.0a; a profile may choose HMAC-SHA1 only where `methods` names it (§5.2, addendum 3 and 5). */
  | { readonly kind: 'oauth'; readonly methods: readonly [SignatureMethod, ...SignatureMethod[]] }

/** How the path names an endpoint group (addendum 3): `/group/{id}`, the bare id, or not at all. */
type GroupForm = 'group-segment' | 'bare-id' | 'none'

/** The sections of the screen "More operations", in their order. */
export const menuSections = ['takePayment', 'sendMoney', 'ask', 'threeDSecure'] as const
export type MenuSection = (typeof menuSections)[number]

/** The steps of an order's 3-D Secure after which an upload continues it (§3). */
export const threeDSecureSteps = ['method', 'challenge', 'authentication'] as const
export type ThreeDSecureStep = (typeof threeDSecureSteps)[number]

/** The operation's names and verb where the order is a hold (addendum 8). */
export interface OfHold {
  readonly verb: Verb
  readonly name: string
  readonly purpose: string
  readonly button: string
}

interface Common {
  readonly version: 'v2' | 'v4' | '3ds/v1'
  /** Below `{base_url}/{word}/api`, ending in `/`; the entry point follows. A profile may override it. */
  readonly path: string
  /** The earlier path, which a profile can switch to (addendum 2). */
  readonly olderPath?: string
  readonly groupForm: GroupForm
  readonly authentication: Authentication
  /** In wire order. */
  readonly fields: readonly FieldUse[]
  /** How a form groups the fields; an operation with few of them needs no groups. */
  readonly groups?: readonly FieldGroup[]
  /**
   * Present where many rows may be sent as a batch. `file-only`: its rows contain accounts, so they come from a file
   * and stay in memory.
   */
  readonly batch?: 'any-source' | 'file-only'
  /** Where the interface document or its addendum describes it. */
  readonly section: string
  readonly name: string
  /** The operation's purpose, in one sentence. */
  readonly purpose: string
  /** The label of the form's button. */
  readonly button: string
}

/**
 * `menu`: the section of "More operations" that lists it, with its generated form; null where it has a screen of its
 * own. `screen`: the path of that screen.
 */
type Place =
  | { readonly menu: MenuSection; readonly screen: null }
  | { readonly menu: null; readonly screen: string }

/** Properties that only some kinds have. `ofHold` is absent where a hold makes no difference. */
type Own<Kind extends OperationKind> =
  & (Kind extends 'upload' ? { readonly step: ThreeDSecureStep } : unknown)
  & (Kind extends MoneyKind ? { readonly verb: Verb } : unknown)
  & (Kind extends 'reversal' ? { readonly ofHold?: OfHold } : unknown)

type ByKind = { [Kind in OperationKind]: { readonly kind: Kind } & Own<Kind> }[OperationKind]

/** One entry of the catalogue; its key there is the operation's id. */
export type OperationEntry = Common & Place & ByKind

/** The operations of one section of the interface. */
export type OperationFamily = Readonly<Record<string, OperationEntry>>

/** Signed with the control secret over these parts. */
export function control<const Recipe extends readonly ControlPart[]>(
  ...recipe: Recipe
): { readonly kind: 'control'; readonly recipe: Recipe } {
  return { kind: 'control', recipe }
}

/** Signed with the merchant's RSA key. */
export const oauth = { kind: 'oauth', methods: ['RSA-SHA256'] } as const satisfies Authentication

/** Signed with the merchant's RSA key, or by a profile's choice with the control secret. */
export const oauthOrHmac = { kind: 'oauth', methods: ['RSA-SHA256', 'HMAC-SHA1'] } as const satisfies Authentication
