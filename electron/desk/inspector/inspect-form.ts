import type { Masked } from '#shared/brands.ts'
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import { fields } from '#shared/gateway/fields/fields.ts'
import { builtFromMasked, maskValue } from '#shared/gateway/requests/masking.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { isReplayable } from '#shared/gateway/operations/replayable.ts'
import { baseStringOf, composeRequest, controlTextOf, signatureMethodOf, type UnsignedRequest } from '#shared/gateway/requests/request.ts'
import { normaliseValues } from '#shared/gateway/requests/validation.ts'
import type { OAuthIdentity } from '#shared/gateway/signing/oauth.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Inspection } from '#shared/model/answers/inspection.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import {
  formProblems, freshIdentity, refusesCardEntry, signBaseString, signingFor, type Target, withFixedCurrency,
} from '../requests/index.ts'
import { inspectControl, inspectOAuth, type Computed } from './inspection.ts'
import type { Services } from '../services.ts'

/** Inspects a request as it would be signed. Nothing is sent (§5.1, §5.2). */
export async function inspectForm(
  desk: DeskContext, input: ParsedInput<'inspector.build'>,
): Promise<CallAnswer<'inspector.build'>> {
  const { services, findTarget } = desk
  const operation = operations[input.operation]
  const found = await findTarget(input.profileId, input.entryPoint)
  if (!found.ok) return found
  const target = found.value
  const typed: FieldValues = { ...input.values, ...input.confidential }
  if (refusesCardEntry(target.profile, operation, typed)) return failed({ code: 'card-entry-refused' })
  const values = withFixedCurrency(operation, normaliseValues(operation, typed), target)
  const problems = formProblems(operation, values, target)
  const unsignable = problems.filter((problem) => problem.code === 'not-well-formed')
  if (unsignable.length > 0) return failed({ code: 'form-invalid', problems: unsignable })
  const request = composeRequest(operation, values, target.context)
  if (request === null) return failed({ code: 'group-not-possible' })
  // SECURITY: a control has no nonce, and a new signature was not used yet, so a person who copies one could move
  // money. Outside the sandbox it is not even computed.
  const withheld = isReplayable(operation) && target.profile.environment !== 'sandbox'
  const rest = { trimmed: trimmedOf(operation.fields.map((use) => use.key), typed), problems, withheld }
  if (operation.authentication.kind === 'control') {
    const control = withheld ? success({ kind: 'withheld' as const }) : await controlFor(services, request, target)
    if (!control.ok) return control
    return success({ ...inspectControl(request, control.value), ...rest })
  }
  const method = input.signatureMethod !== null && operation.authentication.methods.includes(input.signatureMethod)
    ? input.signatureMethod
    : signatureMethodOf(operation, target.profile.switches)
  const fresh = freshIdentity(services, target, method)
  const identity = { ...fresh, nonce: input.nonce ?? fresh.nonce, timestamp: input.timestamp ?? fresh.timestamp }
  const signature = withheld
    ? success({ kind: 'withheld' as const })
    : await signatureFor(desk, request, target, identity)
  if (!signature.ok) return signature
  return success({ ...inspectOAuth(request, identity, signature.value), ...rest })
}

async function controlFor(
  services: Services, request: UnsignedRequest, target: Target,
): Promise<Result<Computed, Failure>> {
  const control = await services.vault.control({
    secretId: target.profile.id, ...signingFor(target), textBeforeSecret: controlTextOf(request),
  })
  if (control.ok) return success({ kind: 'computed', value: control.value })
  return absent(control.failure)
}

async function signatureFor(
  desk: DeskContext, request: UnsignedRequest, target: Target, identity: OAuthIdentity,
): Promise<Result<Computed, Failure>> {
  const signature = await signBaseString(desk, target, identity.method, baseStringOf(request, identity))
  if (signature.ok) return success({ kind: 'computed', value: signature.value })
  return absent(signature.failure)
}

/** Without a secret or key the text is shown anyway; any other failure is returned. */
function absent(failure: Failure): Result<Computed, Failure> {
  const missing = failure.code === 'no-such-secret' || failure.code === 'no-such-key' || failure.code === 'profile-without-key'
  return missing ? success({ kind: 'absent' }) : failed(failure)
}

/**
 * Values with white space at their ends. The gateway drops it, so it is not signed; the page shows that (addendum 4).
 */
function trimmedOf(keys: readonly FieldKey[], typed: FieldValues): Inspection['trimmed'] {
  return keys.flatMap((key) => {
    const value = typed[key]
    if (value === undefined || value === value.trim()) return []
    const { label, sensitivity } = fields[key]
    return [{ field: label, typed: sensitivity === 'never' ? ('XXX' as Masked) : maskTyped(key, value) }]
  })
}

function maskTyped(key: FieldKey, value: string): Masked {
  const trimmed = value.trim()
  const start = value.indexOf(trimmed)
  const masked = maskValue(fields[key].sensitivity, trimmed)
  return builtFromMasked(`${value.slice(0, start)}${masked}${value.slice(start + trimmed.length)}`)
}
