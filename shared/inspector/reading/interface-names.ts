/** Recognises printed fields as those of a request of this interface (§2). */
import type { PrintedSyntax } from '../../gateway/encoding/printed-fields.ts'
import { fieldKeys, fields } from '../../gateway/fields/fields.ts'
import { operationIds, operations } from '../../gateway/operations/operations.ts'
import { wireName } from '../../gateway/requests/request.ts'

const browserFieldNames = ['document', 'prefixed'] as const
const known: ReadonlySet<string> = new Set([
  ...fieldKeys.map((key) => fields[key].wire),
  ...operationIds.flatMap((id) => operations[id].fields)
    .flatMap((use) => browserFieldNames.map((one) => wireName(use, { browserFieldNames: one }))),
])
const ofEveryRequest = ['client_orderid', 'client-order-id', 'control', 'cardrefid']

/**
 * True if all names are fields of requests, and one of them is in nearly every request. False for JSON, which may be
 * the body as it was sent.
 */
export function areOfRequest(names: readonly string[], syntax: PrintedSyntax): boolean {
  return syntax !== 'json' && ofEveryRequest.some((name) => names.includes(name))
    && names.every((name) => known.has(name) || /^oauth_[a-z_]{1,40}$/.test(name))
}
