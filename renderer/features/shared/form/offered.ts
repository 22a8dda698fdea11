/** Which operations have a generated form, at which address, and why one cannot be used with a profile. */
import { menuSections } from '#shared/gateway/catalogue/entry.ts'
import {
  carries, catalogue, createsOrder, effectOf, replyKindOf, type MenuSection, type Operation,
} from '#shared/gateway/operations/operations.ts'
import { signatureMethodOf } from '#shared/gateway/requests/request.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { withheldCardNumbers } from '#shared/model/profiles/profile-rules.ts'
import { canSignWithKey } from '../can-sign.ts'
import { formPath } from './form-path.ts'

/** One section of the overview. */
interface Section { readonly id: MenuSection; readonly operations: readonly Operation[] }

/** The overview: operations by purpose. */
export const sections: readonly Section[] = menuSections.map((id) => (
  { id, operations: catalogue.filter(({ menu }) => menu === id) }))

/** The operation whose form has this route; null for any other route. */
export function operationAt(path: string): Operation | null {
  return catalogue.find((operation) => formPath(operation) === path) ?? null
}

/** True for a payment whose cardholder may have to authenticate and return from the issuer (§2.6, §2.7, §3). */
export function cardholderMayReturn(operation: Operation): boolean {
  return createsOrder(operation) && replyKindOf(operation) === 'async-response' && carries(operation, 'redirectUrl')
}

/** True if the merchant order id is created for the request itself and names no existing order. */
export function namesItself(operation: Operation): boolean {
  return carries(operation, 'merchantOrderId') && !carries(operation, 'orderId')
}

/** Why an operation cannot be used with a profile; its form is then not shown. */
export type Obstacle = 'not-on-production' | 'card-entry-refused' | 'no-key' | 'no-secret' | 'endpoints-only'

/** The first obstacle to an operation with this profile; null if it can be used. */
export function obstacleOf(operation: Operation<string>, view: ProfileView): Obstacle | null {
  const { profile } = view
  if (effectOf(operation) === 'continues-order' && profile.environment === 'production') return 'not-on-production'
  const withheld = withheldCardNumbers(operation, profile)
  if (operation.fields.some(({ key, need }) => need === 'required' && withheld.includes(key))) return 'card-entry-refused'
  if (operation.groupForm === 'none' && profile.entryPoints.every(({ kind }) => kind === 'group')) return 'endpoints-only'
  const signedWithKey = operation.authentication.kind === 'oauth'
    && signatureMethodOf(operation, profile.switches) === 'RSA-SHA256'
  if (signedWithKey) return canSignWithKey(view) ? null : 'no-key'
  return view.secret === 'missing' ? 'no-secret' : null
}
