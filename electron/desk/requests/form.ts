import type { EntryId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { normaliseValues, validate, type Problem } from '#shared/gateway/requests/validation.ts'
import type { BatchPlace } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { withheldCardNumbers } from '#shared/model/profiles/profile-rules.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DayLimit, Intent } from '../../journal/port.ts'
import type { Target } from './target.ts'

/** One operation at one target, with normalised and valid values. */
export interface OperationRequest {
  readonly operation: Operation
  readonly target: Target
  readonly values: FieldValues
  /** Why the person sends it, as typed; only for operations that touch money. */
  readonly reason: string | null
  /** Values from its review, for the journal; only for operations that touch money. */
  readonly reviewed?: Pick<Intent, 'reviewed' | 'releasesHold'> & {
    /** The currency of the order that a refund, void or capture is about; null if it is not known. */
    readonly orderCurrency?: string | null
  }
  /** The daily limit that it must keep, for the journal; only for operations that touch money. */
  readonly dayLimit?: DayLimit | undefined
  /** The entry of another desk that a person was shown as a possible duplicate and accepted. */
  readonly acceptDuplicateOf?: EntryId | undefined
  /** Keyed digest of the account or card that receives the money, for the journal; null without one. */
  readonly destination?: string | null
  /** The row of a batch that this request sends. */
  readonly batch?: BatchPlace
  /** Called right before the one send, when the entry is durable and its claim was won. */
  readonly onSending?: (entryId: EntryId) => void
}

/** The normalised values of a form, or all its problems. A single-currency endpoint supplies the currency. */
export function readForm(operation: Operation, typed: FieldValues, target: Target): Result<FieldValues, Failure> {
  const values = withFixedCurrency(operation, normaliseValues(operation, typed), target)
  const problems = formProblems(operation, values, target)
  return problems.length === 0 ? success(values) : failed({ code: 'form-invalid', problems })
}

/** The problems of normalised values at a target. */
export function formProblems(operation: Operation, values: FieldValues, target: Target): Problem[] {
  return validate(operation, values, {
    fixedCurrency: target.entryPoint.kind === 'endpoint' ? target.entryPoint.currency : null,
    switches: target.profile.switches,
  })
}

/** Adds the currency that an endpoint fixes (§1.2), if the operation must send one. */
export function withFixedCurrency(operation: Operation, values: FieldValues, target: Target): FieldValues {
  const sendsCurrency = operation.fields.some((use) => use.key === 'currency' && use.need === 'required')
  if (!sendsCurrency || values.currency !== undefined || target.entryPoint.kind !== 'endpoint') return values
  return { ...values, currency: target.entryPoint.currency }
}

/** True if a form contains a typed card number although the profile forbids typing them. */
export function refusesCardEntry(profile: Profile, operation: Operation, values: FieldValues): boolean {
  return withheldCardNumbers(operation, profile).some((key) => (values[key] ?? '') !== '')
}
