/** One operation in the catalogue: its request, kind, form and texts. */
import type { ControlPart } from './control-parts.ts'
import type { FieldGroup } from '../fields/field-groups.ts'
import type { FieldUse } from '../fields/field-uses.ts'
import type { MoneyKind, OperationKind } from './kinds.ts'
import type { Verb } from './verbs.ts'

export type SignatureMethod = 'RSA-SHA256' | 'HMAC-SHA1'

export type Authentication =
  /** SHA-1 `control` over these parts, followed by the merchant's secret (§5.1, addendum 4). */
  | { readonly kind: 'control'; readonly recipe: readonly ControlPart[] }
  /** OAuth 1.0a; a profile may choose HMAC-SHA1 only if `methods` contains it (§5.2, addendum 3 and 5). */
  | { readonly kind: 'oauth'; readonly methods: readonly [SignatureMethod, ...SignatureMethod[]] }

/** How the path contains an endpoint group (addendum 3): as `/group/{id}`, as the bare id, or not at all. */
type GroupForm = 'group-segment' | 'bare-id' | 'none'

/** The sections of the screen "More operations", in order. */
export const menuSections = ['takePayment', 'sendMoney', 'ask', 'threeDSecure'] as const
export type MenuSection = (typeof menuSections)[number]

/** The steps of 3-D Secure after which an upload continues the order (§3). */
export const threeDSecureSteps = ['method', 'challenge', 'authentication'] as const
export type ThreeDSecureStep = (typeof threeDSecureSteps)[number]

/** The operation's names and verb if the order is a hold (addendum 8). */
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
  /** The earlier path; a profile can switch to it (addendum 2). */
  readonly olderPath?: string
  readonly groupForm: GroupForm
  readonly authentication: Authentication
  /** In wire order. */
  readonly fields: readonly FieldUse[]
  /** The groups of fields on a form; an operation with few fields needs none. */
  readonly groups?: readonly FieldGroup[]
  /**
   * Present if many rows may be sent as a batch. `file-only`: its rows contain account numbers, so they come from a
   * file and stay in memory.
   */
  readonly batch?: 'any-source' | 'file-only'
  /** The section of the interface document or its addendum that describes it. */
  readonly section: string
  readonly name: string
  /** The operation's purpose in one sentence. */
  readonly purpose: string
  /** The label of the form's button. */
  readonly button: string
}

/**
 * `menu`: the section of "More operations" that lists the operation with a generated form; null if it has its own
 * screen. `screen`: the path of that screen.
 */
type Place =
  | { readonly menu: MenuSection; readonly screen: null }
  | { readonly menu: null; readonly screen: string }

/** Properties of some kinds only. `ofHold` is absent if a hold makes no difference. */
type Own<Kind extends OperationKind> =
  & (Kind extends 'upload' ? { readonly step: ThreeDSecureStep } : unknown)
  & (Kind extends MoneyKind ? { readonly verb: Verb } : unknown)
  & (Kind extends 'reversal' ? { readonly ofHold?: OfHold } : unknown)

type ByKind = { [Kind in OperationKind]: { readonly kind: Kind } & Own<Kind> }[OperationKind]

/** One entry of the catalogue; its key is the operation's id. */
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

/** Signed with the merchant's RSA key, or with the control secret if a profile chooses HMAC-SHA1. */
export const oauthOrHmac = { kind: 'oauth', methods: ['RSA-SHA256', 'HMAC-SHA1'] } as const satisfies Authentication
