/**
 * The operation catalogue: one entry an operation of §4 and addendum 3. Forms, validation, signing, the client, the
 * sandbox, the inspector, masking and the journal all read it; adding an operation means adding an entry.
 */
import type { ControlPart } from './control-parts.ts'
import type { FieldUse } from './field-uses.ts'
import * as uses from './field-uses.ts'
import * as recipe from './control-parts.ts'

/** What an operation does to the world. Everything but `reads` gets a durable intent before it is sent. */
export type Effect = 'reads' | 'registers' | 'moves-money' | 'holds-money' | 'continues-order'

export type SignatureMethod = 'RSA-SHA256' | 'HMAC-SHA1'

export type Authentication =
  /** SHA-1 `control` over these parts and the merchant's secret last (§5.1, addendum 4). */
  | { readonly kind: 'control'; readonly recipe: readonly ControlPart[] }
  /** OAuth 1.0a; a profile may choose HMAC-SHA1 only where `methods` names it (§5.2, addendum 3 and 5). */
  | { readonly kind: 'oauth'; readonly methods: readonly [SignatureMethod, ...SignatureMethod[]] }

/** How the path names an endpoint group (addendum 3): `/group/{id}`, the bare id, or not at all. */
export type GroupForm = 'group-segment' | 'bare-id' | 'none'

/** Which reply the interface document promises; `not-shown` replies are parsed and shown whole. */
export type ReplyKind = 'card-registration' | 'card-details' | 'async-response' | 'order-status' | 'not-shown'

export interface Operation {
  readonly id: OperationId
  readonly version: 'v2' | 'v4' | '3ds/v1'
  /** Below `{base_url}/{word}/api`, ending in `/`; the entry point follows. A profile may override it. */
  readonly path: string
  readonly groupForm: GroupForm
  readonly authentication: Authentication
  readonly reply: ReplyKind
  readonly effect: Effect
  /** True when the merchant order id of the request becomes the id of a new order. */
  readonly createsOrder: boolean
  readonly fields: readonly FieldUse[]
  /** Where the interface document or its addendum describes it. */
  readonly section: string
}

const control = (...parts: ControlPart[]): Authentication => ({ kind: 'control', recipe: parts })
const oauth: Authentication = { kind: 'oauth', methods: ['RSA-SHA256'] }
const oauthOrHmac: Authentication = { kind: 'oauth', methods: ['RSA-SHA256', 'HMAC-SHA1'] }

