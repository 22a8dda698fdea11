/** The operations that have no screen of their own, and what may stand in the way of using one. */
import { operations, touchesMoney, type Operation, type OperationId } from '#shared/gateway/operations.ts'
import { signatureMethodOf } from '#shared/gateway/request.ts'
import type { ProfileView } from '#shared/model/app.ts'
import { withheldCardNumbers } from '#shared/model/profile-rules.ts'
import { canSignWithKey } from '../shared/can-sign.ts'

const moneySections = [
  { id: 'takePayment', operations: ['sale', 'preauth', 'recurrent-preauthorisation'] },
  { id: 'sendMoney', operations: ['transfer-v4', 'payout-v2', 'payout-v4'] },
] as const satisfies readonly Section[]

const plainSections = [
  { id: 'ask', operations: ['pan-eligibility-send', 'status-v4'] },
  { id: 'threeDSecure', operations: ['upload-method-url-result', 'upload-cres-result', 'upload-pares-result'] },
] as const satisfies readonly Section[]

interface Section { readonly id: string; readonly operations: readonly OperationId[] }

/** The overview: what is done, then by which operation. */
export const sections = [...moneySections, ...plainSections]

/** What is reviewed and confirmed. */
export type OfferedMoneyId = (typeof moneySections)[number]['operations'][number]
/** What is sent straight from its form. */
export type OfferedPlainId = (typeof plainSections)[number]['operations'][number]
export type OfferedId = OfferedMoneyId | OfferedPlainId

const offered: readonly OfferedId[] = sections.flatMap((section) => [...section.operations])

/** The offered operation that a text names; null for anything else. */
export function offeredId(text: string): OfferedId | null {
  return offered.find((id) => id === text) ?? null
}

/** True for operations that are reviewed and confirmed; all others are sent straight from their form. */
export function isMoneyOperation(id: OfferedId): id is OfferedMoneyId {
  return touchesMoney(operations[id])
}

/** Why an operation can't be used with a profile at all; nothing is asked of a person then. */
export type Obstacle = 'not-on-production' | 'card-entry-refused' | 'no-key' | 'no-secret' | 'endpoints-only'

/** The first thing in the way of an operation with this profile; null when it can be used. */
export function obstacleOf(id: OfferedId, view: ProfileView): Obstacle | null {
  const operation: Operation = operations[id]
  const { profile } = view
  if (operation.effect === 'continues-order' && profile.environment === 'production') return 'not-on-production'
  const withheld = withheldCardNumbers(operation, profile)
  if (operation.fields.some(({ key, need }) => need === 'required' && withheld.includes(key))) return 'card-entry-refused'
  if (operation.groupForm === 'none' && profile.entryPoints.every(({ kind }) => kind === 'group')) return 'endpoints-only'
  const signedWithKey = operation.authentication.kind === 'oauth'
    && signatureMethodOf(operation, profile.switches) === 'RSA-SHA256'
  if (signedWithKey) return canSignWithKey(view) ? null : 'no-key'
  return view.secret === 'missing' ? 'no-secret' : null
}
