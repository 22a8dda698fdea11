/** The fields that the next step sends, shown before it is sent. */
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { ThreeDSecureStep } from '#shared/model/payments/three-d-secure.ts'
import type { TextKey } from '../../i18n/index.ts'
import { browserFields } from '../shared/form/browser-data.ts'

export interface PlannedField {
  readonly key: FieldKey
  readonly label: string
  /** Empty if the value is not known before the send; `origin` then names its source. */
  readonly value: string
  readonly origin: TextKey | null
}

export interface Planned {
  readonly step: ThreeDSecureStep
  readonly login: string
  readonly orderId: string
  readonly merchantOrderId: string
}

/** The fields of an upload in wire order, with masked payloads; the browser fields are separate (§2.11). */
export function plannedFields(operation: OperationId, planned: Planned): PlannedField[] {
  return operations[operation].fields
    .filter(({ key }) => !browserFields.includes(key))
    .map(({ key }) => ({ key, label: fields[key].label, ...contentOf(key, planned) }))
}

function contentOf(key: FieldKey, { step, login, orderId, merchantOrderId }: Planned): Pick<PlannedField, 'value' | 'origin'> {
  switch (key) {
    case 'login': return known(login)
    case 'orderId': return known(orderId)
    case 'merchantOrderId': return known(merchantOrderId)
    case 'control': return later('threeDSecure.origin.control')
    case 'threeDSecureServerTransactionId':
      return known(step.kind === 'method' ? step.transactionId ?? '' : '')
    case 'methodCompletion': {
      const completion = completionWithoutPage(step)
      return completion === null ? later('threeDSecure.origin.completion') : known(completion)
    }
    case 'notificationUrl': return later('threeDSecure.origin.notification')
    case 'authenticationMerchantData':
      return known(step.kind === 'authentication' ? step.merchantData : '')
    default: return later('threeDSecure.origin.issuer')
  }
}

/** True for a step with an issuer's address that must not be opened. */
export function isRefused(step: ThreeDSecureStep): boolean {
  return 'addressRefused' in step && step.addressRefused === true
}

/**
 * The completion value to report if no method page is opened: U if the issuer has none, N if its address must not be
 * opened (addendum 12). Null if there is a page to open.
 */
export function completionWithoutPage(step: ThreeDSecureStep): 'U' | 'N' | null {
  if (step.kind !== 'method') return null
  if (isRefused(step)) return 'N'
  return step.host === null && !step.hasPage ? 'U' : null
}

const known = (value: string) => ({ value, origin: value === '' ? 'threeDSecure.origin.missing' as const : null })
const later = (origin: TextKey) => ({ value: '', origin })