const entries = {
  'create-card-ref-v2': {
    version: 'v2', path: '/v2/create-card-ref/', groupForm: 'group-segment', effect: 'registers', createsOrder: false,
    authentication: control(recipe.field('login'), recipe.field('merchantOrderId'), recipe.field('orderId')),
    reply: 'card-registration', fields: uses.cardRegistrationV2, section: '§2.1',
  },
  'create-card-ref-v4': {
    version: 'v4', path: '/v4/create-card-ref/', groupForm: 'group-segment', effect: 'registers', createsOrder: false,
    authentication: oauth, reply: 'card-registration', fields: uses.cardRegistrationV4, section: '§2.2',
  },
  'get-card-info': {
    version: 'v2', path: '/v2/get-card-info/', groupForm: 'group-segment', effect: 'reads', createsOrder: false,
    authentication: control(recipe.field('login'), recipe.field('cardReference')),
    reply: 'card-details', fields: uses.cardDetails, section: '§2.4',
  },
  'recurrent-payment': {
    version: 'v2', path: '/v2/make-rebill-sale/', groupForm: 'group-segment', effect: 'moves-money', createsOrder: true,
    authentication: control(...recipe.recurrent),
    reply: 'async-response', fields: uses.recurrentPayment, section: '§2.6',
  },
  status: {
    version: 'v2', path: '/v2/status/', groupForm: 'group-segment', effect: 'reads', createsOrder: false,
    authentication: control(recipe.field('login'), recipe.field('merchantOrderId'), recipe.field('orderId')),
    reply: 'order-status', fields: uses.orderStatus, section: '§2.8',
  },
  'status-v4': {
    version: 'v4', path: '/v4/status/', groupForm: 'group-segment', effect: 'reads', createsOrder: false,
    authentication: oauth, reply: 'order-status', fields: uses.orderStatusV4, section: 'addendum 3',
  },
  sale: {
    version: 'v2', path: '/v2/sale/', groupForm: 'group-segment', effect: 'moves-money', createsOrder: true,
    authentication: control(...recipe.newCardPayment),
    reply: 'async-response', fields: uses.sale, section: '§2.10',
  },
  'upload-method-url-result': {
    version: '3ds/v1', path: '/3ds/v1/upload-method-url-result/', groupForm: 'bare-id', effect: 'continues-order',
    createsOrder: false, authentication: control(...recipe.upload), reply: 'async-response',
    fields: uses.uploadMethodResult, section: '§2.11',
  },
  'upload-cres-result': {
    version: '3ds/v1', path: '/3ds/v1/upload-cres-result/', groupForm: 'bare-id', effect: 'continues-order',
    createsOrder: false, authentication: control(...recipe.upload), reply: 'async-response',
    fields: uses.uploadChallengeResult, section: '§2.11',
  },
  'upload-pares-result': {
    version: '3ds/v1', path: '/3ds/v1/upload-pares-result/', groupForm: 'bare-id', effect: 'continues-order',
    createsOrder: false, authentication: control(...recipe.upload), reply: 'async-response',
    fields: uses.uploadAuthenticationResult, section: '§2.11',
  },
  'transfer-v4': {
    version: 'v4', path: '/v4/transfer/', groupForm: 'group-segment', effect: 'moves-money', createsOrder: true,
    authentication: oauth, reply: 'not-shown', fields: uses.transfer, section: '§2.12',
  },
  'payout-v2': {
    version: 'v2', path: '/v2/payout/', groupForm: 'none', effect: 'moves-money', createsOrder: true,
    authentication: oauth, reply: 'not-shown', fields: uses.payout, section: '§2.12',
  },
  'payout-v4': {
    version: 'v4', path: '/v4/payout/', groupForm: 'group-segment', effect: 'moves-money', createsOrder: true,
    authentication: oauth, reply: 'not-shown', fields: uses.payout, section: 'addendum 3',
  },
  'pan-eligibility-send': {
    version: 'v2', path: '/v2/pan-eligibility/send/', groupForm: 'none', effect: 'reads', createsOrder: false,
    authentication: oauthOrHmac, reply: 'not-shown', fields: uses.panEligibility, section: '§2.12',
  },
  return: {
    version: 'v2', path: '/v2/return/', groupForm: 'group-segment', effect: 'moves-money', createsOrder: false,
    authentication: control(...recipe.orderWithOptionalAmount), reply: 'async-response',
    fields: uses.returnOrCapture, section: 'addendum 8',
  },
  void: {
    version: 'v2', path: '/v2/void/', groupForm: 'group-segment', effect: 'moves-money', createsOrder: false,
    authentication: control(recipe.field('login'), recipe.field('merchantOrderId'), recipe.field('orderId')),
    reply: 'async-response', fields: uses.voidOrder, section: 'addendum 8',
  },
  capture: {
    version: 'v2', path: '/v2/capture/', groupForm: 'group-segment', effect: 'moves-money', createsOrder: false,
    authentication: control(...recipe.orderWithOptionalAmount), reply: 'async-response',
    fields: uses.returnOrCapture, section: 'addendum 8',
  },
  preauth: {
    version: 'v2', path: '/v2/preauth/', groupForm: 'group-segment', effect: 'holds-money', createsOrder: true,
    authentication: control(...recipe.newCardPayment),
    reply: 'async-response', fields: uses.sale, section: 'addendum 3',
  },
  'recurrent-preauthorisation': {
    version: 'v2', path: '/v2/make-rebill-preauth/', groupForm: 'group-segment', effect: 'holds-money',
    createsOrder: true,
    authentication: control(...recipe.recurrent),
    reply: 'async-response', fields: uses.recurrentPayment, section: 'addendum 3',
  },
} as const satisfies Record<string, Omit<Operation, 'id'>>

export type OperationId = keyof typeof entries

/** The operations that move or hold money. */
export type MoneyOperationId = {
  [Id in OperationId]: (typeof entries)[Id]['effect'] extends 'moves-money' | 'holds-money' ? Id : never
}[OperationId]

export const operationIds = Object.keys(entries) as readonly OperationId[]

/** The catalogue by id. */
export const operations: { readonly [Id in OperationId]: Operation } = Object.fromEntries(
  operationIds.map((id) => [id, { id, ...entries[id] }]),
) as { [Id in OperationId]: Operation }

/** True for text that names an operation of the catalogue. */
export function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(entries, text)
}

/** Moving or holding money: sent at most once, shown for review, never repeated (addendum 10). */
export function touchesMoney(operation: Operation): operation is Operation & { readonly id: MoneyOperationId } {
  return operation.effect === 'moves-money' || operation.effect === 'holds-money'
}
