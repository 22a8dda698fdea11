import type { EntryId } from '#shared/brands.ts'
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import { parseForm, firstValue, type Pair } from '#shared/gateway/encoding/form.ts'
import { operations, type Operation } from '#shared/gateway/operations/operations.ts'
import { percentDecode } from '#shared/gateway/encoding/percent.ts'
import { wireName, maskedControlText, type UnsignedRequest } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { failed, success } from '#shared/result.ts'
import { inspectControl, inspectOAuth, type Steps } from './inspection.ts'
import type { Services } from '../services.ts'

/**
 * Inspects a request of the journal. The journal has masked values and the signed text, but no complete control or
 * signature, so both are withheld.
 */
export async function inspectEntry(services: Services, entryId: EntryId): Promise<CallAnswer<'inspector.fromEntry'>> {
  const found = await services.journal.entry({ entryId })
  if (!found.ok) return found
  if (found.value === null) return failed({ code: 'no-such-entry' })
  const detail = found.value
  const operation = operations[detail.row.operation]
  const steps = operation.authentication.kind === 'control' ? controlSteps(detail, operation) : oauthSteps(detail, operation)
  return success({ ...steps, trimmed: [], problems: [], withheld: true })
}

function controlSteps(detail: EntryDetail, operation: Operation): Steps {
  const request = requestOf(detail, operation)
  // The profile's switch may have changed since; the reading that yields the journaled text was used.
  const readings = [true, false].map((recurrentControlStartsWithEntryPoint): UnsignedRequest => (
    { ...request, switches: { ...defaultSwitches, recurrentControlStartsWithEntryPoint } }))
  const matching = readings.find((reading) => maskedControlText(reading) === detail.signedText) ?? request
  const steps = inspectControl(matching, { kind: 'withheld' })
  if (steps.signing.kind !== 'control') return steps
  return { ...steps, signing: { ...steps.signing, text: detail.signedText } }
}

function oauthSteps(detail: EntryDetail, operation: Operation): Steps {
  const parameters = parseForm(percentDecode(detail.signedText.split('&')[2] ?? ''))
  const identity = {
    consumerKey: firstValue(parameters, 'oauth_consumer_key') ?? '',
    nonce: firstValue(parameters, 'oauth_nonce') ?? '',
    timestamp: firstValue(parameters, 'oauth_timestamp') ?? '',
    method: firstValue(parameters, 'oauth_signature_method') === 'HMAC-SHA1' ? 'HMAC-SHA1' as const : 'RSA-SHA256' as const,
  }
  return inspectOAuth(requestOf(detail, operation), identity, { kind: 'withheld' })
}

const browserNames = ['document', 'prefixed'] as const

/** Rebuilds the request from masked values. */
function requestOf(detail: EntryDetail, operation: Operation): UnsignedRequest {
  const values: { [Key in FieldKey]?: string } = {}
  for (const use of operation.fields) {
    const names = browserNames.map((browserFieldNames) => wireName(use, { browserFieldNames }))
    const kept = detail.fields.find((field) => names.includes(field.name))
    if (kept !== undefined) values[use.key] = kept.value
  }
  return {
    operation,
    url: detail.url,
    values: values satisfies FieldValues,
    pairs: detail.fields.map(({ name, value }): Pair => [name, value]),
    minorAmount: detail.row.minorAmount,
    entryPointId: detail.row.entryPoint.id,
    switches: defaultSwitches,
  }
}
